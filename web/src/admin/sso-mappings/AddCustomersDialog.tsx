import { useState } from 'react'
import * as z from 'zod/mini'
import { addSsoMappingCustomers, type SsoMapping } from '@portico/contract/sso-mappings/sso-mappings.ts'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { ssoMappingPageTexts } from '@portico/contract/sso-mappings/sso-mapping-page-texts.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { LazyTree } from '../../patterns/LazyTree.tsx'
import type { TreeNode } from '../../patterns/tree-rows.ts'
import { treeSelection } from '../../patterns/tree-selection.ts'
import type { Form } from '../../patterns/use-form.ts'
import { Alert } from '../../ui/Alert.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { useSearchLimit } from '../user-customers/use-search-limit.ts'
import { mappedCustomerLoader } from './sso-mapping-queries.ts'
import classes from './SsoMappings.module.css'
import { useMappingForm } from './use-mapping-form.ts'

const schema = z.object({
  customers: z
    .array(z.object({ id: z.string(), name: z.string(), path: z.array(z.string()) }))
    .check(z.minLength(1, 'sso_mapping_no_customers')),
})
type Chosen = z.input<typeof schema>
const nothing: Chosen = { customers: [] }

interface AddCustomersDialogProps {
  mapping: SsoMapping
  onClose: () => void
}

/** Chooses customers that new accounts of an employer begin with (DBMT-040, DBMT-155, DBMT-156). */
export function AddCustomersDialog({ mapping, onClose }: AddCustomersDialogProps) {
  const t = useTexts(ssoMappingPageTexts)
  const { uid } = useSignedIn()
  const { employerId, employerName: employer } = mapping
  const form = useMappingForm({
    schema,
    initial: nothing,
    draftKey: `sso-mapping-customers-${employerId}`,
    labels: { customers: t.sso_mapping_customers },
    add: ({ customers }) => {
      const body = { employerId, customers: customers.map(({ id }) => ({ customerId: Number(id) })) }
      return call(addSsoMappingCustomers, { params: { uid }, body })
    },
  })
  return (
    <EditDialog
      form={form}
      size="l"
      onClose={onClose}
      title={formatMessage(t.sso_mapping_add_customers_to, { employer })}
      submitLabel={t.sso_mapping_save_customers}
      closeAfterMs={CLOSE_AFTER_MS.catalog}
    >
      <CustomerTree form={form} />
    </EditDialog>
  )
}

function CustomerTree({ form }: { form: Form<Chosen> }) {
  const t = useTexts(ssoMappingPageTexts)
  const { list_clear_search: clearLabel } = useTexts(listTexts)
  const [search, setSearch] = useState('')
  const [isConflict, setIsConflict] = useState(false)
  const { customers } = form.values
  const selection = new Map(customers.map(({ id, path }) => [id, path]))
  const error = isConflict ? t.sso_mapping_customer_conflict : form.errorOf('customers')
  const text = search.trim()
  const searchLimit = useSearchLimit(text)
  const toggle = ({ id, label, path }: TreeNode) => {
    const next = treeSelection(selection, { type: 'toggle', path })
    setIsConflict(next === 'conflict')
    if (next === 'conflict') return
    const others = customers.filter((one) => one.id !== id)
    form.set('customers', next.has(id) ? [...others, { id, name: label, path: [...path] }] : others)
  }
  return (
    <>
      <SearchField
        label={t.sso_mapping_search_customers}
        value={search}
        onChange={setSearch}
        clearLabel={clearLabel}
        data-autofocus
      />
      <LazyTree
        label={t.sso_mapping_customers}
        source={text}
        loadChildren={mappedCustomerLoader(text)}
        selection={selection}
        onToggle={toggle}
        limit={searchLimit}
        empty={t.sso_mapping_no_such_customer}
      />
      {customers.length > 0 && (
        <p className={classes['chosen']}>
          {formatMessage(t.sso_mapping_chosen, { names: customers.map(({ name }) => name).join(', ') })}
        </p>
      )}
      {error !== undefined && <Alert tone="error">{error}</Alert>}
    </>
  )
}
