import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { userCustomerTexts } from '@portico/contract/customers/user-customer-texts.ts'
import {
  getUserCustomers,
  updateUserCustomers,
  type UserCustomers,
} from '@portico/contract/customers/user-customers.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { tileFixTexts } from '@portico/contract/tile-access/tile-fix-texts.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import { getUserDetail } from '@portico/contract/users/user-profile.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { DiffView } from '../../patterns/DiffView.tsx'
import { QueryContent } from '../../patterns/QueryContent.tsx'
import { useAction } from '../../patterns/use-action.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { formatDay } from '../../ui/format.ts'
import { dayOfEnd } from '../permissions/permissions-form.ts'
import { userCustomersQuery } from '../user-customers/customer-queries.ts'
import {
  customerChangeOf,
  type CustomersValues,
  differenceInWords,
  valuesOf,
} from '../user-customers/customers-form.ts'
import { changedByFixes } from './changed-by-fixes.ts'

export interface FacilityFixDialogProps {
  user: { userId: number; firstNm: string; lastNm: string }
  facilityCd: string
  /** When the user's access to the facility ended on its date. */
  endedDt: Date | undefined
  onClose: () => void
}

/** Assigns a facility without customers to a user; all other assignments stay. */
export function FacilityFixDialog({ user, facilityCd, endedDt, onClose }: FacilityFixDialogProps) {
  const t = useTexts(tileFixTexts)
  const { cancel } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const { userId } = user
  const name = fullName(user)
  const loaded = useQuery({ ...userCustomersQuery(uid, userId), staleTime: 0 })
  // What is saved is loaded anew before its result is shown: until then the dialog is about what it was.
  const [sent, setSent] = useState<UserCustomers | null>(null)
  const assigned = { ...loaded, data: sent ?? loaded.data }
  const act = useAction(updateUserCustomers, { invalidate: [...changedByFixes, getUserCustomers, getUserDetail] })
  const facility = assigned.data?.facilities.find((one) => one.facilityCd === facilityCd)
  const reason = () => {
    if (!assigned.data) return t.tile_fix_not_loaded
    if (!facility) return t.tile_fix_facility_not_yours
    return facility.accessFlg ? formatMessage(t.tile_fix_facility_has, { name }) : undefined
  }
  const disabledReason = reason()
  const save = async (data: UserCustomers) => {
    const body = customerChangeOf(withFacility(valuesOf(data), facilityCd), data.version)
    setSent(data)
    const outcome = await act.submit({ params: { uid, userId }, body })
    if (!outcome.ok) setSent(null)
    return outcome
  }
  return (
    <ConfirmModal
      opened
      title={formatMessage(t.tile_fix_facility_title, { name })}
      confirmLabel={t.tile_fix_facility_confirm}
      cancelLabel={cancel}
      closeAfterMs={CLOSE_AFTER_MS.catalog}
      {...(disabledReason !== undefined && { disabledReason })}
      onConfirm={async () => (assigned.data ? save(assigned.data) : null)}
      onClose={onClose}
    >
      <QueryContent query={assigned} failed={t.tile_fix_load_failed}>
        {(data) =>
          disabledReason === undefined ? (
            <Difference data={data} facilityCd={facilityCd} endedDt={endedDt} />
          ) : (
            <p>{disabledReason}</p>
          )
        }
      </QueryContent>
    </ConfirmModal>
  )
}

/** The assignments with access to one facility more, which has no end. */
const withFacility = ({ facilities }: CustomersValues, code: string): CustomersValues => ({
  facilities: facilities.map((one) => (one.code === code ? { ...one, hasAccess: true, endsAt: '' } : one)),
})

interface DifferenceProps extends Pick<FacilityFixDialogProps, 'facilityCd' | 'endedDt'> {
  data: UserCustomers
}

function Difference({ data, facilityCd, endedDt }: DifferenceProps) {
  const t = useTexts(tileFixTexts)
  const words = useTexts(userCustomerTexts)
  const { before, after } = differenceInWords(valuesOf(data), withFacility(valuesOf(data), facilityCd), words)
  const was = endedDt && formatMessage(t.tile_fix_ended, { date: formatDay(dayOfEnd(endedDt.toISOString())) })
  return (
    <DiffView
      label={words.customers_title}
      before={was ? { ...before, [facilityCd]: was } : before}
      after={after}
      labels={Object.fromEntries(data.facilities.map((one) => [one.facilityCd, one.facilityNm]))}
    />
  )
}
