import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CUSTOMERS_SHOWN_MORE } from '@portico/contract/report-rules.ts'
import { formTexts } from '@portico/contract/texts/form-texts.ts'
import { reportPageTexts } from '@portico/contract/texts/report-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { LoadFailure } from '../../patterns/LoadFailure.tsx'
import { RadioList, type RadioOption } from '../../patterns/RadioList.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { SkeletonLines } from '../../ui/Skeleton.tsx'
import { optionsOf } from './customer-options.ts'
import { type CustomerReport, customersQuery, facilitiesQuery } from './report-queries.ts'
import classes from './Reports.module.css'

export interface ChosenCustomer {
  facilityCd: string
  /** Null: none is chosen. */
  customer: RadioOption | null
}

interface CustomerChoiceProps {
  report: CustomerReport
  value: ChosenCustomer
  onChange: (next: ChosenCustomer) => void
  error: string | undefined
  /** Customers that the list shows at first, and again with every search (decision L7). */
  initialCount: number
  /** Options before the customers, such as the one that stands for all of them. */
  first?: readonly RadioOption[]
}

/** The facility and the customer that a report is about; another facility chooses no customer (RPTS-076). */
export function CustomerChoice({ value, onChange, ...rest }: CustomerChoiceProps) {
  const t = useTexts(reportPageTexts)
  const { uid } = useSignedIn()
  const facilities = useSuspenseQuery(facilitiesQuery(uid)).data
  const facility = facilities.find(({ facilityCd }) => facilityCd === value.facilityCd)
  if (!facility) return <p className={classes['quiet']}>{t.reports_no_facility}</p>
  return (
    <>
      <div className={classes['choice']}>
        <span className={classes['label']}>{t.reports_facility}</span>
        <SegmentedControl
          label={t.reports_facility}
          options={facilities.map(({ facilityCd, facilityNm }) => ({ value: facilityCd, label: facilityNm }))}
          value={value.facilityCd}
          onChange={(facilityCd) => onChange({ facilityCd, customer: null })}
        />
      </div>
      <Customers
        key={facility.facilityCd}
        {...rest}
        facilityCd={facility.facilityCd}
        isTree={facility.hierarchyFlg}
        selected={value.customer}
        onSelect={(customer) => onChange({ ...value, customer })}
      />
    </>
  )
}

interface CustomersProps extends Pick<CustomerChoiceProps, 'report' | 'error' | 'initialCount' | 'first'> {
  facilityCd: string
  isTree: boolean
  selected: RadioOption | null
  onSelect: (option: RadioOption) => void
}

/** The customers of one facility. */
function Customers({ report, facilityCd, isTree, initialCount, first = [], ...choice }: CustomersProps) {
  const t = useTexts(reportPageTexts)
  const { tree_more: more, combobox_more: moreOfUnknown } = useTexts(formTexts)
  const { uid } = useSignedIn()
  const [{ search, count }, show] = useState({ search: '', count: initialCount })
  const text = search.trim()
  const found = useInfiniteQuery(customersQuery(uid, { report, facilityCd, isTree, search: text }))
  const options = optionsOf(found.data?.pages.flatMap(({ rows }) => rows) ?? [])
  const isShort = options.length < count && found.hasNextPage
  const { isFetching, isError, fetchNextPage } = found
  useEffect(() => {
    if (isShort && !isFetching && !isError) void fetchNextPage()
  }, [isShort, isFetching, isError, fetchNextPage])
  if (!found.data && found.isError)
    return <LoadFailure message={t.reports_customers_failed} onRetry={() => void found.refetch()} />
  if (!found.data)
    return (
      <div className={classes['loading']}>
        <SkeletonLines lines={8} height="2.5rem" />
      </div>
    )
  // The number of customers in a tree is not known before all of them are.
  const total = isTree && found.hasNextPage ? null : isTree ? options.length : (found.data.pages.at(-1)?.total ?? 0)
  const rest = total === null ? null : total - count
  return (
    <RadioList
      {...choice}
      name="customerId"
      label={t.reports_customer}
      searchLabel={t.reports_customer_search}
      search={search}
      onSearch={(next) => show({ search: next, count: initialCount })}
      options={[...(text === '' ? first : []), ...options.slice(0, count)]}
      more={
        rest !== null && rest <= 0
          ? undefined
          : {
              label:
                rest === null || total === null
                  ? moreOfUnknown
                  : formatMessage(more, { count: Math.min(rest, CUSTOMERS_SHOWN_MORE), total }),
              onPress: () => show({ search, count: count + CUSTOMERS_SHOWN_MORE }),
            }
      }
      isStale={found.isPlaceholderData}
      empty={t.reports_customers_none}
    />
  )
}
