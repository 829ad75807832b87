import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { TextKey } from '@portico/contract/texts/texts.ts'
import type { Tx } from '../../db/database.ts'
import type { ListSource } from '../../db/list-page.ts'
import { updateLocked } from '../../db/row-version.ts'
import { userNameSql } from '../../db/user-name-sql.ts'
import { type EntryId, keyColumnOf, type ReferenceRows, type ReferenceTable, type Values } from './reference-rows.ts'
import { run } from '../../db/run.ts'

/** An entry as it goes over the wire: its id under the name of its key, its fields and its version. */
export type Entry = Values & { version: number }

/** How many records of one kind refer to an entry. */
export interface EntryUse {
  by: TextKey
  usageCnt: number
  /** True: they do not keep the entry, but lose it when it is deleted. */
  isLost: boolean
}

export interface LockedEntry {
  values: Values
  version: number
  isProtected: boolean
  isKept: boolean
  changedAt: Date
  changedByName: string | null
}

/** A list of everything where no page is asked for: screens choose from these entries. */
const ALL_ROWS = 10_000

const columnOf = ({ columns }: ReferenceRows, field: string) => sql.ref(`entry.${columns[field] ?? field}`)
const fieldsOf = (rows: ReferenceRows) =>
  sql.join(Object.keys(rows.columns).map((field) => sql`${columnOf(rows, field)} as ${sql.ref(field)}`))
const idOf = (category: ReferenceTable, rows: ReferenceRows) => sql.ref(`entry.${keyColumnOf(category, rows)}`)
const flagOf = (column: string | undefined) => (column === undefined ? sql`false` : sql.ref(`entry.${column}`))

/** Everything of an entry that may be read, by its wire names. */
function readable(rows: ReferenceRows): Record<string, RawBuilder<unknown>> {
  const { columns, shown = {}, secret } = rows
  const fields = Object.keys(columns).map((field): [string, RawBuilder<unknown>] => [
    field,
    secret?.field === field
      ? sql`case when not ${columnOf(rows, secret.when)} then ${columnOf(rows, field)} end`
      : columnOf(rows, field),
  ])
  return { ...Object.fromEntries(fields), ...shown }
}

const entryOf = (category: ReferenceTable, rows: ReferenceRows) => {
  const { key } = category
  const given = key in rows.columns ? sql`` : sql`${idOf(category, rows)} as ${sql.ref(key)}, `
  const values = Object.entries(readable(rows)).map(([field, value]) => sql`${value} as ${sql.ref(field)}`)
  return sql<Entry>`${given}${sql.join(values)}, entry.version`
}

/** What a reader reads instead of stored texts that are worded as shipped, by the stored ones. */
export type WordsOfShipped = Readonly<Record<string, string>>

const shippedColumns = ({ shipped = [] }: ReferenceTable, rows: ReferenceRows): RawBuilder<unknown>[] =>
  Object.entries(readable(rows)).flatMap(([field, column]) => (shipped.includes(field) ? [column] : []))

/** Returns what a reader reads instead of the texts of a category that are worded as shipped. */
export async function wordsOfShipped(
  tx: Tx,
  category: ReferenceTable,
  rows: ReferenceRows,
  inWords: (stored: string) => string,
): Promise<WordsOfShipped> {
  const columns = shippedColumns(category, rows)
  if (columns.length === 0) return {}
  const stored = await run(
    tx,
    sql<{ text: string }>`
      select distinct stored.text from ${sql.table(rows.table)} entry, unnest(array[${sql.join(columns)}]) stored (text)
       where stored.text is not null`,
  )
  const words = stored.map(({ text }) => [text, inWords(text)] as const)
  return Object.fromEntries(words.filter(([text, inLanguage]) => text !== inLanguage))
}

/**
 * The entries of a category as a list; the keyword is looked for in every field. Texts that are worded as shipped are
 * sorted by what the reader reads, and found by that and by what is stored.
 */
export function referenceSource(
  category: ReferenceTable,
  rows: ReferenceRows,
  words: WordsOfShipped = {},
): ListSource<string, { keyword?: string | undefined }, Entry> {
  const from = sql`${sql.table(rows.table)} entry`
  const { shipped = [] } = category
  const stored = readable(rows)
  const inWords = (column: RawBuilder<unknown>) =>
    sql`coalesce(${JSON.stringify(words)}::jsonb ->> ${column}, ${column})`
  const columns = Object.fromEntries(
    Object.entries(stored).map(([field, column]) => [field, shipped.includes(field) ? inWords(column) : column]),
  )
  const text = sql.join([...Object.values(stored), ...shippedColumns(category, rows).map(inWords)])
  return {
    from,
    id: idOf(category, rows),
    where: rows.where ?? sql`true`,
    columns,
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
  const isEntry = (id: EntryId) => sql`${key} = ${id} and ${rows.where ?? sql`true`}`
  const one = async <Row>(built: RawBuilder<Row>) => (await run(tx, built))[0]
  const byColumn = (values: Values) =>
    Object.fromEntries(Object.entries(values).map(([field, value]) => [rows.columns[field] ?? field, value]))
  return {
    /** An entry, held until the transaction ends: nobody can change it or begin to use it. */
    lock: (id: EntryId): Promise<LockedEntry | undefined> =>
      one(sql<LockedEntry>`
        select (select to_jsonb(field) from (select ${fieldsOf(rows)}) field) as values, entry.version,
          ${flagOf(rows.protect)} as "isProtected", ${flagOf(rows.keep)} as "isKept", entry.changed_at as "changedAt",
          ${sql.raw(userNameSql('entry.changed_by'))} as "changedByName"
          from ${table} entry where ${isEntry(id)} for update of entry`),

    /** An entry as it is read. */
    find: (id: EntryId): Promise<Entry | undefined> =>
      one(sql<Entry>`select ${entryOf(category, rows)} from ${table} entry where ${isEntry(id)}`),

    /** Returns the id. */
    add: async (values: Values, changedBy: number, known?: { id: EntryId; version: number }): Promise<EntryId> => {
      const { id, version } = known ?? {}
      const restored = known && { [keyColumn]: id, version }
      const row = Object.entries({ ...byColumn(values), ...restored, changed_by: changedBy })
      const added = await one(sql<{ id: EntryId }>`
        insert into ${table} as entry (${sql.join(row.map(([column]) => sql.ref(column)))})
        values (${sql.join(row.map(([, value]) => value))}) returning ${key} as id`)
      return (added as { id: EntryId }).id
    },

    /** Changes a locked entry. */
    change: (id: EntryId, version: number, values: Values, changedBy: number) =>
      updateLocked(tx, rows.table, { id, version }, { ...byColumn(values), changed_by: changedBy }, keyColumn),

    remove: (id: EntryId) => run(tx, sql`delete from ${table} entry where ${key} = ${id}`),

    /** How many records of each kind refer to an entry; undefined where there is no such entry. */
    countUses: async (id: EntryId): Promise<EntryUse[] | undefined> => {
      const counts = rows.inUse.map(
        ({ table: user, column, where = sql`true` }) =>
          sql`(select count(*)::int from ${sql.table(user)} where ${sql.ref(column)} = ${key} and ${where})`,
      )
      const found = await one(
        sql<{
          counts: number[]
        }>`select array[${sql.join(counts)}]::int[] as counts from ${table} entry where ${isEntry(id)}`,
      )
      return found && rows.inUse.map(({ by, isLost = false }, at) => ({ by, usageCnt: found.counts[at] ?? 0, isLost }))
    },
  }
}
