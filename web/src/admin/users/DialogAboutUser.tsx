import type { ListedUser } from '@portico/contract/users.ts'
import { HandOverDialog } from './HandOverDialog.tsx'
import { HomePreviewDrawer } from './HomePreviewDrawer.tsx'
import { SignOnAsDialog } from './SignOnAsDialog.tsx'
import { TileDrawer } from './TileDrawer.tsx'

const kinds = ['tiles', 'preview', 'signOnAs', 'handOver'] as const

/** What is opened about a user besides the actions on their account. */
export type AboutUser = (typeof kinds)[number]

export const isAboutUser = (kind: string): kind is AboutUser => kinds.some((one) => one === kind)

interface DialogAboutUserProps {
  kind: AboutUser
  user: Pick<ListedUser, 'userId' | 'firstNm' | 'lastNm' | 'employerId' | 'employerNm'>
  /** The page to return to from an emulation. */
  returnTo: string
  onClose: () => void
}

/** The dialog or drawer of this kind about a user. */
export function DialogAboutUser({ kind, user, returnTo, onClose }: DialogAboutUserProps) {
  if (kind === 'tiles') return <TileDrawer user={user} onClose={onClose} />
  if (kind === 'preview') return <HomePreviewDrawer user={user} onClose={onClose} />
  if (kind === 'handOver') return <HandOverDialog user={user} onClose={onClose} />
  return <SignOnAsDialog user={user} returnTo={returnTo} onClose={onClose} />
}
