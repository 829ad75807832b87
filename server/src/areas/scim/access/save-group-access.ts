import type { Db, Tx } from '../../../db/database.ts'
import { Answer, Refusal, refuse, refuseOldSignIn } from '../../../http/answers.ts'
import { adminScope } from '../../../http/authority.ts'
import type { CallContext } from '../../../http/caller.ts'
import { sentences } from '../../../http/sentences.ts'
import { runJobNow } from '../../../jobs/queue.ts'
import { auditActor, auditChange } from '../../audit/public.ts'
import { followSourcesOf, readSourceUsers, SOURCE_USERS_MAX } from '../../grants/public.ts'
import { type ActorRights, readActorRights, wantedOf } from '../../permissions/public.ts'
import { offerUndo, takeUndo } from '../../undo/public.ts'
import { lockGroupAccess, replaceGroupItems } from './group-access-store.ts'
import { replaceGroupSets } from './group-set-store.ts'
import {
  type GroupAccess,
  type GroupOfClient,
  planGroupChange,
  readGroupAccess,
  type WantedAccess,
} from './plan-group-access.ts'

const UNDO = 'change directory_group access'

interface Snapshot extends GroupOfClient, WantedAccess {
  /** What the group gave after the change. */
  version: number
}

/** Says what a group gives its members, who get and lose it in this transaction; of many a job does it. */
export async function saveGroupAccess(
  { db }: { db: Db },
  call: CallContext,
  group: GroupOfClient,
  { version, ...wanted }: WantedAccess & { version: number },
) {
  const rights = await readActorRights(call)
  return db.transact(adminScope(call.caller), async (tx) => {
    const done = await change(tx, { ...call, ...rights }, group, { version, wanted })
    if (done instanceof Refusal) return done
    const snapshot: Snapshot | null = done && { ...group, ...done.before, version: done.version }
    const offer = snapshot && (await offerUndo(tx, { kind: UNDO, userId: call.caller.user.id, snapshot }))
    return new Answer(offer, { message: sentences.directory_group_saved })
  })
}

/** Takes back a change of the caller, by the same rules as a change; refused where the group was changed again. */
export async function undoGroupAccess({ db }: { db: Db }, call: CallContext, group: GroupOfClient, undoId: number) {
  const rights = await readActorRights(call)
  return db.transact(adminScope(call.caller), async (tx) => {
    const snapshot = await takeUndo<Snapshot>(tx, UNDO, call.caller.user.id, undoId)
    if (snapshot?.groupId !== group.groupId || snapshot.clientId !== group.clientId)
      return refuse('404', sentences.undo_expired)
    const done = await change(tx, { ...call, ...rights }, group, { version: snapshot.version, wanted: snapshot })
    return done instanceof Refusal ? done : new Answer(null, { message: sentences.directory_group_undone })
  })
}

/** Returns what the group gave and its next version, null where nothing changes, or why it is refused. */
async function change(
  tx: Tx,
  { caller, request, authority, isFresh }: CallContext & ActorRights,
  { clientId, groupId }: GroupOfClient,
  { version, wanted }: { version: number; wanted: WantedAccess },
) {
  const group = await lockGroupAccess(tx, clientId, groupId)
  if (!group) return refuse('404', sentences.not_found)
  if (group.version !== version) return refuse('409', sentences.directory_group_stale)
  const before = await readGroupAccess(tx, { clientId, groupId })
  const plan = await planGroupChange(tx, { clientId, groupId, by: caller.user.id, authority }, before, wanted)
  if (plan instanceof Refusal) return plan
  if (plan.changesPortal && !isFresh) return refuseOldSignIn(sentences.reauth_needed)
  if (!plan.hasChanges) return null
  const by = { clientId, groupId, by: caller.user.id }
  replaceGroupSets(tx, by, plan.wanted.setIds, plan.stopped.setIds)
  const next = await replaceGroupItems(tx, by, wanted, plan.stopped)
  auditChange(
    tx,
    { caller, request },
    { event: 'directory_group_changed', kind: 'directory-group', id: groupId, clientId },
    recordOf(before),
    recordOf(await readGroupAccess(tx, { clientId, groupId })),
  )
  await followMembers(tx, { caller, request }, { clientId, groupId }, group.name)
  return { before: { ...wantedOf(before.items), setIds: before.sets.map(({ setId }) => setId) }, version: next }
}

const recordOf = ({ sets, items }: GroupAccess) => ({ gives: [...sets, ...items].map(({ name }) => name) })

async function followMembers(
  tx: Tx,
  { caller, request }: CallContext,
  { clientId, groupId }: GroupOfClient,
  groupName: string,
): Promise<void> {
  const members = await readSourceUsers(tx, { kind: 'group', id: groupId }, SOURCE_USERS_MAX + 1)
  const accounts = members.map(({ userId }) => userId)
  if (accounts.length > SOURCE_USERS_MAX) return void (await runJobNow(tx, 'grant-ends'))
  const { actorId, sessionId } = auditActor(caller)
  await followSourcesOf(
    tx,
    clientId,
    accounts,
    { context: request, actorId, sessionId },
    { kind: 'group', name: groupName, version: null },
  )
}
