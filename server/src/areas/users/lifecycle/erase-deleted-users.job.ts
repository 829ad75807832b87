import type { KeyRing } from '../../../crypto/key-ring.ts'
import { everything } from '../../../db/scope.ts'
import type { JobDefinition } from '../../../jobs/job.ts'
import { jobOutcome } from '../../../jobs/job-outcome.ts'
import { eraseAuditStates, recordAudits } from '../../audit/public.ts'
import { eraseNames, eraseTraces, eraseUsers } from './erased-data.ts'
import { isErasable } from '../actions/erasure-due.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { closeGrantsOfUsers } from '../../grants/public.ts'
import { dropFiles, deleteDocuments } from '../../documents/public.ts'
import { run } from '../../../db/run.ts'
import { arrayOf, instant, int, statement } from '../../../db/statement.ts'

interface ErasureDeps {
  db: Db
  /** Sign what the audit trail keeps of an erased event. */
  keys: KeyRing
  /** Days after which a deleted user is erased; 0: never. */
  deletedUsersKeptDays: number
}

/** Users that one transaction erases. */
const BATCH = 100

const due = statement([int], {
  name: 'users: due',
  text: `select id from users where ${isErasable} order by status_changed_at limit ${BATCH}`,
  row: { id: int },
})
const dueStill = statement([int, arrayOf(int)], {
  name: 'users: due still',
  text: `
  select id, client_id as "clientId", status_changed_at as "deletedAt" from users
   where ${isErasable} and id = any ($2::integer[]) for update`,
  row: { id: int, clientId: int, deletedAt: instant },
})

/** Erases the personal data of users who were deleted long enough ago (record 33). */
export function eraseDeletedUsersJob(deps: ErasureDeps): JobDefinition<'erase-deleted-users'> {
  const { deletedUsersKeptDays: keptDays } = deps
  return {
    name: 'erase-deleted-users',
    run: async (_, { signal, logger }) => {
      const total = keptDays > 0 ? await eraseAll(deps, signal) : 0
      logger.info({ job: 'erase-deleted-users', erased: total }, 'deleted users are erased')
      return jobOutcome('job_outcome_users_erased', { count: total })
    },
  }
}

/**
 * Their names in what is about others, then the audit trail, batch by batch in transactions of its own: the trail holds
 * former names and is searched for the present ones. A run that was broken off can be repeated.
 */
async function eraseAll({ db, keys, deletedUsersKeptDays }: ErasureDeps, signal: AbortSignal): Promise<number> {
  for (let total = 0; ;) {
    const users = await db.transact(everything, (tx) => run(tx, due(deletedUsersKeptDays)))
    if (users.length === 0 || signal.aborted) return total
    const ids = users.map(({ id }) => id)
    await db.transact(everything, (tx) => eraseNamesOf(tx, ids))
    await eraseAuditStates({ db, keys }, ids)
    total += await db.transact(everything, (tx) => eraseBatch(tx, deletedUsersKeptDays, ids))
  }
}

async function eraseNamesOf(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const erase of eraseNames) await run(tx, erase(ids))
}

async function eraseBatch(tx: Tx, keptDays: number, dueIds: readonly number[]): Promise<number> {
  const users = await run(tx, dueStill(keptDays, dueIds))
  if (users.length === 0) return 0
  const ids = users.map(({ id }) => id)
  await removeDocuments(tx, ids)
  for (const erase of eraseTraces) await run(tx, erase(ids))
  await closeGrantsOfUsers(tx, ids)
  await run(tx, eraseUsers(ids))
  recordAudits(
    tx,
    null,
    users.map(({ id, clientId, deletedAt }) => ({
      event: 'deleted_user_erased',
      actorId: null,
      subjectId: id,
      sessionId: null,
      clientId,
      target: { kind: 'user', id },
      before: { deletedAt },
      after: {},
    })),
  )
  return users.length
}

const lockDocuments = statement([arrayOf(int)], {
  name: 'users: lock documents',
  text: 'select id from documents where owner_id = any ($1::integer[]) order by id for update',
  row: { id: int },
})

/** The space of the documents is released; their files are removed later. */
async function removeDocuments(tx: Tx, ownerIds: readonly number[]) {
  const owned = await run(tx, lockDocuments(ownerIds))
  await dropFiles(
    tx,
    await deleteDocuments(
      tx,
      owned.map(({ id }) => id),
    ),
  )
}
