import { accessChangeTexts } from '@portico/contract/access-changes/access-change-texts.ts'
import {
  type AccessChange,
  getAccessChange,
  listAccessChanges,
  undoAccessChange,
} from '@portico/contract/access-changes/access-changes.ts'
import { giveAccessTexts } from '@portico/contract/access-changes/give-access-texts.ts'
import { listUserApplications } from '@portico/contract/catalog/catalog.ts'
import { listClientApplications } from '@portico/contract/clients/client-applications.ts'
import { getUserCustomers } from '@portico/contract/customers/user-customers.ts'
import { explainTile, listTileUsers, listUserTiles } from '@portico/contract/tile-access/tile-access.ts'
import { getUserDetail } from '@portico/contract/users/user-profile.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { ApiError, call } from '../../api/call.ts'
import type { NamedCall } from '../../api/query.ts'
import { formatMessage, texts } from '../../api/texts.ts'
import { runAction, thenInvalidate } from '../../patterns/run-action.ts'
import { offerUndo } from '../../patterns/use-action.ts'
import { dayOf } from '../../ui/day-bounds.ts'
import { formatDay } from '../../ui/format.ts'
import { toast } from '../../ui/toast.ts'
import { changedWithSets } from '../permissions/set-calls.ts'

const POLL_MS = 1_000

/** Calls whose answers an act changes. */
export const changedByAct: readonly NamedCall[] = [
  ...changedWithSets,
  getUserDetail,
  // Of permission sets that an act gives or takes.
  getUserCustomers,
  listUsers,
  listAccessChanges,
  getAccessChange,
  listUserTiles,
  explainTile,
  listTileUsers,
  listUserApplications,
  listClientApplications,
]

/**
 * Shows the result of an act once it is there, with Undo where there is something to undo; on whatever page the user
 * is by then.
 * @param onShow opens the list of acts
 */
export async function followAccessChange(uid: number, started: AccessChange, onShow: () => void): Promise<void> {
  const outcome = await runAction(async () => {
    const change = await thenInvalidate(() => untilOver(uid, started), changedByAct)
    const more = { label: texts(giveAccessTexts).give_access_show, run: onShow }
    if (change.undoUntilDt === null) toast.success(messageOf(change), undefined, more)
    else offerUndo(messageOf(change), () => undo(uid, change.accessChangeId), changedByAct, more)
    return ''
  })
  if (!outcome.ok) toast.error(outcome.message)
}

/** Has an act taken back; resolves once that is under way, and shows the result of a long one when it is there. */
export async function beginUndo(uid: number, accessChangeId: number): Promise<string> {
  const begun = await call(undoAccessChange, { params: { uid, accessChangeId } })
  if (begun.stateCd !== 'undoing') return undoneMessageOf(begun)
  void followUndo(uid, begun)
  return texts(accessChangeTexts).access_change_undo_started
}

async function followUndo(uid: number, begun: AccessChange): Promise<void> {
  const { ok, message } = await runAction(async () => undoneMessageOf(await untilOver(uid, begun)), changedByAct)
  if (ok) toast.success(message)
  else toast.error(message)
}

async function untilOver(uid: number, started: AccessChange): Promise<AccessChange> {
  let change = started
  while (isUnderWay(change)) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    change = await call(getAccessChange, { params: { uid, accessChangeId: change.accessChangeId } })
  }
  return change
}

/** True while an act is being done, or taken back. */
export const isUnderWay = ({ stateCd }: Pick<AccessChange, 'stateCd'>): boolean =>
  stateCd === 'running' || stateCd === 'undoing'

async function undo(uid: number, accessChangeId: number): Promise<string> {
  return undoneMessageOf(await untilOver(uid, await call(undoAccessChange, { params: { uid, accessChangeId } })))
}

/** What is said of an act that was taken back; throws where that stopped. */
function undoneMessageOf({ stateCd, changedCnt, keptCnt, failedCnt }: AccessChange): string {
  const t = texts(accessChangeTexts)
  if (stateCd === 'stopped') throw new ApiError(formatMessage(t.access_change_undo_stopped, { count: changedCnt }))
  const count = keptCnt + failedCnt
  return count === 0 ? t.access_change_undone : formatMessage(t.access_change_undone_partly, { count })
}

/** What is said of an act as far as it is. */
export function messageOf({
  kindCd,
  stateCd,
  plannedDt,
  changedCnt: count,
  leftOutCnt,
  failedCnt,
}: AccessChange): string {
  const [t, results] = [texts(giveAccessTexts), texts(accessChangeTexts)]
  if (stateCd === 'planned' && plannedDt)
    return formatMessage(t.give_access_planned, { date: formatDay(dayOf(plannedDt)) })
  if (stateCd === 'running') return results.access_change_started
  if (stateCd === 'stopped') return formatMessage(t.give_access_stopped, { count })
  const message = formatMessage(kindCd === 'give' ? results.access_change_given : results.access_change_ended, {
    count,
  })
  const left = leftOutCnt + failedCnt
  return left === 0 ? message : formatMessage(t.give_access_result, { message, left })
}
