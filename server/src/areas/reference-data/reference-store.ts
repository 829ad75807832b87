import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import type { Tx } from '../../db/database.ts'
import type { ListSource } from '../../db/list-page.ts'
import { queryBuilt } from '../../db/query.ts'
import { updateAtVersion } from '../../db/row-version.ts'
import type { ReferenceRows, ReferenceTable } from './reference-rows.ts'

/** Values of an entry by the wire names of its fields. */
export type Values = Readonly<Record<string, unknown>>

/** An entry as it goes over the wire: its id under the name of its key, its fields and its version. */
export type Entry = Values & { version: number }

/** How many records of one kind refer to an entry. */
export interface EntryUse {
  usedByNm: string
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
const entryOf = ({ key }: ReferenceTable, rows: ReferenceRows) =>
  sql<Entry>`entry.id as ${sql.ref(key)}, ${fieldsOf(rows)}, entry.version`

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
    id: sql`entry.id`,
    columns: Object.fromEntries(fields.map((field) => [field, columnOf(rows, field)])),
    filters: { keyword: (word) => sql<SqlBool>`strpos(lower(concat_ws(' ', ${text})), lower(${word})) > 0` },
    pageSize: ALL_ROWS,
    rows: { from, id: sql`entry.id`, select: entryOf(category, rows) },
  }
}

/** The table of one category, in one transaction. */
export function referenceStore(tx: Tx, category: ReferenceTable, rows: ReferenceRows) {
  const table = sql.table(rows.table)
  const one = async <Row>(built: RawBuilder<Row>) => (await queryBuilt(tx, built))[0]
  const byColumn = (values: Values) =>
    Object.fromEntries(Object.entries(values).map(([field, value]) => [rows.columns[field] ?? field, value]))
  return {
    /** An entry, held until the transaction ends: nobody can change it or begin to use it. */
    hold: (id: number): Promise<HeldEntry | undefined> =>
      one(sql<HeldEntry>`
        select (select to_jsonb(field) from (select ${fieldsOf(rows)}) field) as values, entry.version,
          ${rows.protect ? sql.ref(`entry.${rows.protect}`) : sql`false`} as "isProtected", entry.changed_at as "changedAt",
          (select first_name || ' ' || last_name from users where id = entry.changed_by) as "changedByName"
          from ${table} entry where id = ${id} for update of entry`),

    add: (values: Values, changedBy: number, known?: { id: number; version: number }): Promise<Entry> => {
      const row = Object.entries({ ...byColumn(values), ...known, changed_by: changedBy })
      return one(sql<Entry>`
        insert into ${table} as entry (${sql.join(row.map(([column]) => sql.ref(column)))})
        values (${sql.join(row.map(([, value]) => value))}) returning ${entryOf(category, rows)}`) as Promise<Entry>
    },

    /** 'stale' where the entry is of another version than the one given. */
    change: async (id: number, version: number | null, values: Values, changedBy: number) => {
      const row = await updateAtVersion(tx, rows.table, id, version, { ...byColumn(values), changed_by: changedBy })
      return typeof row === 'string' ? row : row.version
    },

    remove: (id: number) => queryBuilt(tx, sql`delete from ${table} where id = ${id}`),

    /** How many records of each kind refer to an entry; undefined where there is no such entry. */
    countUses: async (id: number): Promise<EntryUse[] | undefined> => {
      const counts = rows.inUse.map(
        ({ table: user, column }) =>
          sql`(select count(*)::int from ${sql.table(user)} where ${sql.ref(column)} = entry.id)`,
      )
      const found = await one(
        sql<{
          counts: number[]
        }>`select array[${sql.join(counts)}]::int[] as counts from ${table} entry where id = ${id}`,
      )
      return found?.counts.map((usageCnt, at) => {
        const by = rows.inUse[at]?.by
        return { usedByNm: by ? defaultTexts[by] : '', usageCnt }
      })
    },
  }
}
