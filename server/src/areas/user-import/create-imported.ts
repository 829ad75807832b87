import { isDeepStrictEqual } from 'node:util'
import { type AuditEntry, recordAudit, recordAudits } from '../audit/public.ts'
import { holdSessions, releaseSessions } from '../session/public.ts'
import { insertUsers } from '../users/public.ts'
import { type ImportJobDeps, type ImportOwner, readOwner } from './check-import.ts'
import type { StoredImport } from './import-rows.ts'
import type { Tx } from '../../db/database.ts'
import { lockRun, noteImportProgress, setImportState } from './import-store.ts'
import { type CreatableRow, listCheckedRows, listSetIds, noteCreatedUsers } from './import-row-store.ts'
import { readOtherRows } from './split-import.ts'
import { giveImportedAccess, type ImportRights } from './give-imported-access.ts'
import { lockSets } from '../permission-sets/public.ts'
import { addMails } from '../mail/public.ts'

/** Users stored in one statement. */
const BATCH = 500

/** Undoes the transaction: a user name was taken, or the rights of the administrator changed, after the check. */
const checkOutdated = { refused: true } as const

/**
 * Creates the users of a checked import in one transaction, with an audit event and a mail each. The mail has no
 * password yet: it is made when the mail leaves. Returns false, and creates nobody, where the check is outdated: a user
 * name was taken in the meantime, or the administrator has other rights than when the rows were checked.
 */
export async function createImported(
  { db, hasReplica = false }: Pick<ImportJobDeps, 'db' | 'hasReplica'>,
  stored: StoredImport,
  owner: ImportOwner,
  signal: AbortSignal,
): Promise<boolean> {
  const progress = progressNotes((done) => db.transact(owner.scope, (tx) => noteImportProgress(tx, stored.id, done)))
  try {
    const outcome = await db.transact(owner.scope, async (tx) => {
      if ((await lockRun(tx, stored.id))?.state !== 'creating') return true
      if (!isDeepStrictEqual(await readOwner(tx, stored), owner)) return checkOutdated
      // All of them before any user, in one order, as by all who give sets.
      const sets = await lockSets(tx, 'give', await listSetIds(tx, stored.id))
      const rights = { authority: owner.authority, sets }
      let after = 0
      let done = 0
      for (let count = BATCH; count === BATCH; done += count) {
        signal.throwIfAborted()
        const rows = await listCheckedRows(tx, stored.id, after, BATCH)
        count = rows.length
        after = rows.at(-1)?.row ?? after
        if (!(await createBatch(tx, stored, rights, rows))) return checkOutdated
        progress.note(done + count)
      }
      const { waitingCount } = await readOtherRows(tx, stored.id)
      recordAudit(tx, requestOf(stored), {
        event: 'users_imported',
        ...actorOf(stored),
        subjectId: stored.ownerId,
        target: { kind: 'user-import', id: stored.id },
        after: { file: stored.fileName, users: done, ...(waitingCount > 0 && { waiting: waitingCount }) },
      })
      if (hasReplica) holdSessions(tx, stored.ownerId)
      await setImportState(tx, stored.id, 'created')
      return true
    })
    if (hasReplica && outcome === true) await releaseSessions(db, stored.ownerId)
    return outcome === true
  } finally {
    await progress.end()
  }
}

/**
 * Notes progress beside a transaction, which must not wait for another connection while it holds one: the newest count,
 * one note at a time. A note that fails is left out.
 */
function progressNotes(write: (done: number) => Promise<unknown>): { note(done: number): void; end(): Promise<void> } {
  let newest = 0
  let noted = 0
  let isOver = false
  let wake = Promise.withResolvers<void>()
  const writeNotes = async () => {
    while (!isOver || noted < newest) {
      if (noted === newest) {
        await wake.promise
        wake = Promise.withResolvers()
        continue
      }
      const done = newest
      await write(done).catch(() => undefined)
      noted = done
    }
  }
  const written = writeNotes()
  return {
    note: (done) => {
      newest = done
      wake.resolve()
    },
    end: () => {
      isOver = true
      wake.resolve()
      return written
    },
  }
}

const actorOf = ({ ownerId, sessionId }: StoredImport) => ({ actorId: ownerId, sessionId })

/** The request that asked for the creation. */
const requestOf = ({ requestId, address }: StoredImport) =>
  requestId === null || address === null ? null : { id: requestId, address }

/** Returns false where a user name is taken, or the administrator may not give the access of a row. */
async function createBatch(
  tx: Tx,
  stored: StoredImport,
  rights: ImportRights,
  rows: readonly CreatableRow[],
): Promise<boolean> {
  if (rows.length === 0) return true
  const ids = await insertUsers(
    tx,
    rows.map(({ details }) => details),
  )
  if (ids.size < rows.length) return false
  const created = rows.map((row) => ({ ...row, id: ids.get(row.details.userName) ?? 0 }))
  noteCreatedUsers(tx, stored.id, created)
  recordAudits(
    tx,
    requestOf(stored),
    created.map(({ id, details: after }): AuditEntry => ({
      event: 'user_created',
      ...actorOf(stored),
      subjectId: id,
      clientId: after.clientId,
      target: { kind: 'user', id },
      after,
    })),
  )
  if (!(await giveImportedAccess(tx, stored, rights, created))) return false
  await addMails(
    tx,
    created.map(({ id, details: { email, clientId } }) => ({
      template: 'first-password',
      fields: { userId: id },
      to: email,
      readerId: id,
      clientId,
      dedupeKey: `first-password:${id}`,
    })),
  )
  return true
}
