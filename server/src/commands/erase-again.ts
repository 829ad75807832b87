import { recordAudit } from '../areas/audit/audit-store.ts'
import { storeStatus } from '../areas/users/actions/set-status.ts'
import { eraseDueUsers } from '../areas/users/lifecycle/erase-users.ts'
import { askForErasure } from '../areas/users/lifecycle/erasure-store.ts'
import type { ErasedUser } from '../backup/erasure-list.ts'
import { keyRing } from '../crypto/key-ring.ts'
import type { Tx } from '../db/database.ts'
import { run } from '../db/run.ts'
import { everything } from '../db/scope.ts'
import { arrayOf, instant, int, statement } from '../db/statement.ts'
import { type OpenedServer, openWithLongTimeouts } from './open.ts'

const BY = 'restore'

const unerased = statement([arrayOf(int)], {
  name: 'users: not erased of these',
  text: `
  select id, status, created_at as "madeAt" from users
   where id = any ($1::integer[]) and status <> 4 order by id for update`,
  row: { id: int, status: int, madeAt: instant },
})

/** Erases users of a restored database again who were erased after the moment of its backup; returns how many. */
export async function eraseAgain(server: OpenedServer, erased: readonly ErasedUser[]): Promise<number> {
  if (erased.length === 0) return 0
  const database = await openWithLongTimeouts(server, 'restore')
  const { config } = server
  try {
    const ids = await database.jobs.transact(everything, (tx) => askForAll(tx, erased, config.deletedUsersKeptDays))
    if (ids.length === 0) return 0
    const { deletedUsersKeptDays, publicUrl, secretKeys } = config
    const terms = { deletedUsersKeptDays, portal: publicUrl.origin, keys: keyRing(secretKeys) }
    return await eraseDueUsers({ db: database.jobs, ...terms }, ids)
  } finally {
    await database.close()
  }
}

/** Deletes them, and asks for their erasure without a waiting time. Others who got their number are left alone. */
async function askForAll(tx: Tx, erased: readonly ErasedUser[], keptDays: number): Promise<number[]> {
  const made = new Map(erased.map(({ user, madeAt }) => [`${user} ${madeAt}`, user]))
  const rows = await run(tx, unerased([...made.values()]))
  const found = rows.filter(({ id, madeAt }) => made.has(`${id} ${madeAt.toISOString()}`))
  for (const { id, status } of found) {
    if (status !== 3) await storeStatus(tx, null, { id, status: status as 1 | 2 }, 3)
    await askForErasure(tx, { userId: id, by: null, reason: '' }, { waitingDays: 0, keptDays })
    recordAudit(tx, null, {
      event: 'erasure_requested',
      actorId: null,
      subjectId: id,
      sessionId: null,
      target: { kind: 'user', id },
      after: { by: BY },
    })
  }
  return found.map(({ id }) => id)
}
