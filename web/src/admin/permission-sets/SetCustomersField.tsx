import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { searchCustomers } from '@portico/contract/customers/user-customers.ts'
import { userCustomerTexts } from '@portico/contract/customers/user-customer-texts.ts'
import { permissionSetPageTexts } from '@portico/contract/permission-sets/permission-set-page-texts.ts'
import type { PermissionSet } from '@portico/contract/permission-sets/permission-sets.ts'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { callPage } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { Combobox, type Option } from '../../patterns/Combobox.tsx'
import { QueryContent } from '../../patterns/QueryContent.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { userCustomersQuery } from '../user-customers/customer-queries.ts'
import { optionOfCustomer } from './permission-set-form.ts'
import { permissionSetQuery } from './permission-set-queries.ts'

interface SetCustomersFieldProps {
  /** Null: a new one. */
  set: PermissionSet | null
  /** Of a new one; '' while none is chosen. */
  clientId: string
  /** Null: those that the set has. */
  chosen: readonly Option[] | null
  error: string | undefined
  onChange: (chosen: readonly Option[]) => void
}

/** The customers that a set of a client gives, each with all below it; nothing for a set of the installation. */
export function SetCustomersField({ set, clientId, ...choice }: SetCustomersFieldProps) {
  const isOfClient = set ? set.clientId !== null : clientId !== ''
  return isOfClient && <LoadedCustomers setId={set?.setId ?? null} {...choice} />
}

interface LoadedCustomersProps extends Pick<SetCustomersFieldProps, 'chosen' | 'error' | 'onChange'> {
  /** Null: a new set. */
  setId: number | null
}

function LoadedCustomers({ setId, chosen, error, onChange }: LoadedCustomersProps) {
  const { list_failed: failed } = useTexts(listTexts)
  const { uid } = useSignedIn()
  // What the administrator may assign to others is what they read of themselves.
  const own = useQuery(userCustomersQuery(uid, uid))
  const loaded = useQuery({ ...permissionSetQuery(uid, setId ?? 0), enabled: setId !== null })
  if (setId === null && own.data?.facilities.length === 0) return null
  const hasLoaded = own.data && (setId === null || loaded.data)
  const query = {
    data: hasLoaded ? { facilities: own.data.facilities, held: loaded.data } : undefined,
    isError: own.isError || loaded.isError,
    refetch: () => void Promise.all([own.refetch(), setId !== null && loaded.refetch()]),
  }
  return (
    <QueryContent query={query} failed={failed}>
      {({ facilities, held }) => (
        <CustomerChoice
          facilities={facilities.map(({ facilityCd, facilityNm }) => ({ value: facilityCd, label: facilityNm }))}
          hiddenCount={held?.hiddenCustomerCnt ?? 0}
          chosen={chosen ?? held?.customers.map(optionOfCustomer) ?? []}
          error={error}
          onChange={onChange}
        />
      )}
    </QueryContent>
  )
}

interface CustomerChoiceProps {
  facilities: readonly Option[]
  hiddenCount: number
  chosen: readonly Option[]
  error: string | undefined
  onChange: (chosen: readonly Option[]) => void
}

function CustomerChoice({ facilities, hiddenCount, chosen, error, onChange }: CustomerChoiceProps) {
  const t = useTexts(permissionSetPageTexts)
  const { customers_facility: facilityLabel, customers_hidden: hidden } = useTexts(userCustomerTexts)
  const { uid } = useSignedIn()
  const [facilityCd, setFacilityCd] = useState(facilities[0]?.value ?? '')
  const load = async (text: string, offset: number, signal: AbortSignal) => {
    const query = { facilityCd, searchPattern: text.toUpperCase(), offset }
    const { rows, total } = await callPage(searchCustomers, { params: { uid }, query }, signal)
    return { rows: rows.map((row) => optionOfCustomer({ ...row, customerNm: row.path, givenFlg: true })), total }
  }
  return (
    <>
      {facilities.length > 1 && (
        <SelectField
          label={facilityLabel}
          value={facilityCd}
          options={facilities}
          onChange={({ currentTarget: { value } }) => setFacilityCd(value)}
        />
      )}
      <Combobox
        multiple
        name="customerIds"
        label={t.set_customers}
        help={t.set_customers_help}
        error={error}
        queryName={`${searchCustomers.name} ${facilityCd}`}
        load={load}
        selected={chosen}
        onChange={onChange}
      />
      {hiddenCount > 0 && <p>{formatMessage(hidden, { count: hiddenCount })}</p>}
    </>
  )
}
