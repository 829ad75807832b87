import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reportPageTexts } from '@portico/contract/reports/report-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { LoadFailure } from '../../patterns/LoadFailure.tsx'
import { RadioList, type RadioOption } from '../../patterns/RadioList.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { SkeletonLines } from '../../ui/Skeleton.tsx'
import { type CustomerReport, reportFacilitiesQuery } from './report-queries.ts'
import classes from './Reports.module.css'
import { useCustomers } from './use-customers.ts'

interface CustomerForm {
  /** The customer is null where none is chosen. */
  values: { facilityCd: string; customerId: RadioOption | null }
  set: ((name: 'facilityCd', value: string) => void) & ((name: 'customerId', value: RadioOption | null) => void)
  errorOf: (name: 'customerId') => string | undefined
}

interface CustomerChoiceProps {
  report: CustomerReport
  form: CustomerForm
  /** Customers that the list shows at first, and again with every search (decision L7). */
  initialCount: number
  /** Options before the customers, such as the one that stands for all of them. */
  first?: readonly RadioOption[]
}

/** The facility and the customer that a report is about; another facility chooses no customer (RPTS-076). */
export function CustomerChoice({ form, ...rest }: CustomerChoiceProps) {
  const t = useTexts(reportPageTexts)
  const { uid } = useSignedIn()
  const facilities = useSuspenseQuery(reportFacilitiesQuery(uid)).data
  const facility = facilities.find(({ facilityCd }) => facilityCd === form.values.facilityCd)
  if (!facility) return <p className={classes['quiet']}>{t.reports_no_facility}</p>
  return (
    <>
      <div className={classes['choice']}>
        <span className={classes['label']}>{t.reports_facility}</span>
        <SegmentedControl
          label={t.reports_facility}
          options={facilities.map(({ facilityCd, facilityNm }) => ({ value: facilityCd, label: facilityNm }))}
          value={form.values.facilityCd}
          onChange={(facilityCd) => {
            form.set('facilityCd', facilityCd)
            form.set('customerId', null)
          }}
        />
      </div>
      <Customers
        key={facility.facilityCd}
        {...rest}
        facilityCd={facility.facilityCd}
        isTree={facility.hierarchyFlg}
        selected={form.values.customerId}
        onSelect={(customer) => form.set('customerId', customer)}
        error={form.errorOf('customerId')}
      />
    </>
  )
}

interface CustomersProps extends Pick<CustomerChoiceProps, 'report' | 'initialCount' | 'first'> {
  error: string | undefined
  facilityCd: string
  isTree: boolean
  selected: RadioOption | null
  onSelect: (option: RadioOption) => void
}

/** The customers of one facility. */
function Customers({ report, facilityCd, isTree, initialCount, first = [], ...choice }: CustomersProps) {
  const t = useTexts(reportPageTexts)
  const [search, setSearch] = useState('')
  const text = search.trim()
  const customers = useCustomers({ report, facilityCd, isTree, search: text }, initialCount)
  const failure = customers.isMissing && <LoadFailure message={t.reports_customers_failed} onRetry={customers.retry} />
  const loading = customers.isLoading && (
    <div className={classes['loading']}>
      <SkeletonLines lines={6} height="2.5rem" />
    </div>
  )
  return (
    <RadioList
      {...choice}
      name="customerId"
      label={t.reports_customer}
      searchLabel={t.reports_customer_search}
      search={search}
      onSearch={(next) => {
        setSearch(next)
        customers.showFirst()
      }}
      options={[...(text === '' ? first : []), ...customers.options]}
      more={customers.more}
      note={customers.note}
      isStale={customers.isStale}
      instead={failure || loading}
      empty={t.reports_customers_none}
    />
  )
}
