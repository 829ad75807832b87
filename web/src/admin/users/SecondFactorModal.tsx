import { useState } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { userListTexts } from '@portico/contract/users/user-list-texts.ts'
import { deleteUserSecondFactor, resetUserSecondFactor } from '@portico/contract/users/user-actions.ts'
import { listUsers, type ListedUser } from '@portico/contract/users/users.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { runAction } from '../../patterns/run-action.ts'
import { useAction } from '../../patterns/use-action.ts'
import { Alert } from '../../ui/Alert.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { fullName } from '@portico/contract/users/full-name.ts'

interface SecondFactorModalProps {
  user: ListedUser
  /** Name of the security provider. */
  provider: string
  onClose: () => void
}

/** Resets the second factor; where the provider knows none, offers to remove the user there (UADM-001, UADM-108). */
export function SecondFactorModal({ user, provider, onClose }: SecondFactorModalProps) {
  const t = useTexts(userListTexts)
  const { cancel } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  /** The server's sentence in the state 'nocontent'. */
  const [noContent, setNoContent] = useState<string | null>(null)
  const remove = useAction(deleteUserSecondFactor, { invalidate: [listUsers], noAnswer: t.user_action_no_answer })
  const input = { params: { uid }, body: { userId: user.userId } }
  const reset = async () => {
    let isNoContent = false
    const outcome = await runAction(
      async () => {
        const { code, message } = await request(resetUserSecondFactor, input)
        isNoContent = code === '204'
        return message
      },
      [listUsers],
      t.user_action_no_answer,
    )
    if (!isNoContent) return outcome
    setNoContent(outcome.message)
    return null
  }
  const common = {
    opened: true,
    onClose,
    title: formatMessage(t.user_reset_second_factor_title, { provider }),
    cancelLabel: cancel,
    closeAfterMs: CLOSE_AFTER_MS.record,
  }
  const names = { name: fullName(user), provider }
  if (noContent === null)
    return (
      <ConfirmModal key="init" {...common} confirmLabel={t.user_reset_second_factor_confirm} onConfirm={reset}>
        <p>{formatMessage(t.user_reset_second_factor_body, names)}</p>
      </ConfirmModal>
    )
  return (
    <ConfirmModal
      key="nocontent"
      {...common}
      confirmLabel={formatMessage(t.user_remove_at_provider, { provider })}
      onConfirm={() => remove.submit(input)}
    >
      <Alert tone="info">{noContent}</Alert>
      <p>{formatMessage(t.user_remove_at_provider_body, names)}</p>
    </ConfirmModal>
  )
}
