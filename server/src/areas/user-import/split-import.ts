import type { Tx } from '../../db/database.ts'
import { run, runFirst, runOne } from '../../db/run.ts'
import { int, nullable, type RowOf, statement } from '../../db/statement.ts'
import { endImportCheck } from './import-store.ts'

/** Imports that have rows of the same file as $1. */
const others = `
  with own as (select id, coalesce(first_import_id, id) as first_id from user_imports where id = $1),
  others as (
    select other.id, other.state, other.row_count
      from own join user_imports other
        on (other.id = own.first_id or other.first_import_id = own.first_id) and other.id <> own.id)`

/** What became of the other rows of the file of an import. */
export type OtherRows = RowOf<typeof selectOthers>

const selectOthers = statement([int], {
  name: 'user-import: select others',
  text: `${others},
  waiting as (select id, row_count from others where state in ('checking', 'checked') order by id desc limit 1)
  select coalesce((select sum(row_count) from others where state = 'created'), 0)::integer as "createdCount",
         (select id from waiting) as "waitingId", coalesce((select row_count from waiting), 0) as "waitingCount"`,
  row: { createdCount: int, waitingId: nullable(int), waitingCount: int },
})

/** Returns how many other rows of the file were created, and which import has those that wait for corrections. */
export const readOtherRows = (tx: Tx, id: number): Promise<OtherRows> => runOne(tx, selectOthers(id))

const lockFileStatement = statement([int], {
  name: 'user-import: lock file',
  text: `
  select from pg_advisory_xact_lock(hashtext('user import file'),
    (select coalesce(first_import_id, id) from user_imports where id = $1))`,
})

/**
 * Keeps others from having users of the same file created, until the end of the transaction; before any lock of an
 * import, as the row of the first import is locked with others.
 */
export const lockFile = (tx: Tx, id: number): Promise<unknown> => run(tx, lockFileStatement(id))

const othersInCreation = statement([int], {
  name: 'user-import: others in creation',
  text: `${others} select from others where state = 'creating' limit 1`,
})

/** True while users of other rows of the file are being created, with whom these cannot be compared yet. */
export const hasOthersInCreation = async (tx: Tx, id: number): Promise<boolean> =>
  (await run(tx, othersInCreation(id))).length > 0

const lockWaiting = statement([int], {
  name: 'user-import: lock waiting',
  text: `select id from user_imports
          where state = 'checked' and id <> $1 and first_import_id =
            (select coalesce(first_import_id, id) from user_imports where id = $1)
          order by id limit 1 for update skip locked`,
  row: { id: int },
})

const addWaiting = statement([int], {
  name: 'user-import: add waiting',
  text: `insert into user_imports (owner_id, client_id, file_name, first_import_id)
         select owner_id, client_id, file_name, coalesce(first_import_id, id) from user_imports where id = $1
         returning id`,
  row: { id: int },
})

const moveRows = statement([int, int], {
  name: 'user-import: move rows',
  text: 'update user_import_rows set import_id = $2 where import_id = $1 and has_error',
})

/**
 * Moves the rows with errors of a locked import to the one in which rows of the same file wait already, or to a new
 * one; returns its id. Rows keep their numbers, and the rows that stay are counted anew.
 */
export async function moveRowsWithErrors(tx: Tx, id: number): Promise<number> {
  const waiting = (await runFirst(tx, lockWaiting(id))) ?? (await runOne(tx, addWaiting(id)))
  await run(tx, moveRows(id, waiting.id))
  await Promise.all([endImportCheck(tx, id, 'checked'), endImportCheck(tx, waiting.id, 'checked')])
  return waiting.id
}
