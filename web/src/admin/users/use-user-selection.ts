import { useState } from 'react'
import type { UserResult } from './bulk-run.ts'
import { type Selection, useSelection } from '../../patterns/use-selection.ts'

interface UserSelection<User> {
  selection: Selection
  users: readonly User[]
  /** Leaves selected those for whom an action was not done. */
  deselectDone: (results: readonly UserResult[]) => void
}

/** The selected users of all pages, as they were when they were last on the screen. */
export function useUserSelection<User extends { userId: number }>(rows: readonly User[]): UserSelection<User> {
  const selection = useSelection()
  const [selectedBefore, setSelectedBefore] = useState<ReadonlyMap<string, User>>(new Map())
  const onPage = new Map(rows.map((user) => [String(user.userId), user]))
  return {
    deselectDone: (results) =>
      selection.set(
        results.filter(({ isDone }) => isDone).map(({ userId }) => String(userId)),
        false,
      ),
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
