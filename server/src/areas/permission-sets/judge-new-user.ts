import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { bool, int, nullable, statement, text } from '../../db/statement.ts'
import { Refusal, type StandardRefusal } from '../../http/answers.ts'
import type { Authority } from '../../http/caller.ts'
import { asPermissions, planWithin, readPermissionContext, sentOf } from '../permissions/public.ts'
import { refuseLater } from './judge-holders.ts'
import { readItemsOfSets } from './permission-set-store.ts'
import { readSetCustomers, refuseHiddenCustomers } from './set-customers.ts'

const listStatement = statement([bool, int], {
  name: 'permission sets: list by name',
  text: `
  select id, name, client_id as "clientId" from permission_sets
   where deleted_at is null and ($1 or client_id is null or client_id = $2) order by lower(name), id`,
  row: { id: int, name: text, clientId: nullable(int) },
})

/** The sets that an administrator sees: those of the installation, and those of their client or, for internal ones, of all. */
export const listSets = (tx: Tx, { isInternal, clientId }: Pick<Authority, 'isInternal' | 'clientId'>) =>
  run(tx, listStatement(isInternal, clientId))

/**
 * Returns why an administrator may not give sets to a user who is being created, by the rules for giving the same by
 * hand; null where they may.
 */
export async function newUserRules(
  tx: Tx,
  authority: Authority,
  setIds: readonly number[],
): Promise<(setId: number, isInternal: boolean) => StandardRefusal | null> {
  const items = await readItemsOfSets(tx, setIds)
  const context = await readPermissionContext(tx, authority, { userIds: [], held: asPermissions(items), sent: {} })
  const bySet = Map.groupBy(items, ({ setId }) => setId)
  const hidden = new Map<number, StandardRefusal | null>()
  for (const setId of setIds)
    hidden.set(setId, await refuseHiddenCustomers(tx, authority, await readSetCustomers(tx, setId)))
  return (setId, isInternal) => {
    const own = bySet.get(setId) ?? []
    const sent = sentOf(asPermissions(own.filter(({ isOffered }) => isOffered)))
    const plan = planWithin(context, { userId: null, isInternal }, { system: [], page: [] }, sent)
    if (plan instanceof Refusal) return plan
    const later = own.filter(({ isOffered }) => !isOffered)
    return refuseLater(context, later) ?? hidden.get(setId) ?? null
  }
}
