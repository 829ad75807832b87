import { useState } from 'react'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { userCustomerTexts } from '@portico/contract/customers/user-customer-texts.ts'
import type { AssignedFacility } from '@portico/contract/customers/user-customers.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { LazyTree } from '../../patterns/LazyTree.tsx'
import type { TreeNode } from '../../patterns/tree-rows.ts'
import { treeSelection } from '../../patterns/tree-selection.ts'
import { Alert } from '../../ui/Alert.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { customerLoader } from './customer-queries.ts'
import { type FacilityChoice, selectionOf } from './customers-form.ts'
import classes from './CustomersPanel.module.css'
import { SelectedCustomers } from './SelectedCustomers.tsx'
import { useSearchLimit } from './use-search-limit.ts'

interface FacilityCustomersProps {
  facility: AssignedFacility
  choice: FacilityChoice
  onChange: (next: FacilityChoice) => void
}

/** What a user has of one facility: access, all of its customers, or single ones. */
export function FacilityCustomers({ facility, choice, onChange }: FacilityCustomersProps) {
  const t = useTexts(userCustomerTexts)
  const name = { facility: facility.facilityNm }
  if (facility.allCustomersFlg && !facility.mayAssignAllFlg)
    return (
      <Alert tone="info" live={false}>
        {formatMessage(t.customers_all_locked, name)}
      </Alert>
    )
  return (
    <>
      <SwitchField
        label={formatMessage(t.customers_access, name)}
        checked={choice.hasAccess}
        onChange={(hasAccess) => onChange({ ...choice, hasAccess, hasAll: false, customers: [] })}
      />
      {facility.mayAssignAllFlg && (
        <SwitchField
          label={formatMessage(t.customers_all, name)}
          help={t.customers_all_help}
          checked={choice.hasAll}
          onChange={(hasAll) =>
            onChange({ ...choice, hasAccess: true, hasAll, customers: hasAll ? [] : choice.customers })
          }
        />
      )}
      {!choice.hasAll && <SingleCustomers facility={facility} choice={choice} onChange={onChange} />}
    </>
  )
}

/** The customers of a facility to select from, and those that are selected. */
function SingleCustomers({ facility, choice, onChange }: FacilityCustomersProps) {
  const t = useTexts(userCustomerTexts)
  const { list_clear_search: clearLabel } = useTexts(listTexts)
  const { uid } = useSignedIn()
  const [search, setSearch] = useState('')
  const [isConflict, setIsConflict] = useState(false)
  const { facilityCd, facilityNm, hiddenCustomerCnt } = facility
  const text = search.trim()
  const searchLimit = useSearchLimit(text)
  const toggle = (node: TreeNode) => {
    const next = treeSelection(selectionOf(choice), { type: 'toggle', path: node.path })
    setIsConflict(next === 'conflict')
    if (next === 'conflict') return
    const customers = next.has(node.id)
      ? [...choice.customers, customerOf(node)]
      : choice.customers.filter(({ id }) => id !== node.id)
    onChange({ ...choice, hasAccess: true, customers })
  }
  return (
    <>
      <SearchField label={t.customers_search} value={search} onChange={setSearch} clearLabel={clearLabel} />
      <LazyTree
        label={formatMessage(t.customers_tree, { facility: facilityNm })}
        source={`${facilityCd} ${text}`}
        loadChildren={customerLoader({ uid, facilityCd, search: text })}
        selection={selectionOf(choice)}
        onToggle={toggle}
        limit={searchLimit}
        empty={text === '' ? t.customers_none : t.customers_found_none}
      />
      {isConflict && <Alert tone="error">{t.customers_conflict_tick}</Alert>}
      <SelectedCustomers
        customers={choice.customers}
        onRemove={(removed) => {
          setIsConflict(false)
          onChange({ ...choice, customers: choice.customers.filter(({ id }) => id !== removed) })
        }}
      />
      {hiddenCustomerCnt > 0 && (
        <p className={classes['help']}>{formatMessage(t.customers_hidden, { count: hiddenCustomerCnt })}</p>
      )}
    </>
  )
}

const customerOf = ({ id, label, path, title }: TreeNode) => ({
  id,
  name: label,
  path: [...path],
  place: title ?? label,
  endsAt: '',
})
