import { useState } from 'react'
import { giveAccessTexts } from '@portico/contract/access-changes/give-access-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import type { BulkAction } from '../../patterns/BulkBar.tsx'
import type { Selection } from '../../patterns/use-selection.ts'
import type { ChosenUsers } from '../give-access/give-access-form.ts'
import { useAccessDialog } from '../give-access/use-access-dialog.tsx'

interface GiveAccessOptions {
  selection: Selection
  /** How many users match the filters of the list, and these filters. */
  total: number
  /** The rows are those of other filters. */
  isStale: boolean
  match: NonNullable<ChosenUsers['match']>
}

/** The order of the list does not change who matches. */
const filtersOf = ({ orderByColumn: _, isOrderByDesc: __, ...filters }: GiveAccessOptions['match']) =>
  JSON.stringify(filters)

/** Gives or ends the access of the selected users, or of all that match the filters of the list. */
export function useGiveAccess({ selection, total, isStale, match }: GiveAccessOptions) {
  const t = useTexts(giveAccessTexts)
  const [all, setAll] = useState<{ match: GiveAccessOptions['match']; count: number } | null>(null)
  // With other filters nobody but the selected rows is selected.
  const matched = all !== null && filtersOf(all.match) === filtersOf(match) ? all : null
  const count = matched?.count ?? selection.keys.size
  const clear = () => {
    setAll(null)
    selection.clear()
  }
  const users: ChosenUsers = matched ? { match: matched.match } : { userIds: [...selection.keys].map(Number) }
  const { entries, dialog } = useAccessDialog(clear)
  const actions: BulkAction[] = entries(() => ({ users, count }))
  return {
    actions,
    /** Why other actions are unavailable; undefined where they are for the selected rows. */
    refusedForAll: matched ? t.give_access_not_for_all : undefined,
    selection: {
      keys: selection.keys,
      set: (keys: readonly string[], isSelected: boolean) => {
        setAll(null)
        selection.set(keys, isSelected)
      },
      clear,
      ...(!isStale &&
        total > selection.keys.size && {
          matching: {
            isSelected: matched !== null,
            label: formatMessage(t.give_access_select_all, { count: total }),
            selectedLabel: formatMessage(t.give_access_all_selected, { count }),
            select: () => setAll({ match, count: total }),
          },
        }),
    } satisfies Selection,
    dialog,
  }
}
