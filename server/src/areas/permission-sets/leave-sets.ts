import type { Tx } from '../../db/database.ts'
import type { ActContext, Authority } from '../../http/caller.ts'
import { recordAudits } from '../audit/public.ts'
import { mayEndGrantsOf, type UserTarget } from '../permissions/public.ts'
import { holderEntry } from './holder-record.ts'
import { closeSetsOf, readHeldSets } from './holder-store.ts'
import { readSetCustomers, refuseHiddenCustomers } from './set-customers.ts'

/** The sets of a user of which the administrator may end everything. */
async function endingSets(tx: Tx, userId: number, authority: Authority) {
  const ending: Awaited<ReturnType<typeof readHeldSets>> = []
  for (const set of await readHeldSets(tx, userId)) {
    const mayEnd = set.systemIds.every((systemId) => mayEndGrantsOf(authority, systemId))
    const refused = mayEnd && (await refuseHiddenCustomers(tx, authority, await readSetCustomers(tx, set.id)))
    if (refused === null) ending.push(set)
  }
  return ending
}

/** How many sets a hand-over of a user ends. */
export const countEndingSets = async (tx: Tx, userId: number, authority: Authority): Promise<number> =>
  (await endingSets(tx, userId, authority)).filter(({ isDeleted }) => !isDeleted).length

/**
 * Ends the sets of a user of which the administrator may end everything, for a hand-over that has ended the access that
 * they gave.
 */
export async function leaveSets(tx: Tx, by: ActContext, target: UserTarget, authority: Authority) {
  const ended = await endingSets(tx, target.id, authority)
  if (ended.length === 0) return
  const setIds = ended.map(({ id }) => id)
  await closeSetsOf(tx, target.id, setIds, by.caller.user.id)
  const taken = ended.filter(({ isDeleted }) => !isDeleted)
  recordAudits(
    tx,
    by.request,
    taken.map((set) =>
      holderEntry(by, set, target, { event: 'permission_set_taken', before: set.endsAt, after: undefined }),
    ),
  )
}
