import type { KeyRing } from '../../../crypto/key-ring.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { run } from '../../../db/run.ts'
import { everything } from '../../../db/scope.ts'
import { arrayOf, instant, int, present, statement, uuid } from '../../../db/statement.ts'
import { eraseAuditStates, recordAudits } from '../../audit/public.ts'
import { deleteDocuments, discardRetiredFiles, dropFiles } from '../../documents/public.ts'
import { closeGrantsOfUsers } from '../../grants/public.ts'
import { isErasable } from '../actions/erasure-due.ts'
import { eraseNames, eraseTraces, eraseUsers } from './erased-data.ts'
import { erasureCertificate, hashOfCertificate } from './erasure-certificate.ts'
import { type ErasurePlan, planErasures } from './erasure-plan.ts'
import { completeErasure, findWaitingErasures } from './erasure-store.ts'

export interface ErasureDeps {
  db: Db
  /** Sign what the audit trail keeps of an erased event. */
  keys: KeyRing
  /** Days after which a deleted user is erased; 0: only where somebody asked for it. */
  deletedUsersKeptDays: number
  /** The public address of the portal, which certificates name. */
  portal: string
}

const dueStill = statement([int, arrayOf(int)], {
  name: 'users: due still',
  text: `
  select id, client_id as "clientId", status_changed_at as "deletedAt", clock_now() as now from users
   where ${isErasable} and id = any ($2::integer[]) for update`,
  row: { id: int, clientId: int, deletedAt: instant, now: instant },
})

/**
 * Erases those of the users whose time has come: their names in what is about others, then the audit trail in
 * transactions of its own, because it holds former names and is searched for the present ones, then all else. What
 * there is is counted before, for the certificates. A run that was broken off can be repeated, and counts what it has
 * left. Returns how many were erased.
 */
export async function eraseDueUsers(deps: ErasureDeps, ids: readonly number[]): Promise<number> {
  const plans = await deps.db.transact(everything, (tx) => eraseNamesOf(tx, ids))
  await eraseAuditStates(deps, ids)
  return deps.db.transact(everything, (tx) => eraseAll(tx, deps, plans))
}

/** Returns what there was before. */
async function eraseNamesOf(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, ErasurePlan>> {
  const plans = await planErasures(tx, ids)
  for (const erase of eraseNames) await run(tx, erase(ids))
  return plans
}

async function eraseAll(
  tx: Tx,
  { deletedUsersKeptDays, portal }: ErasureDeps,
  plans: ReadonlyMap<number, ErasurePlan>,
): Promise<number> {
  const users = await run(tx, dueStill(deletedUsersKeptDays, [...plans.keys()]))
  if (users.length === 0) return 0
  const ids = users.map(({ id }) => id)
  const requests = await findWaitingErasures(tx, ids)
  await removeDocuments(tx, ids)
  await removeExports(tx, ids)
  for (const erase of eraseTraces) await run(tx, erase(ids))
  await closeGrantsOfUsers(tx, ids)
  await run(tx, eraseUsers(ids))
  const certified = users.map((user) => {
    const plan = plans.get(user.id) ?? { goes: [], stays: [] }
    const request = requests.get(user.id)
    const erasure = { portal, userId: user.id, deletedAt: user.deletedAt, erasedAt: user.now, request, plan }
    return { ...user, request, certificate: erasureCertificate(erasure) }
  })
  for (const { id, request, certificate } of certified) await completeErasure(tx, id, request ?? {}, certificate)
  recordAudits(
    tx,
    null,
    certified.map(({ id, clientId, deletedAt, certificate }) => ({
      event: 'deleted_user_erased',
      actorId: null,
      subjectId: id,
      sessionId: null,
      clientId,
      target: { kind: 'user', id },
      before: { deletedAt },
      after: { certificateHash: hashOfCertificate(certificate) },
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
  await discardRetiredFiles(tx, ownerIds)
  await dropFiles(
    tx,
    await deleteDocuments(
      tx,
      owned.map(({ id }) => id),
    ),
  )
}

const exportedFiles = statement([arrayOf(int)], {
  name: 'users: exported files',
  text: `
  select file_id as id from person_exports
   where (about_id = any ($1::integer[]) or owner_id = any ($1::integer[])) and file_id is not null
   order by id for update`,
  row: { id: present(uuid) },
})

/** Archives about them, and those that they asked for; the rows go with the other traces. */
async function removeExports(tx: Tx, userIds: readonly number[]) {
  const files = await run(tx, exportedFiles(userIds))
  await dropFiles(
    tx,
    files.map(({ id }) => id),
  )
}
