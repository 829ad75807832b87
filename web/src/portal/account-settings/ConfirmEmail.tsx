import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { confirmEmail } from '@portico/contract/account.ts'
import { accountTexts } from '@portico/contract/texts/account-texts.ts'
import { ApiError, ask } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { fill } from '../../ui/fill.ts'
import type { Outcome } from '../../ui/ModalForm.tsx'
import { Message } from '../../ui/Message.tsx'
import { keepProfile, profileQuery } from './account-queries.ts'

const LINK = /^confirm-email=([\w-]{1,200})$/

/**
 * Where the link of the mail leads. Opening it does nothing: scanners do that too. What it holds leaves
 * the address bar at once, and is sent when the person says so.
 */
export function ConfirmEmail() {
  const { hash } = useLocation()
  const [token, setToken] = useState(() => LINK.exec(hash)?.[1] ?? null)
  const navigate = useNavigate()
  useEffect(() => {
    if (LINK.test(hash)) void navigate({ to: paths.accountSettings(), replace: true })
  }, [hash, navigate])
  return token === null ? null : <ConfirmWindow token={token} onClose={() => setToken(null)} />
}

function ConfirmWindow({ token, onClose }: { token: string; onClose: () => void }) {
  const t = useTexts(accountTexts)
  const { uid } = useSignedIn()
  const { data: profile } = useSuspenseQuery(profileQuery())
  // What waited when the window opened: once it is confirmed, nothing does.
  const [address] = useState(profile.pendingEmailAddress)
  if (address === null)
    return (
      <Message tone="warning" title={t.email_confirm_none}>
        {t.email_link_spent}
      </Message>
    )
  const confirm = async (): Promise<Outcome> => {
    try {
      const { data, message } = await ask(confirmEmail, { params: { uid }, body: { token } })
      keepProfile(data)
      return { ok: true, message }
    } catch (error) {
      if (error instanceof ApiError) return { ok: false, message: error.message }
      throw error
    }
  }
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title={t.email_confirm_title}
      confirmLabel={t.email_confirm}
      cancelLabel={t.account_cancel}
      onConfirm={confirm}
    >
      <p>{fill(t.email_confirm_body, { address })}</p>
    </ConfirmModal>
  )
}
