import { useState } from 'react'
import type { ListedUser } from '@portico/contract/users.ts'
import { type Selection, useSelection } from '../../patterns/use-selection.ts'

/** The selected users of all pages, as they were when they were last on the screen. */
export function useUserSelection(rows: readonly ListedUser[]): { selection: Selection; users: readonly ListedUser[] } {
  const selection = useSelection()
  const [selectedBefore, setSelectedBefore] = useState<ReadonlyMap<string, ListedUser>>(new Map())
  const onPage = new Map(rows.map((user) => [String(user.userId), user]))
  return {
    users: [...selection.keys].flatMap((key) => onPage.get(key) ?? selectedBefore.get(key) ?? []),
    selection: {
      ...selection,
      set: (keys, isSelected) => {
        setSelectedBefore((before) => new Map([...before, ...onPage]))
        selection.set(keys, isSelected)
      },
    },
  }
}
