import type { KeyRing } from '../crypto/key-ring.ts'
import type { SealedRows } from '../crypto/sealed-rows.ts'
import { keyOf, type RunStatement } from './held-secrets.ts'

/** Rows per statement. */
const BATCH = 1_000

interface SealedRow {
  id: number
  sealed: string
  /** What was signed; null for an encrypted row. */
  text: string | null
}

/**
 * Encrypts what a former key encrypted with the first one, and signs again what is stored beside its signature;
 * returns how many rows of each of the `kinds`.
 */
export async function reencryptSecrets(
  run: RunStatement,
  ring: KeyRing,
  kinds: readonly SealedRows[],
): Promise<{ rows: SealedRows; count: number }[]> {
  const changed: { rows: SealedRows; count: number }[] = []
  for (const rows of kinds) {
    const count = rows.encryption || rows.signed ? await renewRows(run, ring, rows) : 0
    if (count > 0) changed.push({ rows, count })
  }
  return changed
}

async function renewRows(run: RunStatement, ring: KeyRing, rows: SealedRows): Promise<number> {
  const { table, id, sealed, where, encryption, signed } = rows
  const read = `
    select ${id}::float8 as id, ${sealed} as sealed, ${signed?.text ?? 'null'} as text from ${table}
     where ${where} and ${keyOf(rows)} = any ($1) and ${id} > $2 order by ${table}.${id} limit ${BATCH} for update`
  const write = `
    update ${table} set ${encryption?.assignment ?? `${sealed} = changed.sealed`}
      from unnest($1::bigint[], $2::text[]) changed (id, sealed)
     where ${table}.${id} = changed.id`
  let count = 0
  for (let last = 0; ;) {
    const batch = await run<SealedRow>(read, [ring.ids.slice(1), last])
    // A row that its key does not open stays as it is; `secret-keys list` names it.
    const renewed = batch.flatMap((row) => {
      const again = renew(ring, rows, row)
      return again === undefined ? [] : [{ id: row.id, sealed: again }]
    })
    if (renewed.length > 0) await run(write, [renewed.map((row) => row.id), renewed.map((row) => row.sealed)])
    count += renewed.length
    const end = batch.at(-1)
    if (!end || batch.length < BATCH) return count
    last = end.id
  }
}

/** Returns the row encrypted or signed by the first key; undefined where its own key is not in the ring, or it was changed. */
function renew(ring: KeyRing, { encryption, signed }: SealedRows, { id, sealed, text }: SealedRow): string | undefined {
  if (encryption) {
    const { purpose, contextOf } = encryption
    const plain = ring.decrypt(purpose, sealed, contextOf(id))
    return plain === undefined ? undefined : ring.encrypt(purpose, plain, contextOf(id))
  }
  if (!signed || text === null || !ring.verify(signed.purpose, text, sealed)) return undefined
  return ring.sign(signed.purpose, text)
}
