import {
  ACCESS_CHANGE_UNDO_HOURS,
  ACCESS_CHANGE_USERS_SHOWN,
} from '@portico/contract/access-changes/access-change-rules.ts'
import type { AccessChange, ListedAccessChange } from '@portico/contract/access-changes/access-changes.ts'
import type { Tx } from '../../db/database.ts'
import { type Message, sentences, type Translate } from '../../http/sentences.ts'
import { countUsers, listUnchanged, type StoredChange } from './access-change-store.ts'
import { personView } from './plan-access-change.ts'

/** An act with its progress and result, in the words of its reader. */
export async function accessChangeView(
  tx: Tx,
  change: ListedAccessChange,
  translate: Translate,
): Promise<AccessChange> {
  const counts = await countUsers(tx, change.accessChangeId)
  const unchanged = await listUnchanged(tx, change.accessChangeId, ACCESS_CHANGE_USERS_SHOWN)
  return {
    ...change,
    leftOut: unchanged.map(({ userId, reason, ...user }) => ({
      ...personView({ ...user, id: userId }),
      message: translate(reason),
    })),
    reasons: counts.flatMap(({ reason, count }) =>
      reason === null ? [] : [{ message: translate(reason), userCnt: count }],
    ),
  }
}

/** What the answer of a call says of an act. */
export function messageOf({ kindCd, stateCd, changedCnt: count }: AccessChange): Message {
  if (kindCd === 'hand-over' && stateCd === 'planned') return sentences.hand_over_planned
  if (stateCd === 'planned') return sentences.access_change_planned
  if (stateCd === 'running') return sentences.access_change_started
  if (stateCd === 'undoing') return sentences.access_change_undo_started
  if (stateCd === 'undone') return sentences.access_change_undone
  if (kindCd === 'hand-over') return sentences[count > 0 ? 'hand_over_change_done' : 'hand_over_change_not_done']
  return kindCd === 'give' ? sentences.access_change_given({ count }) : sentences.access_change_ended({ count })
}

/**
 * Until when an act that changed so many users can be taken back, a planned one until it begins; null while it runs,
 * and once it is taken back.
 */
export function undoUntil({ kind, state, endedAt, plannedAt }: StoredChange, changedCount: number): Date | null {
  if (state === 'planned') return plannedAt
  if (kind === 'hand-over') return null
  return (state === 'done' || state === 'stopped') && endedAt !== null && changedCount > 0
    ? new Date(endedAt.getTime() + ACCESS_CHANGE_UNDO_HOURS * 3_600_000)
    : null
}
