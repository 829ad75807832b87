import type { Tx } from '../db/database.ts'
import type { KeyRing } from '../crypto/key-ring.ts'
import type { SealedRows } from '../crypto/sealed-rows.ts'
import { countOf } from '../count-of.ts'

/** Runs a statement, as the owner of the database or in a transaction. */
export type RunStatement = <Row extends object>(text: string, values: readonly unknown[]) => Promise<Row[]>

/** Runs them in a transaction. They aren't declared: their texts name tables that are listed elsewhere. */
export const statementsIn =
  (tx: Tx): RunStatement =>
  async <Row extends object>(text: string, values: readonly unknown[]) =>
    (await tx.send<Row>({ text, values: [...values] })).rows

/** The rows of one kind that one key holds. */
export interface HeldByKey {
  key: string
  rows: SealedRows
  count: number
  /** False when the ring lacks the key, or has another one of this id. */
  isReadable: boolean
}

/** SQL: the id of the key of a row. */
export const keyOf = ({ sealed }: SealedRows): string => `split_part(${sealed}, '.', 1)`

/** What each key holds, one row of each kind tried with the ring. */
export async function findHeld(run: RunStatement, ring: KeyRing, kinds: readonly SealedRows[]): Promise<HeldByKey[]> {
  const held: HeldByKey[] = []
  for (const rows of kinds) {
    const { table, id, sealed, where } = rows
    const counted = await run<{ key: string; count: number; first: number }>(
      `select ${keyOf(rows)} as key, count(*)::integer as count, min(${id})::float8 as first
         from ${table} where ${where} group by 1 order by 1`,
      [],
    )
    for (const { key, count, first } of counted) {
      const [sample] = await run<{ sealed: string }>(
        `select ${sealed} as sealed from ${table} where ${id} = $1 and ${where}`,
        [first],
      )
      // A row that has gone in between needs no key.
      const isReadable = sample === undefined || canRead(ring, rows, { id: first, ...sample })
      held.push({ key, rows, count, isReadable })
    }
  }
  return held
}

const canRead = (ring: KeyRing, { encryption }: SealedRows, { id, sealed }: { id: number; sealed: string }): boolean =>
  encryption === null
    ? ring.ids.includes(sealed.split('.', 1)[0] ?? '')
    : ring.decrypt(encryption.purpose, sealed, encryption.contextOf(id)) !== undefined

/** Such as "2 authenticator apps, 1 signing key". */
export const listHeld = (held: readonly HeldByKey[]): string =>
  held.map(({ count, rows: { name } }) => countOf(count, ...name)).join(', ')
