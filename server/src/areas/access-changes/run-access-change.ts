import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import { describeError } from '../../error-cause.ts'
import type { Logger } from '../../logging.ts'
import type { Db, Tx } from '../../db/database.ts'
import { DatabaseUnavailable } from '../../db/database-unavailable.ts'
import { everything } from '../../db/scope.ts'
import { Refusal } from '../../http/answers.ts'
import { sentences } from '../../http/sentences.ts'
import { changeSets, judgeSets, lockSets } from '../permission-sets/public.ts'
import { changeWithin, lockUserTargets } from '../permissions/public.ts'
import {
  countUsers,
  findChange,
  lockChange,
  nextUsers,
  noteOutcomes,
  setChangeState,
  type StoredChange,
  type UserOfChange,
  type UserOutcome,
  usersIn,
} from './access-change-store.ts'
import { type AccessAct, type ActPermissions, givingOf } from './access-change-rules.ts'
import { type ChangeBatch, LeftOut, readBatch, wantedOf } from './change-batch.ts'
import { runHandOver } from './run-hand-over.ts'
import { type PlannedUser, planWithSets, unchanged } from './plan-access-change.ts'
import { type Giver, readGiver } from './read-giver.ts'
import { stopChange } from './stop-change.ts'
import { undoForUsers } from './undo-for-users.ts'

export interface RunDeps {
  db: Db
  logger: Pick<Logger, 'warn'>
}

/** Users whose access is changed in one transaction. */
export const ACCESS_CHANGED_AT_ONCE = 200

/** Acts for so few users are done before the answer, so that nobody waits for the job. */
export const SMALL_USERS_MAX = 50

/** What a user of an act waits in, and what an act is once nobody waits. */
const directions = {
  running: { from: 'waiting', end: 'done' },
  undoing: { from: 'changed', end: 'undone' },
} as const

const nothing: ActPermissions = { system: [], page: [] }

/** False for a hand-over, which has one user and no batches. */
const changesAccess = (change: StoredChange): change is StoredChange & AccessAct => change.kind !== 'hand-over'

const directionOf = ({ state }: StoredChange) => (state === 'running' || state === 'undoing' ? directions[state] : null)

/**
 * Does an act, or takes it back, a batch in a transaction, until nobody waits. May be stopped and repeated at any time:
 * what a batch did is stored with it, so that no user is changed twice. Users whose batch fails are tried one by one.
 */
export async function runAccessChange(deps: RunDeps, id: number, signal: AbortSignal): Promise<void> {
  const { db } = deps
  for (let size = ACCESS_CHANGED_AT_ONCE; ;) {
    signal.throwIfAborted()
    const giver = await db.read(everything, async (tx) => {
      const change = await findChange(tx, id)
      if (!change || !directionOf(change)) return undefined
      const found = await readGiver(tx, change)
      return found && { scope: found.scope, kind: change.kind }
    })
    if (giver === undefined) return
    if (giver === null) {
      await db.transact(everything, (tx) => stopChange(tx, id))
      return
    }
    if (giver.kind === 'hand-over') return runHandOver(deps, giver.scope, id)
    const outcome = await tryBatch(deps, giver.scope, id, size)
    if (outcome === 'over') return
    size = outcome === 'failed' ? 1 : ACCESS_CHANGED_AT_ONCE
  }
}

/** Does an act for few users at once; where the database is too busy, the job of the act goes on. */
export async function runIfSmall(deps: RunDeps, id: number): Promise<void> {
  if (usersIn(await deps.db.read(everything, (tx) => countUsers(tx, id))) > SMALL_USERS_MAX) return
  try {
    await runAccessChange(deps, id, new AbortController().signal)
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
  }
}

async function tryBatch(
  { db, logger }: RunDeps,
  scope: Giver['scope'],
  id: number,
  size: number,
): Promise<'more' | 'over' | 'failed'> {
  try {
    return await db.transact(scope, (tx) => runBatch(tx, id, size))
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error
    const message = error instanceof Error ? describeError(error) : String(error)
    logger.warn({ accessChange: id, users: size, err: { message } }, 'a batch of a change of access failed')
    if (size === 1) await db.transact(scope, (tx) => markFailed(tx, id))
    return 'failed'
  }
}

async function runBatch(tx: Tx, id: number, size: number): Promise<'more' | 'over'> {
  const change = await lockChange(tx, id)
  const direction = change && directionOf(change)
  if (!change || !direction || !changesAccess(change)) return 'over'
  const giver = await readGiver(tx, change)
  if (giver === null) return 'more'
  const users = await nextUsers(tx, id, direction.from, size)
  if (users.length === 0) {
    setChangeState(tx, id, direction.end)
    return 'over'
  }
  const outcomes = await (change.state === 'undoing' ? undoForUsers : changeUsers)(tx, change, giver, users)
  noteOutcomes(tx, id, outcomes)
  return 'more'
}

/** The user at whom a batch of one failed, so that the act goes on with the next. */
async function markFailed(tx: Tx, id: number): Promise<void> {
  const change = await lockChange(tx, id)
  const direction = change && directionOf(change)
  const [user] = direction ? await nextUsers(tx, id, direction.from, 1) : []
  if (user) noteOutcomes(tx, id, [{ userId: user.userId, state: 'failed', reason: sentences.access_change_failed }])
}

async function changeUsers(
  tx: Tx,
  change: StoredChange & AccessAct,
  giver: Giver,
  users: readonly UserOfChange[],
): Promise<UserOutcome[]> {
  const sets = await lockSets(tx, 'give', change.permissions.setIds ?? [])
  const targets = await lockUserTargets(
    tx,
    users.map(({ userId }) => userId),
  )
  const batch = await readBatch(tx, giver.authority, targets, [change.permissions])
  const rights = { authority: giver.authority, isFresh: change.isFresh }
  const giving = givingOf(change.permissions)
  const setsOf = await judgeSets(tx, rights, { ...giving, sets }, targets)
  const given: Parameters<typeof changeSets>[3][number][] = []
  const one = async (user: ChangeBatch['users'][number]): Promise<UserOutcome> => {
    const planned = planWithSets(change, giver.authority, batch, user, setsOf(user.target))
    if (planned instanceof LeftOut) return leftOut(user, planned)
    const outcome = planned.plan ? await changeOne(tx, change, giver, batch, user) : unchangedSoFar(user)
    if (outcome.after === undefined || planned.sets.length === 0) return outcome
    given.push({ target: user.target, sets: planned.sets })
    return withSets(outcome, planned)
  }
  const outcomes = await inOrder(concernsPortal(change, batch), batch.users, one)
  await changeSets(tx, giver.by, giving, given)
  const found = new Set(targets.map(({ id }) => id))
  const gone = users.filter(({ userId }) => !found.has(userId))
  return [
    ...outcomes,
    ...gone.map(({ userId }): UserOutcome => ({ userId, state: 'left-out', reason: sentences.user_not_found })),
  ]
}

/** What became of a user, with the sets that they get, and until when they have had those before. */
function withSets(
  { before = nothing, after = nothing, ...outcome }: UserOutcome,
  { sets, formerEnds }: Pick<PlannedUser, 'sets' | 'formerEnds'>,
): UserOutcome {
  const setEnds = Object.fromEntries([...formerEnds].map(([{ set }, endsAt]) => [set.id, endsAt]))
  return {
    ...outcome,
    before: { ...before, ...(formerEnds.size > 0 && { setEnds }) },
    after: { ...after, setIds: sets.map(({ set }) => set.id) },
  }
}

/** Rights in the portal itself, whose last administrator stays: each change has to see those before it. */
const concernsPortal = ({ permissions }: StoredChange, { context: { catalog } }: ChangeBatch): boolean =>
  permissions.system.some(({ systemId }) => systemId === PORTAL_SYSTEM_ID) ||
  permissions.page.some(({ pageId }) => catalog.pages.get(pageId)?.systemId === PORTAL_SYSTEM_ID)

/** Does the work for all at once, so that their statements travel together, or one after the other. */
async function inOrder<Item, Result>(
  isOneByOne: boolean,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  if (!isOneByOne) return Promise.all(items.map(work))
  const results: Result[] = []
  for (const item of items) results.push(await work(item))
  return results
}

const leftOut = ({ target }: ChangeBatch['users'][number], { message }: LeftOut | Refusal): UserOutcome => ({
  userId: target.id,
  state: 'left-out',
  reason: message,
})

/** A user who gets sets alone. */
const unchangedSoFar = ({ target, held }: ChangeBatch['users'][number]): UserOutcome => ({
  userId: target.id,
  state: 'changed',
  before: held,
  after: held,
})

async function changeOne(
  tx: Tx,
  change: StoredChange & AccessAct,
  { authority, by }: Giver,
  { context }: ChangeBatch,
  user: ChangeBatch['users'][number],
): Promise<UserOutcome> {
  const { target, held } = user
  const wanted = wantedOf(change, authority, user)
  if (wanted instanceof LeftOut) return leftOut(user, wanted)
  const outcome = await changeWithin(tx, by, context, { isFresh: change.isFresh, target, held, sent: wanted })
  if (outcome instanceof Refusal) return leftOut(user, outcome)
  if (!outcome.hasChanges) return leftOut(user, unchanged(change.kind))
  return { userId: target.id, state: 'changed', before: outcome.before, after: outcome.after }
}
