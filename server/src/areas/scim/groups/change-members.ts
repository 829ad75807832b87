import type { Tx } from '../../../db/database.ts'
import { idOf } from '../protocol/filter-sql.ts'
import type { MemberStep } from '../protocol/patch.ts'
import { addMembers, removeMembers } from './group-store.ts'

/** What steps have done to the members of a group. */
export interface MemberChange {
  readonly added: ReadonlySet<number>
  readonly removed: ReadonlySet<number>
  /** Ids that are no people of the employer; they are passed over, as refusing them would keep the others out. */
  readonly unknown: readonly string[]
}

/** Applies steps in order. The number of statements does not depend on the size of the group. */
export async function changeMembers(
  tx: Tx,
  clientId: number,
  groupId: number,
  steps: readonly MemberStep[],
): Promise<MemberChange> {
  const added = new Set<number>()
  const removed = new Set<number>()
  const unknown: string[] = []
  for (const { kind, ids: texts } of steps) {
    const ids = [...new Set(texts.map(idOf).filter((id) => id !== undefined))]
    if (kind !== 'add')
      for (const id of await removeMembers(tx, clientId, groupId, { ids, areNamed: kind === 'remove' }))
        if (!added.delete(id)) removed.add(id)
    if (kind === 'remove') continue
    const known = ids.length === 0 ? [] : await addMembers(tx, clientId, groupId, ids)
    for (const { id, isAdded } of known) if (isAdded && !removed.delete(id)) added.add(id)
    const found = new Set(known.map(({ id }) => String(id)))
    unknown.push(...texts.filter((text) => !found.has(text)))
  }
  return { added, removed, unknown }
}
