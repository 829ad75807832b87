import type { KeyRing } from '../crypto/key-ring.ts'
import type { SealedRows } from '../crypto/sealed-rows.ts'
import { keyOf, type RunStatement, storedSecrets } from './stored-secrets.ts'

/** Rows per statement. */
const BATCH = 1_000

interface SealedRow {
  id: number
  sealed: string
}

/** Encrypts everything that a former key encrypted with the first one; returns how many rows of each kind. */
export async function reencryptSecrets(
  run: RunStatement,
  ring: KeyRing,
): Promise<{ rows: SealedRows; count: number }[]> {
  const changed: { rows: SealedRows; count: number }[] = []
  for (const rows of storedSecrets) {
    const count = rows.encryption === null ? 0 : await reencryptRows(run, ring, rows, rows.encryption)
    if (count > 0) changed.push({ rows, count })
  }
  return changed
}

async function reencryptRows(
  run: RunStatement,
  ring: KeyRing,
  rows: SealedRows,
  { purpose, contextOf, assignment }: NonNullable<SealedRows['encryption']>,
): Promise<number> {
  const { table, id, sealed, where } = rows
  const read = `
    select ${id}::float8 as id, ${sealed} as sealed from ${table}
     where ${where} and ${keyOf(rows)} = any ($1) and ${id} > $2 order by ${table}.${id} limit ${BATCH} for update`
  const write = `
    update ${table} set ${assignment} from unnest($1::bigint[], $2::text[]) changed (id, sealed)
     where ${table}.${id} = changed.id`
  let count = 0
  for (let last = 0; ;) {
    const batch = await run<SealedRow>(read, [ring.ids.slice(1), last])
    // A row that its key does not open stays as it is; `secret-keys list` names it.
    const opened = batch.flatMap((row) => {
      const plain = ring.decrypt(purpose, row.sealed, contextOf(row.id))
      return plain === undefined ? [] : [{ id: row.id, sealed: ring.encrypt(purpose, plain, contextOf(row.id)) }]
    })
    if (opened.length > 0) await run(write, [opened.map((row) => row.id), opened.map((row) => row.sealed)])
    count += opened.length
    const end = batch.at(-1)
    if (!end || batch.length < BATCH) return count
    last = end.id
  }
}
