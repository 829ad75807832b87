import { useState } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { userListTexts } from '@portico/contract/users/user-list-texts.ts'
import { invalidate } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { BulkResultDialog } from './BulkResultDialog.tsx'
import { type ExpectedStates, runBulk, type UserResult } from './bulk-run.ts'
import { nameWithId } from './name-with-id.ts'
import { type ActedOn, type UndoOffer, undoOf } from './undo-bulk.ts'
import { actionWords, bulkBodies, changedByUserActions, type ManyUsersAction } from './user-actions.ts'

/** Names listed before the act; the rest is counted. */
const NAMES_SHOWN = 10

interface BulkActionDialogProps {
  action: ManyUsersAction
  users: readonly ActedOn[]
  /** Users for whom it is known that it cannot be done. */
  excludedCount: number
  onDone: (results: readonly UserResult[]) => void
  onClose: () => void
}

/** What was done last, and what came of it. */
interface Done {
  action: ManyUsersAction
  expected?: ExpectedStates
  /** How often the user has undone it: each result is a dialog of its own. */
  undone: number
  results: readonly UserResult[]
}

/** For how many an undo is; null: for all whom the action has changed. */
const partOf = ({ userIds }: UndoOffer, results: readonly UserResult[]): number | null =>
  userIds.length < results.filter(({ isDone }) => isDone).length ? userIds.length : null

/** An undo may be tried again for those for whom it failed; null where there are none. */
function undoAgain({ action, expected = new Map(), results }: Done): UndoOffer | null {
  const userIds = results.filter(({ isDone }) => !isDone).map(({ userId }) => userId)
  return userIds.length > 0 && action !== 'restore' ? { action, expected, userIds } : null
}

/** One action on the selected users: how many and who, progress, then a result for each, from which it can be undone. */
export function BulkActionDialog({ action, users, excludedCount, onDone, onClose }: BulkActionDialogProps) {
  const t = useTexts(userListTexts)
  const { cancel } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  // The selection shrinks with the results.
  const [chosen] = useState(users)
  const [done, setDone] = useState<number | null>(null)
  const [last, setLast] = useState<Done | null>(null)
  const { label, isDanger } = actionWords[action]
  const title = formatMessage(t.users_bulk_title, { action: t[label], count: chosen.length })
  const act = (on: ManyUsersAction, userIds: readonly number[], expected?: ExpectedStates) => {
    setDone(0)
    const words = { noAnswer: t.user_action_no_answer, notTried: t.users_bulk_not_tried }
    const asked = on === 'restore' ? 'reactivate' : on
    return runBulk({ uid, action: asked, userIds, expected, onProgress: setDone, words })
  }
  const show = async (next: Done) => {
    setLast(next)
    await Promise.all(changedByUserActions.map(invalidate))
  }
  const run = async () => {
    const results = await act(
      action,
      chosen.map(({ userId }) => userId),
    )
    onDone(results)
    await show({ action, undone: 0, results })
    return null
  }
  const undo = last && (last.undone > 0 ? undoAgain(last) : undoOf(last.action, chosen, last.results))
  const runUndo = async () => {
    if (!last || !undo) return
    const { action: opposite, userIds, expected } = undo
    const results = await act(opposite, userIds, expected)
    await show({ action: opposite, undone: last.undone + 1, expected, results })
  }
  if (last)
    return (
      <BulkResultDialog
        key={last.undone}
        action={t[actionWords[last.action].label]}
        users={chosen}
        results={last.results}
        {...(undo && { undo: { part: last.undone > 0 ? null : partOf(undo, last.results), onUndo: runUndo } })}
        onClose={onClose}
      />
    )
  const progress = formatMessage(t.users_bulk_progress, { done: done ?? 0, count: chosen.length })
  return (
    <ConfirmModal
      opened
      danger={isDanger}
      size="m"
      onClose={onClose}
      title={title}
      confirmLabel={t[label]}
      cancelLabel={cancel}
      onConfirm={run}
    >
      <p>{t[bulkBodies[action]]}</p>
      <ul aria-label={t.users_bulk_names}>
        {chosen.slice(0, NAMES_SHOWN).map((user) => (
          <li key={user.userId}>{nameWithId(user)}</li>
        ))}
        {chosen.length > NAMES_SHOWN && (
          <li>{formatMessage(t.users_bulk_more, { count: chosen.length - NAMES_SHOWN })}</li>
        )}
      </ul>
      {excludedCount > 0 && <p>{formatMessage(t.users_bulk_excluded, { count: excludedCount })}</p>}
      {done !== null && (
        <>
          <Progress label={title} fraction={done / chosen.length} valueText={progress} />
          <p role="status">{progress}</p>
        </>
      )}
    </ConfirmModal>
  )
}
