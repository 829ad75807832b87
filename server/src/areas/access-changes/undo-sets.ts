import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { arrayOf, int, statement } from '../../db/statement.ts'
import { databaseTime } from '../../db/clock.ts'
import { changeSets, judgeSets, restoreEnd, type SetsOfAct, type SetsOfTarget } from '../permission-sets/public.ts'
import type { UserTarget } from '../permissions/public.ts'
import type { ActPermissions } from './access-change-rules.ts'
import type { StoredChange, UserOfChange } from './access-change-store.ts'
import type { Giver } from './read-giver.ts'

const sinceStatement = statement([int, arrayOf(int)], {
  name: 'access-changes: sets changed since',
  text: `
  select held.user_id as "userId", held.set_id as "setId"
    from access_change_users noted join permission_set_holders held on held.user_id = noted.user_id
   where noted.access_change_id = $1 and noted.user_id = any ($2::integer[])
     and greatest(held.valid_from, held.valid_to) > noted.changed_at`,
  row: { userId: int, setId: int },
})

/**
 * Returns what becomes of the sets that an act gave a user, once it is taken back, by the rules for taking them by hand:
 * those that the user still has from it are taken, or kept until the moment until which the user had them before.
 */
export async function undoSets(
  tx: Tx,
  change: StoredChange,
  giver: Giver,
  { users, targets, sets }: { users: readonly UserOfChange[]; targets: readonly UserTarget[]; sets: SetsOfAct },
) {
  const rights = { authority: giver.authority, isFresh: change.isFresh }
  const since = await run(
    tx,
    sinceStatement(
      change.id,
      targets.map(({ id }) => id),
    ),
  )
  const touched = new Set(since.map(({ userId, setId }) => `${userId} ${setId}`))
  const given = new Map(users.map(({ userId, after }) => [userId, after.setIds ?? []]))
  // One that was deleted since gives nothing any more.
  const judge = await judgeSets(
    tx,
    rights,
    { act: 'take', endsAt: null, sets: sets.filter((set) => set !== null) },
    targets,
  )
  const formerEnds = new Map(users.map(({ userId, before }) => [userId, before.setEnds ?? {}]))
  const now = await databaseTime(tx)
  return {
    of: (target: UserTarget) => {
      const theirs = given.get(target.id) ?? []
      const isTheirs = (setId: number) => theirs.includes(setId) && !touched.has(`${target.id} ${setId}`)
      const { changing, refusals } = judge(target, isTheirs)
      return { taken: changing, refusals }
    },
    take: async (target: UserTarget, taken: SetsOfTarget['changing']) => {
      const ends: NonNullable<ActPermissions['setEnds']> = formerEnds.get(target.id) ?? {}
      const stillHeld = ({ set }: SetsOfTarget['changing'][number]) => (ends[set.id] ?? now) > now
      const ending = taken.filter((content) => !stillHeld(content))
      await changeSets(tx, giver.by, { act: 'take', endsAt: null }, [{ target, sets: ending }])
      for (const { set } of taken.filter(stillHeld)) await restoreEnd(tx, giver.by, set, [target], ends[set.id] ?? null)
    },
  }
}
