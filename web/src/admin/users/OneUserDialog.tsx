import type { UserAction } from '@portico/contract/users/user-action-rules.ts'
import type { ListedUser } from '@portico/contract/users/users.ts'
import { SecondFactorModal } from './SecondFactorModal.tsx'
import { UserActionModal } from './UserActionModal.tsx'

interface OneUserDialogProps {
  action: UserAction
  user: ListedUser
  provider: string
  onClose: () => void
}

/** The dialog of an action on one user. */
export function OneUserDialog({ action, user, provider, onClose }: OneUserDialogProps) {
  if (action === 'resetSecondFactor') return <SecondFactorModal user={user} provider={provider} onClose={onClose} />
  return <UserActionModal action={action} user={user} onClose={onClose} />
}
