import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { confirmEmail } from '@portico/contract/account/account.ts'
import { accountTexts } from '@portico/contract/account/account-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { useAction } from '../../patterns/use-action.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { ownProfileQuery } from './own-profile.ts'
import { showProfile } from './save-account.ts'

const LINK = /^confirm-email=([\w-]{1,200})$/

/**
 * Opened by the mailed link. Opening it changes nothing, because mail scanners open links too. The token leaves the
 * address bar at once, and is sent when the user confirms.
 */
export function ConfirmEmail() {
  const { hash } = useLocation()
  const [token, setToken] = useState(() => LINK.exec(hash)?.[1] ?? null)
  const navigate = useNavigate()
  useEffect(() => {
    if (LINK.test(hash)) void navigate({ to: paths.accountSettings(), replace: true })
  }, [hash, navigate])
  return token === null ? null : <ConfirmEmailModal token={token} onClose={() => setToken(null)} />
}

function ConfirmEmailModal({ token, onClose }: { token: string; onClose: () => void }) {
  const t = useTexts(accountTexts)
  const { uid } = useSignedIn()
  const { data: profile } = useSuspenseQuery(ownProfileQuery())
  const confirm = useAction(confirmEmail, { success: showProfile })
  // The pending address when the dialog opened; after the confirmation there is none.
  const [address] = useState(profile.pendingEmailAddress)
  if (address === null)
    return (
      <Alert tone="warning" title={t.email_confirm_none}>
        {t.email_link_used}
      </Alert>
    )
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title={t.email_confirm_title}
      confirmLabel={t.email_confirm}
      cancelLabel={t.account_cancel}
      onConfirm={() => confirm.submit({ params: { uid }, body: { token } })}
    >
      <p>{formatMessage(t.email_confirm_body, { address })}</p>
    </ConfirmModal>
  )
}
