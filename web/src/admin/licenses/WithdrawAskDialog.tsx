import { useQuery } from '@tanstack/react-query'
import {
  countLicenseUsers,
  getLicenseVersion,
  type LicenseVersion,
  withdrawLicenseAsk,
} from '@portico/contract/licenses/licenses.ts'
import { licensePageTexts } from '@portico/contract/licenses/license-page-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { useAction } from '../../patterns/use-action.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { licenseUsersQuery } from './license-queries.ts'

interface WithdrawAskDialogProps {
  license: LicenseVersion
  onClose: () => void
}

/** Asks before users who accepted an earlier version are not asked any longer. */
export function WithdrawAskDialog({ license: { licenseId, clientId }, onClose }: WithdrawAskDialogProps) {
  const t = useTexts(licensePageTexts)
  const { cancel } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const { data } = useQuery({ ...licenseUsersQuery(uid, clientId), staleTime: 0 })
  const withdraw = useAction(withdrawLicenseAsk, { invalidate: [getLicenseVersion, countLicenseUsers] })
  return (
    <ConfirmModal
      opened
      title={t.license_withdraw}
      confirmLabel={t.license_withdraw}
      cancelLabel={cancel}
      closeAfterMs={CLOSE_AFTER_MS.setting}
      onClose={onClose}
      onConfirm={() => withdraw.submit({ params: { uid, licenseId } })}
    >
      <p role="status">{data && formatMessage(t.license_withdraw_body, { count: data.askedCnt })}</p>
    </ConfirmModal>
  )
}
