import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import { ACCESS_CHANGES_PLANNED_MAX } from '@portico/contract/access-changes/access-change-rules.ts'
import type { RequestOf } from '@portico/contract/kit/endpoint.ts'
import type { startAccessChange as startCall } from '@portico/contract/access-changes/access-changes.ts'
import { databaseTime } from '../../db/clock.ts'
import type { Db, Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { arrayOf, bool, int, statement, text } from '../../db/statement.ts'
import { Refusal, refuse, refuseOldSignIn } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext, Caller } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { enqueue } from '../../jobs/queue.ts'
import { plainLines } from '../../plain-lines.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import {
  addChange,
  beginUndo,
  countPlanned,
  countUsers,
  hasOpenChange,
  lockChange,
  setChangeState,
  type StoredChange,
  usersIn,
} from './access-change-store.ts'
import { type ActPermissions, isOver } from './access-change-rules.ts'
import { undoUntil } from './access-change-view.ts'
import { SMALL_USERS_MAX } from './run-access-change.ts'
import { concernedBy } from './stop-change.ts'
import { actOf, chooseUsers, hashOfUsers, plannedAtOf } from './choose-users.ts'

type Sent = RequestOf<typeof startCall>['body']

/** Stores an act with its users, and has a job do it; returns its id, or why it is refused. */
export async function startAccessChange(
  { db }: { db: Db },
  { caller, request }: CallContext,
  { reasonTxt = '', reviewedUsersTxt, ...sent }: Sent,
) {
  const act = actOf(sent)
  const isFresh = await caller.isSignInFresh()
  return db.transact(adminScope(caller), async (tx) => {
    const plannedAt = plannedAtOf(sent, await databaseTime(tx))
    if (plannedAt instanceof Refusal) return plannedAt
    const targets = await chooseUsers(tx, caller, sent)
    if (targets instanceof Refusal) return targets
    const count = targets.length
    if (reviewedUsersTxt !== undefined && reviewedUsersTxt !== hashOfUsers(targets))
      return refuse('409', sentences.access_change_list_changed({ count }))
    // One at a time for each administrator, so that nobody fills the queue that others wait in.
    const max = ACCESS_CHANGES_PLANNED_MAX
    if (plannedAt !== null && (await countPlanned(tx, caller.user.id)) >= max)
      return refuse('409', sentences.access_change_planned_max({ max }))
    if (count > SMALL_USERS_MAX && (await hasOpenChange(tx, caller.user.id)))
      return refuse('409', sentences.access_change_under_way)
    const names = await readNames(tx, act.permissions)
    if (names.isPortal && !isFresh) return refuseOldSignIn(sentences.reauth_needed)
    const reason = plainLines(reasonTxt)
    const { id: ownerId, clientId } = caller.user
    const id = await addChange(
      tx,
      {
        ...act,
        ownerId,
        clientId,
        reason,
        isFresh,
        sessionId: caller.sessionId,
        requestId: request.id,
        address: request.address,
        plannedAt,
      },
      targets.map((target) => target.id),
    )
    recordAudit(tx, request, {
      event: 'access_change_started',
      ...auditActor(caller),
      target: { kind: 'access-change', id },
      after: {
        kind: act.kind,
        ...names.recorded,
        reason,
        users: count,
        ...(plannedAt && { plannedAt: plannedAt.toISOString() }),
      },
    })
    await enqueueChange(tx, id, count, plannedAt)
    return id
  })
}

/** Adds the job of an act for so many users: small acts before large ones. */
export const enqueueChange = (
  tx: Tx,
  accessChangeId: number,
  count: number,
  startAfter: Date | null = null,
): Promise<void> =>
  enqueue(
    tx,
    'access-change',
    { accessChangeId },
    {
      dedupeKey: String(accessChangeId),
      priority: count <= SMALL_USERS_MAX ? 1 : 0,
      ...(startAfter && { startAfter }),
    },
  )

/** Has a job take back an act of the caller; grants that were changed since stay. A planned act does not happen. */
export async function undoAccessChange({ db }: { db: Db }, { caller, request }: CallContext, id: number) {
  const isFresh = await caller.isSignInFresh()
  const { isPortalAdmin } = await caller.authority()
  return db.transact(adminScope(caller), async (tx) => {
    const change = await lockChange(tx, id)
    if (!mayTakeBack(change, caller, isPortalAdmin)) return refuse('404', sentences.not_found)
    const counts = await countUsers(tx, id)
    const isPlanned = change.state === 'planned'
    const until = undoUntil(change, usersIn(counts, 'changed'))
    if (isOver(until, await databaseTime(tx))) return refuse('409', sentences.access_change_undo_over)
    if (!isPlanned && !isFresh && (await readNames(tx, change.permissions)).isPortal)
      return refuseOldSignIn(sentences.reauth_needed)
    const concerned = change.kind === 'hand-over' ? await concernedBy(tx, change) : {}
    if (isPlanned) setChangeState(tx, id, 'undone')
    else beginUndo(tx, id, { isFresh, sessionId: caller.sessionId, requestId: request.id, address: request.address })
    recordAudit(tx, request, {
      event: 'access_change_undone',
      ...auditActor(caller),
      ...concerned,
      target: { kind: 'access-change', id },
    })
    if (!isPlanned) await enqueueChange(tx, id, usersIn(counts))
    return null
  })
}

/**
 * An act belongs to the administrator who started it; nobody else takes it back. A planned one can also be taken back by
 * a portal administrator, as its owner may be away by then.
 */
const mayTakeBack = (
  change: StoredChange | undefined,
  { user }: Caller,
  isPortalAdmin: boolean,
): change is StoredChange => change?.ownerId === user.id || (change?.state === 'planned' && isPortalAdmin)

const namesStatement = statement([arrayOf(int), arrayOf(int), arrayOf(int)], {
  name: 'access-changes: names',
  text: `
  select name::text as name, id = ${PORTAL_SYSTEM_ID} as "isPortal", false as "isSet" from systems where id = any ($1::integer[])
  union all
  select system.name || ' / ' || page.name, system.id = ${PORTAL_SYSTEM_ID}, false
    from pages page join systems system on system.id = page.system_id where page.id = any ($2::integer[])
  union all
  select one.name, exists (select from permission_set_items item where item.set_id = one.id and item.system_id = ${PORTAL_SYSTEM_ID}), true
    from permission_sets one where one.id = any ($3::integer[])
  order by name`,
  row: { name: text, isPortal: bool, isSet: bool },
})

/** The names of what an act gives or ends, and whether it concerns the portal itself (S52). */
async function readNames(tx: Tx, { system, page, setIds = [] }: ActPermissions) {
  const found = await run(
    tx,
    namesStatement(
      system.map(({ systemId }) => systemId),
      page.map(({ pageId }) => pageId),
      setIds,
    ),
  )
  const sets = found.filter(({ isSet }) => isSet)
  const textOf = (named: typeof found) => named.map(({ name }) => name).join(', ')
  return {
    recorded: {
      applications: textOf(found.filter(({ isSet }) => !isSet)),
      ...(sets.length > 0 && { sets: textOf(sets) }),
    },
    isPortal: found.some(({ isPortal }) => isPortal),
  }
}
