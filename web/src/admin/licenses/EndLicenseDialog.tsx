import { useState } from 'react'
import {
  endClientLicense,
  getLicenseVersion,
  type LicenseVersion,
  listLicenses,
} from '@portico/contract/licenses/licenses.ts'
import { licensePageTexts } from '@portico/contract/licenses/license-page-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { useAction } from '../../patterns/use-action.ts'
import { CheckField } from '../../ui/CheckField.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { useAskHelp } from './ask-help.ts'

interface EndLicenseDialogProps {
  license: LicenseVersion
  onClose: () => void
}

/** Asks before the default holds again for the users of a client. */
export function EndLicenseDialog({ license: { licenseId, clientId, clientNm }, onClose }: EndLicenseDialogProps) {
  const t = useTexts(licensePageTexts)
  const { cancel } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const [asksAgain, setAsksAgain] = useState(false)
  const end = useAction(endClientLicense, { invalidate: [listLicenses, getLicenseVersion] })
  const help = useAskHelp(clientId)
  return (
    <ConfirmModal
      opened
      title={t.license_end}
      confirmLabel={t.license_end}
      cancelLabel={cancel}
      closeAfterMs={CLOSE_AFTER_MS.setting}
      danger
      onClose={onClose}
      onConfirm={() => end.submit({ params: { uid, licenseId }, body: { asksAgainFlg: asksAgain } })}
    >
      <p>{formatMessage(t.license_end_body, { client: clientNm ?? '' })}</p>
      <CheckField label={t.license_end_ask} checked={asksAgain} onChange={setAsksAgain} help={help} />
    </ConfirmModal>
  )
}
