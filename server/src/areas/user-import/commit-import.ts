import { Answer, Refusal, refuse, refuseOldSignIn } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext, Caller } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import type { Db, Tx } from '../../db/database.ts'
import { enqueueImport } from './enqueue-import.ts'
import type { StoredImport } from './import-rows.ts'
import { givesPortalAccess } from './import-row-store.ts'
import { lockImport, requestImportCreation } from './import-store.ts'
import { hasOthersInCreation, lockFile, moveRowsWithErrors, readOtherRows } from './split-import.ts'

interface CommitDeps {
  db: Db
  isOwn: (stored: StoredImport | undefined, caller: Caller) => stored is StoredImport
}

const started = <Data>(data: Data) => new Answer(data, { message: sentences.import_started })

/** Has the users of all rows created by a job; a second call changes nothing. */
export async function commitImport({ db, isOwn }: CommitDeps, by: CallContext, id: number) {
  const isFresh = await by.caller.isSignInFresh()
  return db.transact(adminScope(by.caller), async (tx) => {
    const stored = await lockChecked(tx, { isOwn }, by.caller, id)
    if (stored instanceof Refusal) return stored
    if (isCommitted(stored)) return started(null)
    if (await hasOthersInCreation(tx, id)) return refuse('422', sentences.import_others_created)
    if (stored.errorCount > 0) return refuse('422', sentences.import_has_errors)
    if (!isFresh && (await givesPortalAccess(tx, id))) return refuseOldSignIn(sentences.reauth_needed)
    await requestCreation(tx, by, { ...stored, isFresh })
    return started(null)
  })
}

/**
 * Has the users of the rows without errors created by a job. The other rows move to an import of their own first, which
 * waits for corrections. A second call changes nothing.
 */
export async function commitValidRows({ db, isOwn }: CommitDeps, by: CallContext, id: number) {
  const isFresh = await by.caller.isSignInFresh()
  return db.transact(adminScope(by.caller), async (tx) => {
    const stored = await lockChecked(tx, { isOwn }, by.caller, id)
    if (stored instanceof Refusal) return stored
    const { rowCount, errorCount } = stored
    if (!isCommitted(stored)) {
      if (await hasOthersInCreation(tx, id)) return refuse('422', sentences.import_others_created)
      if (errorCount > 0 && errorCount === rowCount) return refuse('422', sentences.import_no_valid_rows)
      if (!isFresh && (await givesPortalAccess(tx, id))) return refuseOldSignIn(sentences.reauth_needed)
      if (errorCount > 0) await moveRowsWithErrors(tx, id)
      await requestCreation(tx, by, { id, rowCount: rowCount - errorCount, isFresh })
    }
    const { waitingId } = await readOtherRows(tx, id)
    return started({ waitingImportId: waitingId })
  })
}

const isCommitted = ({ state }: StoredImport) => state === 'creating' || state === 'created'

/** The import of the caller, locked; or why its users cannot be created. */
async function lockChecked(tx: Tx, { isOwn }: Pick<CommitDeps, 'isOwn'>, caller: Caller, id: number) {
  await lockFile(tx, id)
  const stored = await lockImport(tx, id)
  if (!isOwn(stored, caller)) return refuse('404', sentences.import_not_found)
  if (stored.state === 'checking') return refuse('422', sentences.import_not_checked)
  return stored.state === 'failed' ? refuse('422', sentences.import_has_errors) : stored
}

async function requestCreation(
  tx: Tx,
  { caller, request }: CallContext,
  { id, rowCount, isFresh }: Pick<StoredImport, 'id' | 'rowCount' | 'isFresh'>,
): Promise<void> {
  const { id: requestId, address } = request
  await requestImportCreation(tx, id, { sessionId: caller.sessionId, requestId, address, isFresh })
  await enqueueImport(tx, id, rowCount)
}
