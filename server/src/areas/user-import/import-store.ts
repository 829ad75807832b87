import { sql } from 'kysely'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'
import type { StoredImport } from './import-rows.ts'

const columns = `
  id, owner_id as "ownerId", file_name as "fileName", state, row_count as "rowCount", done_count as "doneCount",
  error_count as "errorCount", warning_count as "warningCount", created_at as "createdAt", session_id as "sessionId",
  request_id as "requestId", host(address) as address`

const countIssues = `
  update user_imports
     set state = $2, error_count = counted.errors, warning_count = counted.warnings, done_count = row_count
    from (select count(*) filter (where has_error) as errors,
                 count(*) filter (where not has_error and issues <> '[]') as warnings
            from user_import_rows where import_id = $1) counted
   where id = $1 returning error_count as "errorCount"`

/** The table `user_imports`. */
export function userImportStore(tx: Tx) {
  return {
    begin: async (owner: { id: number; clientId: number }, fileName: string): Promise<number> => {
      const values = { owner_id: owner.id, client_id: owner.clientId, file_name: fileName }
      return (await tx.insertInto('user_imports').values(values).returning('id').executeTakeFirstOrThrow()).id
    },

    /** The file is whole: the import waits to be checked. */
    endReceiving: async (id: number, rowCount: number): Promise<void> => {
      await tx
        .updateTable('user_imports')
        .set({ state: 'checking', row_count: rowCount })
        .where('id', '=', id)
        .execute()
    },

    remove: async (id: number): Promise<void> => {
      await tx.deleteFrom('user_imports').where('id', '=', id).execute()
    },

    find: async (id: number): Promise<StoredImport | undefined> =>
      (await query<StoredImport>(tx, `select ${columns} from user_imports where id = $1`, [id]))[0],

    /** Locks the import until the end of the transaction. */
    lock: async (id: number): Promise<StoredImport | undefined> =>
      (await query<StoredImport>(tx, `select ${columns} from user_imports where id = $1 for update`, [id]))[0],

    /** Has the users created by a later job, for the request of this session. */
    requestCreation: async (
      id: number,
      by: { sessionId: number; requestId: string; address: string },
    ): Promise<void> => {
      await tx
        .updateTable('user_imports')
        .set({
          state: 'creating',
          done_count: 0,
          session_id: by.sessionId,
          request_id: by.requestId,
          address: by.address,
        })
        .where('id', '=', id)
        .execute()
    },

    /** Counts what was found and sets the state; returns the number of rows with errors. */
    endChecking: async (id: number, state: 'checked' | 'creating'): Promise<number> => {
      const [row] = await query<{ errorCount: number }>(tx, countIssues, [id, state])
      return row?.errorCount ?? 0
    },

    noteProgress: async (id: number, doneCount: number): Promise<void> => {
      await tx.updateTable('user_imports').set({ done_count: doneCount }).where('id', '=', id).execute()
    },

    setState: async (id: number, state: 'checked' | 'created' | 'failed'): Promise<void> => {
      await tx
        .updateTable('user_imports')
        .set({ state, done_count: sql<number>`row_count` })
        .where('id', '=', id)
        .execute()
    },
  }
}
