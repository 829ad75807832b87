import { handOverTexts } from '@portico/contract/users/hand-over-texts.ts'
import { tileAccessTexts } from '@portico/contract/tile-access/tile-access-texts.ts'
import type { ListedUser } from '@portico/contract/users/users.ts'
import { useTexts } from '../../api/texts.ts'
import type { MenuEntry } from '../../ui/MenuButton.tsx'
import type { UserInsight } from './UserInsightDialog.tsx'
import { useActionAvailability } from './use-action-availability.ts'

const texts = { ...tileAccessTexts, ...handOverTexts }

/** Returns the entries of a user's menu that open something about them. */
export function useUserInsights(): (
  user: ListedUser,
  open: (kind: UserInsight) => void,
  /** Why the administrator can't change the user, where the screen knows it. */
  readOnlyReason?: string,
) => MenuEntry[] {
  const t = useTexts(texts)
  const { reasonOf } = useActionAvailability()
  return (user, open, readOnlyReason) => {
    // Who may not be deleted may not be handed over.
    const disabledReason = reasonOf('delete', user) ?? readOnlyReason
    return [
      { label: t.tile_access_action, icon: 'search', onSelect: () => open('tiles') },
      { label: t.home_preview_action, icon: 'home', onSelect: () => open('preview') },
      {
        label: t.hand_over_action,
        icon: 'signOut',
        onSelect: () => open('handOver'),
        ...(disabledReason !== undefined && { disabledReason }),
      },
    ]
  }
}
