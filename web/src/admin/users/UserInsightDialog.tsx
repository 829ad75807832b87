import type { ListedUser } from '@portico/contract/users/users.ts'
import { lazyDialog } from '../../patterns/lazy-part.tsx'
import { SignOnAsDialog } from './SignOnAsDialog.tsx'

const EraseUserDialog = lazyDialog(() => import('./EraseUserDialog.tsx').then((module) => module.EraseUserDialog))
const HandOverDialog = lazyDialog(() => import('./HandOverDialog.tsx').then((module) => module.HandOverDialog))
const HomePreviewDrawer = lazyDialog(() => import('./HomePreviewDrawer.tsx').then((module) => module.HomePreviewDrawer))
const TileDrawer = lazyDialog(() => import('./TileDrawer.tsx').then((module) => module.TileDrawer))

const PersonExportDialog = lazyDialog(() =>
  import('./PersonExportDialog.tsx').then((module) => module.PersonExportDialog),
)

const kinds = ['tiles', 'preview', 'signOnAs', 'handOver', 'exportData', 'erase'] as const

/** What is opened about a user besides the actions on their account. */
export type UserInsight = (typeof kinds)[number]

export const isUserInsight = (kind: string): kind is UserInsight => kinds.some((one) => one === kind)

interface UserInsightDialogProps {
  kind: UserInsight
  user: Pick<ListedUser, 'userId' | 'firstNm' | 'lastNm' | 'employerId' | 'employerNm'>
  /** The page to return to from an emulation. */
  returnTo: string
  onClose: () => void
}

/** The dialog or drawer of this kind about a user. */
export function UserInsightDialog({ kind, user, returnTo, onClose }: UserInsightDialogProps) {
  if (kind === 'tiles') return <TileDrawer user={user} onClose={onClose} />
  if (kind === 'preview') return <HomePreviewDrawer user={user} onClose={onClose} />
  if (kind === 'handOver') return <HandOverDialog user={user} onClose={onClose} />
  if (kind === 'exportData') return <PersonExportDialog user={user} onClose={onClose} />
  if (kind === 'erase') return <EraseUserDialog user={user} onClose={onClose} />
  return <SignOnAsDialog user={user} returnTo={returnTo} onClose={onClose} />
}
