import type { Tx } from '../../db/database.ts'
import type { ActContext } from '../../http/caller.ts'
import { recordAudits } from '../audit/public.ts'
import type { UserTarget } from '../permissions/public.ts'
import { holderEntry } from './holder-record.ts'
import { closeSetsOf, readHeldSets } from './holder-store.ts'

/** Ends the sets of a user whose applications pass a test, for a hand-over that has ended the access that they gave. */
export async function leaveSets(tx: Tx, by: ActContext, target: UserTarget, mayEnd: (systemId: number) => boolean) {
  const ended = (await readHeldSets(tx, target.id)).filter(({ systemIds }) => systemIds.every(mayEnd))
  if (ended.length === 0) return
  const setIds = ended.map(({ id }) => id)
  await closeSetsOf(tx, target.id, setIds, by.caller.user.id)
  const taken = ended.filter(({ isDeleted }) => !isDeleted)
  recordAudits(
    tx,
    by.request,
    taken.map((set) => holderEntry(by, set, target, 'permission_set_taken')),
  )
}
