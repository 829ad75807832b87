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

/** Gives users, who may get it, a set and what they lack of it. */
export async function giveSet(
  tx: Tx,
  by: ActContext,
  { set, items, customers }: Pick<SetContent, 'set' | 'items' | 'customers'>,
  targets: readonly UserTarget[],
): Promise<void> {
  const userIds = targets.map(({ id }) => id)
  await openHolders(tx, set.id, userIds, by.caller.user.id)
  const actor = by.caller.user.id
  const customerIds = customers.map(({ customerId }) => customerId)
  const given = Map.groupBy(
    [
      ...(await giveBySource(tx, userIds, wantedOf(items), actor)),
      ...(await giveCustomersBySource(tx, userIds, customerIds, actor)),
    ],
    ({ userId }) => userId,
  )
  const words = [sentences.permission_assigned, sourceSentence({ kind: 'set', ...set })]
  const state = words.map((word) => translateAsShipped(word)).join(', ')
  const after = (rows: readonly GivenItem[]) =>
    Object.fromEntries(
      rows.map(({ systemName, pageName }) => [pageName === null ? systemName : `${systemName} / ${pageName}`, state]),
    )
  recordAudits(tx, by.request, [
    ...targets.map((target) => holderEntry(by, set, target, 'permission_set_given')),
    ...targets.flatMap((target): AuditEntry[] => {
      const rows = given.get(target.id)
      if (!rows) return []
      const entry = { ...auditActor(by.caller), subjectId: target.id, clientId: target.clientId }
      const user = { kind: 'user', id: target.id }
      return [{ ...entry, event: 'user_permissions_changed', target: user, before: {}, after: after(rows) }]
    }),
  ])
  const [only] = userIds
  if (userIds.length === 1 && only !== undefined) await closeFulfilledRequests(tx, by, only)
}

/** Takes a set from users, and what nothing else gives them. */
export async function takeSet(tx: Tx, by: ActContext, set: StoredSet, targets: readonly UserTarget[]): Promise<void> {
  await closeHolders(
    tx,
    set.id,
    targets.map(({ id }) => id),
    by.caller.user.id,
  )
  recordAudits(
    tx,
    by.request,
    targets.map((target) => holderEntry(by, set, target, 'permission_set_taken')),
  )
  await followUsers(
    tx,
    by,
    targets.map(({ id, clientId }) => ({ userId: id, clientId })),
    set,
  )
}
