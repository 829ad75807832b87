import { query } from '../../db/query.ts'
import type { Stores } from '../../stores.ts'
import type { AuditEntry } from '../audit/public.ts'
import { insertUsers, type NewUserDetails } from '../users/public.ts'
import type { ImportOwner } from './check-import.ts'
import type { ImportTransact, StoredImport } from './import-rows.ts'

/** Users stored in one statement. */
const BATCH = 500

/** Undoes the transaction: a user name was taken after the check. */
const nameTaken = { refused: true } as const

/**
 * Creates the users of a checked import in one transaction, with an audit event and a mail each. The mail has no
 * password yet: it is made when the mail leaves. Returns false, and creates nobody, where a user name was taken in the
 * meantime.
 */
export async function createImported(
  transact: ImportTransact,
  stored: StoredImport,
  owner: ImportOwner,
  signal: AbortSignal,
): Promise<boolean> {
  const outcome = await transact(owner.scope, async (stores) => {
    // A run that is thought dead may still be at it; progress is noted beside this transaction.
    await query(stores.tx, `select pg_advisory_xact_lock(hashtext('user import'), $1)`, [stored.id])
    if ((await stores.userImports.find(stored.id))?.state !== 'creating') return true
    let after = 0
    let done = 0
    for (let count = BATCH; count === BATCH; done += count) {
      signal.throwIfAborted()
      const rows = await stores.userImportRows.checkedRows(stored.id, after, BATCH)
      count = rows.length
      after = rows.at(-1)?.row ?? after
      const users = rows.map(({ details }) => details)
      if (!(await createBatch(stores, stored, users))) return nameTaken
      await transact(owner.scope, ({ userImports }) => userImports.noteProgress(stored.id, done + count))
    }
    stores.audit.record(requestOf(stored), {
      event: 'users_imported',
      ...actorOf(stored),
      subjectId: stored.ownerId,
      target: { kind: 'user-import', id: stored.id },
      after: { file: stored.fileName, users: stored.rowCount },
    })
    await stores.userImports.setState(stored.id, 'created')
    return true
  })
  return outcome === true
}

const actorOf = ({ ownerId, sessionId }: StoredImport) => ({ actorId: ownerId, sessionId })

/** The request that asked for the creation. */
const requestOf = ({ requestId, address }: StoredImport) =>
  requestId === null || address === null ? null : { id: requestId, address }

/** Returns false where a user name is taken. */
async function createBatch(
  { tx, audit, outbox }: Pick<Stores, 'audit' | 'outbox' | 'tx'>,
  stored: StoredImport,
  users: readonly NewUserDetails[],
): Promise<boolean> {
  if (users.length === 0) return true
  const ids = await insertUsers(tx, users)
  if (ids.size < users.length) return false
  const created = users.map((user) => ({ ...user, id: ids.get(user.userName) ?? 0 }))
  audit.recordAll(
    requestOf(stored),
    created.map(({ id, ...after }): AuditEntry => ({
      event: 'user_created',
      ...actorOf(stored),
      subjectId: id,
      clientId: after.clientId,
      target: { kind: 'user', id },
      after,
    })),
  )
  await outbox.addAll(
    created.map(({ id, email, clientId }) => ({
      template: 'first-password',
      fields: { userId: id },
      to: email,
      clientId,
      dedupeKey: `first-password:${id}`,
    })),
  )
  return true
}
