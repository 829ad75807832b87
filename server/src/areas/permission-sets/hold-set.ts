import type { Tx } from '../../db/database.ts'
import type { ActContext } from '../../http/caller.ts'
import { sentences, translateAsShipped } from '../../http/sentences.ts'
import { type AuditEntry, auditActor, recordAudits } from '../audit/public.ts'
import { giveBySource, giveCustomersBySource, type GivenItem, sourceSentence } from '../grants/public.ts'
import { closeFulfilledRequests, type UserTarget, wantedOf } from '../permissions/public.ts'
import { followUsers } from './follow-holders.ts'
import { holderEntry } from './holder-record.ts'
import type { SetContent } from './judge-holders.ts'
import { closeHolders, openHolders } from './holder-store.ts'
import type { StoredSet } from './permission-set-store.ts'

const idsOf = (targets: readonly UserTarget[]) => targets.map(({ id }) => id)

const usersOf = (targets: readonly UserTarget[]) => targets.map(({ id, clientId }) => ({ userId: id, clientId }))

/**
 * Gives users, who may get it, a set until a moment, and what they lack of it; null: without a planned end. Who has it
 * until another moment has it until this one.
 */
export async function giveSet(
  tx: Tx,
  by: ActContext,
  { set, items, customers }: Pick<SetContent, 'set' | 'items' | 'customers'>,
  targets: readonly UserTarget[],
  endsAt: Date | null,
): Promise<void> {
  const userIds = idsOf(targets)
  const isShortened = await reopen(tx, by, set, targets, endsAt)
  const actor = by.caller.user.id
  const customerIds = customers.map(({ customerId }) => customerId)
  const given = [
    ...(await giveBySource(tx, userIds, { ...wantedOf(items), endsAt }, actor)),
    ...(await giveCustomersBySource(tx, userIds, { customerIds, endsAt }, actor)),
  ]
  const byUser = Map.groupBy(given, ({ userId }) => userId)
  recordAudits(
    tx,
    by.request,
    targets.flatMap((target) => givenEntries(by, set, target, byUser.get(target.id) ?? [], endsAt)),
  )
  if (isShortened) await followUsers(tx, by, usersOf(targets), set)
  const [only] = userIds
  if (userIds.length === 1 && only !== undefined) await closeFulfilledRequests(tx, by, only)
}

/** Lets users have a set until a moment; returns whether one of them has had it for longer. */
async function reopen(
  tx: Tx,
  by: ActContext,
  set: StoredSet,
  targets: readonly UserTarget[],
  endsAt: Date | null,
): Promise<boolean> {
  const userIds = idsOf(targets)
  const closed = await closeHolders(tx, set.id, userIds, by.caller.user.id)
  const former = new Map(closed.map((one) => [one.userId, one.endsAt]))
  await openHolders(tx, set.id, userIds, by.caller.user.id, endsAt)
  const event = 'permission_set_given'
  recordAudits(
    tx,
    by.request,
    targets.map((target) => holderEntry(by, set, target, { event, before: former.get(target.id), after: endsAt })),
  )
  return endsAt !== null && closed.some((one) => one.endsAt === null || one.endsAt > endsAt)
}

/** The record of what a user got with a set, by name: 'Assigned, by set Clerk, version 3'. */
function givenEntries(
  { caller }: ActContext,
  set: StoredSet,
  { id, clientId }: UserTarget,
  given: readonly GivenItem[],
  endsAt: Date | null,
): AuditEntry[] {
  if (given.length === 0) return []
  const words = [
    sentences.permission_assigned,
    ...(endsAt === null ? [] : [sentences.permission_until({ date: endsAt.toISOString() })]),
    sourceSentence({ kind: 'set', ...set }),
  ]
  const state = words.map((word) => translateAsShipped(word)).join(', ')
  const after = given.map(({ systemName, pageName }) => [
    pageName === null ? systemName : `${systemName} / ${pageName}`,
    state,
  ])
  const entry = { ...auditActor(caller), subjectId: id, clientId, target: { kind: 'user', id } as const }
  return [{ ...entry, event: 'user_permissions_changed', before: {}, after: Object.fromEntries(after) }]
}

/** Lets users have a set until the moment until which they had it before an act, which gives them nothing. */
export async function restoreEnd(
  tx: Tx,
  by: ActContext,
  set: StoredSet,
  targets: readonly UserTarget[],
  endsAt: Date | null,
): Promise<void> {
  await reopen(tx, by, set, targets, endsAt)
  await followUsers(tx, by, usersOf(targets), set)
}

/** Takes a set from users, and what nothing else gives them. */
export async function takeSet(tx: Tx, by: ActContext, set: StoredSet, targets: readonly UserTarget[]): Promise<void> {
  const closed = await closeHolders(tx, set.id, idsOf(targets), by.caller.user.id)
  const former = new Map(closed.map((one) => [one.userId, one.endsAt]))
  const event = 'permission_set_taken'
  recordAudits(
    tx,
    by.request,
    targets.map((target) =>
      holderEntry(by, set, target, { event, before: former.get(target.id) ?? null, after: undefined }),
    ),
  )
  await followUsers(tx, by, usersOf(targets), set)
}
