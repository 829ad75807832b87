import type { AccessChangeKind } from '@portico/contract/access-changes/access-change-rules.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import type { UserAction } from '@portico/contract/users/user-action-rules.ts'
import { userListTexts } from '@portico/contract/users/user-list-texts.ts'
import type { ListedUser } from '@portico/contract/users/users.ts'
import { useTexts } from '../../api/texts.ts'
import { LateAccessDialog } from '../give-access/LateAccessDialog.tsx'
import { OneUserDialog } from './OneUserDialog.tsx'
import { providerName } from './use-action-availability.ts'

interface UserActDialogProps {
  act: UserAction | AccessChangeKind
  user: ListedUser
  securityProvider: Parameters<typeof providerName>[0]
  onClose: () => void
}

/** The dialog of an act on one user, away from the list of users. */
export function UserActDialog({ act, user, securityProvider, onClose }: UserActDialogProps) {
  const t = { ...useTexts(userListTexts), ...useTexts(generalTexts) }
  if (act === 'give' || act === 'end')
    return (
      <LateAccessDialog
        act={{ kind: act, users: { userIds: [user.userId] }, count: 1 }}
        onDone={() => undefined}
        onClose={onClose}
      />
    )
  return <OneUserDialog action={act} user={user} provider={providerName(securityProvider, t)} onClose={onClose} />
}
