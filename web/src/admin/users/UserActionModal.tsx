import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { userListTexts } from '@portico/contract/users/user-list-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { useAction } from '../../patterns/use-action.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { actionWords, changedByUserActions, type NamedUser, type PlainAction, plainActions } from './user-actions.ts'
import { fullName } from '@portico/contract/users/full-name.ts'

interface UserActionModalProps {
  action: PlainAction
  user: NamedUser
  onClose: () => void
}

/** Asks before an action on one user, and says how it ended (UADM-034..037, UADM-107). */
export function UserActionModal({ action, user, onClose }: UserActionModalProps) {
  const t = useTexts(userListTexts)
  const { cancel } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const { endpoint, body } = plainActions[action]
  const { label, isDanger } = actionWords[action]
  const act = useAction(endpoint, { invalidate: changedByUserActions, noAnswer: t.user_action_no_answer })
  return (
    <ConfirmModal
      opened
      danger={isDanger}
      onClose={onClose}
      title={t[label]}
      confirmLabel={t[label]}
      cancelLabel={cancel}
      closeAfterMs={CLOSE_AFTER_MS.record}
      onConfirm={() => act.submit({ params: { uid }, body: { userId: user.userId } })}
    >
      <p>{formatMessage(t[body], { name: fullName(user) })}</p>
    </ConfirmModal>
  )
}
