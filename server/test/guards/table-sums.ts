import type { Portal } from '../portal.ts'

/** Moments of last use, which every call of a signed-in person may move on. */
const LAST_USE = ['last_active_at']

export type TableSums = ReadonlyMap<string, string>

/** A checksum of each table; two of them tell what changed between two moments. */
export async function tableSums(portal: Portal, ignoring: readonly string[] = LAST_USE): Promise<TableSums> {
  const tables = await (tablesOf.get(portal) ?? listTables(portal))
  const sumOf = (name: string) => `
    select '${name}' as name, count(*) || ' rows ' || md5(coalesce(string_agg(row::text, chr(10) order by row::text), '')) as sum
      from (select to_jsonb(t) - $1::text[] as row from ${name} t) rows`
  const sums = await portal.owner(tables.map(sumOf).join(' union all '), [ignoring])
  return new Map(sums.map(({ name, sum }) => [String(name), String(sum)]))
}

/** Names of the tables that are not as they were. */
export function changedTables(before: TableSums, after: TableSums): string[] {
  return [...after].filter(([name, sum]) => before.get(name) !== sum).map(([name]) => name)
}

const tablesOf = new WeakMap<Portal, Promise<string[]>>()

function listTables(portal: Portal): Promise<string[]> {
  const listed = portal
    .owner("select tablename as name from pg_tables where schemaname = 'public' order by 1")
    .then((rows) => rows.map(({ name }) => String(name)))
  tablesOf.set(portal, listed)
  return listed
}
