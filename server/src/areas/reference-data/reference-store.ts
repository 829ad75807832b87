import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { TextKey } from '@portico/contract/texts/texts.ts'
import type { Tx } from '../../db/database.ts'
import type { ListSource } from '../../db/list-page.ts'
import { queryBuilt } from '../../db/query.ts'
import { updateAtVersion } from '../../db/row-version.ts'
import { type EntryId, keyColumnOf, type ReferenceRows, type ReferenceTable } from './reference-rows.ts'

/** Values of an entry by the wire names of its fields. */
export type Values = Readonly<Record<string, unknown>>

/** An entry as it goes over the wire: its id under the name of its key, its fields and its version. */
export type Entry = Values & { version: number }

/** How many records of one kind refer to an entry. */
export interface EntryUse {
  by: TextKey
  usageCnt: number
}

export interface HeldEntry {
  values: Values
  version: number
  isProtected: boolean
  changedAt: Date
  changedByName: string | null
}

/** A list of everything where no page is asked for: screens choose from these entries. */
const ALL_ROWS = 10_000

const columnOf = ({ columns }: ReferenceRows, field: string) => sql.ref(`entry.${columns[field] ?? field}`)
const fieldsOf = (rows: ReferenceRows) =>
  sql.join(Object.keys(rows.columns).map((field) => sql`${columnOf(rows, field)} as ${sql.ref(field)}`))
const idOf = (category: ReferenceTable, rows: ReferenceRows) => sql.ref(`entry.${keyColumnOf(category, rows)}`)
const entryOf = (category: ReferenceTable, rows: ReferenceRows) => {
  const { key } = category
  const given = key in rows.columns ? sql`` : sql`${idOf(category, rows)} as ${sql.ref(key)}, `
  return sql<Entry>`${given}${fieldsOf(rows)}, entry.version`
}

/** The entries of a category as a list; the keyword is looked for in every field. */
export function referenceSource(
  category: ReferenceTable,
  rows: ReferenceRows,
): ListSource<string, { keyword?: string | undefined }, Entry> {
  const from = sql`${sql.table(rows.table)} entry`
  const fields = Object.keys(rows.columns)
  const text = sql.join(fields.map((field) => columnOf(rows, field)))
  return {
    from,
    id: idOf(category, rows),
    columns: Object.fromEntries(fields.map((field) => [field, columnOf(rows, field)])),
    filters: { keyword: (word) => sql<SqlBool>`strpos(lower(concat_ws(' ', ${text})), lower(${word})) > 0` },
    pageSize: ALL_ROWS,
    rows: { from, id: idOf(category, rows), select: entryOf(category, rows) },
  }
}

/** The table of one category, in one transaction. */
export function referenceStore(tx: Tx, category: ReferenceTable, rows: ReferenceRows) {
  const table = sql.table(rows.table)
  const keyColumn = keyColumnOf(category, rows)
  const key = idOf(category, rows)
  const one = async <Row>(built: RawBuilder<Row>) => (await queryBuilt(tx, built))[0]
  const byColumn = (values: Values) =>
    Object.fromEntries(Object.entries(values).map(([field, value]) => [rows.columns[field] ?? field, value]))
  return {
    /** An entry, held until the transaction ends: nobody can change it or begin to use it. */
    hold: (id: EntryId): Promise<HeldEntry | undefined> =>
      one(sql<HeldEntry>`
        select (select to_jsonb(field) from (select ${fieldsOf(rows)}) field) as values, entry.version,
          ${rows.protect ? sql.ref(`entry.${rows.protect}`) : sql`false`} as "isProtected", entry.changed_at as "changedAt",
          (select first_name || ' ' || last_name from users where id = entry.changed_by) as "changedByName"
          from ${table} entry where ${key} = ${id} for update of entry`),

    add: (values: Values, changedBy: number, known?: { id: EntryId; version: number }): Promise<Entry> => {
      const { id, version } = known ?? {}
      const restored = known && { [keyColumn]: id, version }
      const row = Object.entries({ ...byColumn(values), ...restored, changed_by: changedBy })
      return one(sql<Entry>`
        insert into ${table} as entry (${sql.join(row.map(([column]) => sql.ref(column)))})
        values (${sql.join(row.map(([, value]) => value))}) returning ${entryOf(category, rows)}`) as Promise<Entry>
    },

    /** 'stale' where the entry is of another version than the one given. */
    change: async (id: EntryId, version: number | null, values: Values, changedBy: number) => {
      const set = { ...byColumn(values), changed_by: changedBy }
      const row = await updateAtVersion(tx, rows.table, id, version, set, keyColumn)
      return typeof row === 'string' ? row : row.version
    },

    remove: (id: EntryId) => queryBuilt(tx, sql`delete from ${table} entry where ${key} = ${id}`),

    /** How many records of each kind refer to an entry; undefined where there is no such entry. */
    countUses: async (id: EntryId): Promise<EntryUse[] | undefined> => {
      const counts = rows.inUse.map(
        ({ table: user, column }) =>
          sql`(select count(*)::int from ${sql.table(user)} where ${sql.ref(column)} = ${key})`,
      )
      const found = await one(
        sql<{
          counts: number[]
        }>`select array[${sql.join(counts)}]::int[] as counts from ${table} entry where ${key} = ${id}`,
      )
      return found && rows.inUse.map(({ by }, at) => ({ by, usageCnt: found.counts[at] ?? 0 }))
    },
  }
}
