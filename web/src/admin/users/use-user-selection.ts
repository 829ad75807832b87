import { useRowSelection } from '../../patterns/use-row-selection.ts'
import type { Selection } from '../../patterns/use-selection.ts'
import type { UserResult } from './bulk-run.ts'

interface UserSelection<User> {
  selection: Selection
  users: readonly User[]
  /** Leaves selected those for whom an action was not done. */
  deselectDone: (results: readonly UserResult[]) => void
}

/** The selected users of all pages, as they were when they were last on the screen. */
export function useUserSelection<User extends { userId: number }>(rows: readonly User[]): UserSelection<User> {
  const { selection, selected } = useRowSelection(rows, ({ userId }) => userId)
  return {
    selection,
    users: selected,
    deselectDone: (results) =>
      selection.set(
        results.filter(({ isDone }) => isDone).map(({ userId }) => String(userId)),
        false,
      ),
  }
}
