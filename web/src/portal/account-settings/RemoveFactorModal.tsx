import { removeAuthenticator, removePasskey } from '@portico/contract/second-factor/second-factor.ts'
import { secondFactorPageTexts } from '@portico/contract/second-factor/second-factor-page-texts.ts'
import { call } from '../../api/call.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { CurrentPassword, usePasswordForm } from './CurrentPassword.tsx'

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
  const params = { uid }
  const form = usePasswordForm({
    hasPassword,
    save: async (body) => {
      if (factor.kind === 'app') await call(removeAuthenticator, { params, body })
      else await call(removePasskey, { params, body: { passkeyId: factor.passkeyId, ...body } })
      onDone()
      return t.factors_removed
    },
  })
  return (
    <EditDialog
      form={form}
      danger
      size="s"
      title={factor.kind === 'app' ? t.factors_remove_app_title : t.factors_remove_passkey_title}
      submitLabel={t.factors_remove}
      closeAfterMs={CLOSE_AFTER_MS}
      onClose={onClose}
    >
      <p>
        {factor.kind === 'app'
          ? t.factors_remove_app_lead
          : formatMessage(t.factors_remove_passkey_lead, { name: factor.name })}
      </p>
      {hasPassword && <CurrentPassword form={form} />}
    </EditDialog>
  )
}
