import type { Portal } from '../portal.ts'

/** Columns of last use, which every call of a signed-in user may update. */
const LAST_USE = ['last_active_at']

export type TableSums = ReadonlyMap<string, string>

/**
 * A checksum of each table; two of them show what changed in between. Written rows have a younger transaction than all
 * others; only tables with columns of last use are read to the end.
 */
export async function tableSums(portal: Portal, leftOut: readonly string[] = []): Promise<TableSums> {
  const listed = tablesOf.get(portal) ?? listTables(portal)
  tablesOf.set(portal, listed)
  const tables = (await listed).filter(({ name }) => !leftOut.includes(name))
  const latest = (name: string) => `
    select '${name}' as name, count(*) || ' rows ' || coalesce(max(xmin::text::bigint), 0) as sum from ${name}`
  const sumOf = (name: string) => `
    select '${name}' as name, count(*) || ' rows ' || md5(coalesce(string_agg(row::text, chr(10) order by row::text), '')) as sum
      from (select to_jsonb(t) - $1::text[] as row from ${name} t) rows`
  const parts = tables.map(({ name, hasLastUse }) => (hasLastUse ? sumOf(name) : latest(name)))
  const values = tables.some(({ hasLastUse }) => hasLastUse) ? [LAST_USE] : []
  const sums = await portal.owner(parts.join(' union all '), values)
  return new Map(sums.map(({ name, sum }) => [String(name), String(sum)]))
}

/** Names of the tables that are not as they were. */
export function changedTables(before: TableSums, after: TableSums): string[] {
  return [...after].filter(([name, sum]) => before.get(name) !== sum).map(([name]) => name)
}

/** Tells what changes between one look and the next. */
export interface TableWatch {
  /** Names of the tables that are not as they were at the last look. */
  changes(): Promise<string[]>
}

/** Watches all tables, from now on. */
export async function watchTables(portal: Portal): Promise<TableWatch> {
  let last = await tableSums(portal)
  return {
    changes: async () => {
      const before = last
      last = await tableSums(portal)
      return changedTables(before, last)
    },
  }
}

interface Table {
  name: string
  hasLastUse: boolean
}

const tablesOf = new WeakMap<Portal, Promise<Table[]>>()

async function listTables(portal: Portal): Promise<Table[]> {
  const rows = await portal.owner(
    `select tablename as name,
            exists (select from information_schema.columns c
                     where c.table_schema = 'public' and c.table_name = tablename and c.column_name = any($1)) as has_last_use
       from pg_tables
      where schemaname = 'public' and not (select relispartition from pg_class where oid = tablename::regclass) order by 1`,
    [LAST_USE],
  )
  return rows.map((row) => ({ name: String(row['name']), hasLastUse: row['has_last_use'] === true }))
}
