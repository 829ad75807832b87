import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { StoredImport } from './import-rows.ts'
import { queries } from '../../db/queries.ts'
import { run, runOne, runFirst } from '../../db/run.ts'
import { bool, instant, int, nullable, statement, text, textOf } from '../../db/statement.ts'

const columns = `
  id, owner_id as "ownerId", file_name as "fileName", state, row_count as "rowCount", done_count as "doneCount",
  error_count as "errorCount", warning_count as "warningCount", created_at as "createdAt", session_id as "sessionId",
  request_id as "requestId", host(address) as address, first_import_id as "firstImportId", is_fresh as "isFresh",
  is_refused as "isRefused"`

const countIssues = statement([int, text], {
  name: 'user-import: count issues',
  text: `
  update user_imports
     set state = $2, error_count = counted.errors, warning_count = counted.warnings, row_count = counted.rows,
         done_count = counted.rows
    from (select count(*) as rows, count(*) filter (where has_error) as errors,
                 count(*) filter (where not has_error and issues <> '[]') as warnings
            from user_import_rows where import_id = $1) counted
   where id = $1 returning error_count as "errorCount"`,
  row: { errorCount: int },
})

// The table `user_imports`.

export async function beginImport(tx: Tx, owner: { id: number; clientId: number }, fileName: string): Promise<number> {
  const values = { owner_id: owner.id, client_id: owner.clientId, file_name: fileName }
  return (await runOne(tx, queries.insertInto('user_imports').values(values).returning('id'))).id
}

/** The file is whole: the import waits to be checked. */
export async function endReceivingImport(tx: Tx, id: number, rowCount: number): Promise<void> {
  await run(
    tx,
    queries.updateTable('user_imports').set({ state: 'checking', row_count: rowCount }).where('id', '=', id),
  )
}

/** A value was corrected: the import waits to be checked again. */
export async function recheckImport(tx: Tx, id: number): Promise<void> {
  await run(tx, queries.updateTable('user_imports').set({ state: 'checking', done_count: 0 }).where('id', '=', id))
}

export async function removeImport(tx: Tx, id: number): Promise<void> {
  await run(tx, queries.deleteFrom('user_imports').where('id', '=', id))
}

const selectUserImportsRow = {
  id: int,
  ownerId: int,
  fileName: text,
  state: textOf<StoredImport['state']>(),
  rowCount: int,
  doneCount: int,
  errorCount: int,
  warningCount: int,
  createdAt: instant,
  sessionId: nullable(int),
  requestId: nullable(text),
  address: nullable(text),
  firstImportId: nullable(int),
  isFresh: bool,
  isRefused: bool,
}

const selectUserImports = statement([int], {
  name: 'user-import: select user imports',
  text: `select ${columns} from user_imports where id = $1`,
  row: selectUserImportsRow,
})

export const findImport = async (tx: Tx, id: number): Promise<StoredImport | undefined> =>
  await runFirst(tx, selectUserImports(id))

const lockUserImports = statement([int], {
  name: 'user-import: lock user imports',
  text: `select ${columns} from user_imports where id = $1 for update`,
  row: selectUserImportsRow,
})

const selectOwnImports = statement([int, int], {
  name: 'user-import: select own imports',
  text: `select ${columns} from user_imports where owner_id = $1 and state <> 'receiving' order by id desc limit $2`,
  row: selectUserImportsRow,
})

/** Returns the newest imports of an administrator. */
export const listOwnImports = (tx: Tx, ownerId: number, limit: number): Promise<StoredImport[]> =>
  run(tx, selectOwnImports(ownerId, limit))

/** Locks the import until the end of the transaction. */
export const lockImport = async (tx: Tx, id: number): Promise<StoredImport | undefined> =>
  await runFirst(tx, lockUserImports(id))

/** Has the users created by a later job, for the request of this session. */
export async function requestImportCreation(
  tx: Tx,
  id: number,
  by: { sessionId: number; requestId: string; address: string; isFresh: boolean },
): Promise<void> {
  await run(
    tx,
    queries
      .updateTable('user_imports')
      .set({
        state: 'creating',
        done_count: 0,
        session_id: by.sessionId,
        request_id: by.requestId,
        address: by.address,
        is_fresh: by.isFresh,
      })
      .where('id', '=', id),
  )
}

/** Counts what was found and sets the state; returns the number of rows with errors. */
export async function endImportCheck(tx: Tx, id: number, state: 'checked' | 'creating'): Promise<number> {
  const row = await runFirst(tx, countIssues(id, state))
  return row?.errorCount ?? 0
}

export async function noteImportProgress(tx: Tx, id: number, doneCount: number): Promise<void> {
  await run(tx, queries.updateTable('user_imports').set({ done_count: doneCount }).where('id', '=', id))
}

export async function setImportState(tx: Tx, id: number, state: 'checked' | 'created'): Promise<void> {
  await run(
    tx,
    queries
      .updateTable('user_imports')
      .set({ state, done_count: sql<number>`row_count` })
      .where('id', '=', id),
  )
}

const takeLockRow = statement([int], {
  name: 'user-import: take lock row',
  text: `select from pg_advisory_xact_lock(hashtext('user import'), $1)`,
})

/**
 * Waits for another run of the same job, which was thought dead and may be creating the users, and keeps it away until
 * the end of the transaction; returns the import as it is then.
 */
export async function lockRun(tx: Tx, id: number): Promise<StoredImport | undefined> {
  await run(tx, takeLockRow(id))
  return findImport(tx, id)
}

const endUnfinished = statement([int, bool], {
  name: 'user-import: end unfinished',
  text: `
  update user_imports set state = 'failed', done_count = row_count, is_refused = $2
   where id = $1 and state in ('checking', 'creating') returning id`,
  row: { id: int },
})

/**
 * Ends an import that nobody goes on with: 'refused' where its administrator can no longer add its users. False where it
 * is over already, as another run has checked it or created its users.
 */
export async function failImport(tx: Tx, id: number, reason: 'refused' | 'given up'): Promise<boolean> {
  await lockRun(tx, id)
  return (await run(tx, endUnfinished(id, reason === 'refused'))).length > 0
}
