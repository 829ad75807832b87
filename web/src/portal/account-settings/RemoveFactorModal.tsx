import { useState } from 'react'
import { removeAuthenticator, removePasskey } from '@portico/contract/second-factor.ts'
import { secondFactorPageTexts } from '@portico/contract/texts/second-factor-page-texts.ts'
import { call } from '../../api/call.ts'
import { useTexts } from '../../api/texts.ts'
import { ModalForm } from '../../ui/ModalForm.tsx'
import type { Outcome } from '../../ui/outcome.ts'
import { formatMessage } from '@portico/contract/texts/format-message.ts'
import { messageOf } from '../second-factor/second-factor.ts'
import { CurrentPassword } from './CurrentPassword.tsx'

interface RemoveFactorModalProps {
  factor: { kind: 'app' } | { kind: 'passkey'; passkeyId: number; name: string }
  uid: number
  hasPassword: boolean
  onDone: () => void
  onClose: () => void
}

const CLOSE_AFTER_MS = 1500

/** Removes one factor, after the password. */
export function RemoveFactorModal({ factor, uid, hasPassword, onDone, onClose }: RemoveFactorModalProps) {
  const t = useTexts(secondFactorPageTexts)
  const [currentPassword, setCurrentPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const params = { uid }

  const remove = async (): Promise<Outcome | null> => {
    setError(null)
    try {
      if (factor.kind === 'app') await call(removeAuthenticator, { params, body: { currentPassword } })
      else await call(removePasskey, { params, body: { passkeyId: factor.passkeyId, currentPassword } })
      onDone()
      return { ok: true, message: t.factors_removed }
    } catch (refusal) {
      setError(messageOf(refusal))
      return hasPassword ? null : { ok: false, message: messageOf(refusal) }
    }
  }

  return (
    <ModalForm
      opened
      danger
      size="s"
      title={factor.kind === 'app' ? t.factors_remove_app_title : t.factors_remove_passkey_title}
      submitLabel={t.factors_remove}
      cancelLabel={t.factors_cancel}
      closeAfterMs={CLOSE_AFTER_MS}
      onSubmit={remove}
      onClose={onClose}
    >
      <p>
        {factor.kind === 'app'
          ? t.factors_remove_app_lead
          : formatMessage(t.factors_remove_passkey_lead, { name: factor.name })}
      </p>
      {hasPassword && <CurrentPassword value={currentPassword} error={error} onChange={setCurrentPassword} />}
    </ModalForm>
  )
}
