import { serviceAccountPageTexts } from '@portico/contract/service-accounts/service-account-page-texts.ts'
import {
  listServiceAccounts,
  revokeServiceAccount,
  type ServiceAccount,
  type ServiceToken,
} from '@portico/contract/service-accounts/service-accounts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { useAction } from '../../patterns/use-action.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'

interface RevokeDialogProps {
  account: ServiceAccount
  /** One token; null: the account with all of them. */
  token: ServiceToken | null
  onClose: () => void
}

/** Revokes a service account with its tokens, or one token. */
export function RevokeDialog({ account, token, onClose }: RevokeDialogProps) {
  const t = useTexts(serviceAccountPageTexts)
  const { cancel } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const { serviceAccountId, serviceAccountNm: name } = account
  const revoke = useAction(revokeServiceAccount, { invalidate: [listServiceAccounts] })
  return (
    <ConfirmModal
      opened
      danger
      onClose={onClose}
      title={
        token
          ? formatMessage(t.service_token_revoke_title, { token: `${token.prefixTxt}…` })
          : formatMessage(t.service_revoke_title, { name })
      }
      confirmLabel={token ? t.service_token_revoke_confirm : t.service_revoke_confirm}
      cancelLabel={cancel}
      closeAfterMs={CLOSE_AFTER_MS.record}
      onConfirm={() =>
        revoke.submit({
          params: { uid, serviceAccountId },
          body: token ? { serviceTokenId: token.serviceTokenId } : {},
        })
      }
    >
      <p>{token ? t.service_token_revoke_body : t.service_revoke_body}</p>
    </ConfirmModal>
  )
}
