import { migrate, readApplied } from './migrate.ts'
import { type Migration, readMigrations } from './migration-files.ts'
import { connectAsOwner, type OwnerClient } from './owner-connection.ts'
import { openScratchDatabase } from './scratch-database.ts'
import { pendingMigrations } from './serving-window.ts'

/** What a migration does to one table that is there before it. */
export interface TableEffect {
  readonly table: string
  /** Rows of the table now; null when there are too many to count quickly and no estimate exists. */
  readonly rows: number | null
  /** What others cannot do with the table until the migration ends; null: they notice nothing. */
  readonly blocks: 'reads and writes' | 'writes' | null
  /** All rows are written anew, or the table is emptied. */
  readonly isRewritten: boolean
  /** All rows are read, such as to validate a constraint or to build an index. */
  readonly isScanned: boolean
  /** Rows are inserted, updated or deleted. */
  readonly isWritten: boolean
  readonly newIndexes: readonly string[]
  readonly isDropped: boolean
}

export interface PlannedMigration {
  readonly migration: Migration
  readonly newTables: readonly string[]
  readonly effects: readonly TableEffect[]
}

/**
 * What the migrations that wait for a database would do, without running them there: they run on an empty copy, a
 * temporary embedded PostgreSQL with the migrations that the database has. Of the database itself only rows are counted.
 */
export async function planMigrations(url: string, folder?: string): Promise<PlannedMigration[]> {
  const known = await readMigrations(folder)
  const client = await connectAsOwner(url, 'portal migration plan')
  try {
    const applied = await readApplied(client)
    const pending = pendingMigrations(known, applied)
    if (pending.length === 0 || applied.length === 0)
      return pending.map((migration) => ({ migration, newTables: [], effects: [] }))
    const observed = await observeOnCopy(url, pending, {
      count: known.length - pending.length,
      ...(folder === undefined ? {} : { folder }),
    })
    const counts = await countRows(
      client,
      new Set(observed.flatMap(({ effects }) => effects.map(({ table }) => table))),
    )
    return observed.map((each) => ({
      ...each,
      effects: each.effects.map((effect) => ({ ...effect, rows: counts.get(effect.table) ?? null })),
    }))
  } finally {
    await client.end()
  }
}

async function observeOnCopy(
  url: string,
  pending: readonly Migration[],
  options: { folder?: string; count: number },
): Promise<PlannedMigration[]> {
  const copy = await openScratchDatabase(url)
  try {
    await migrate(copy.url, options)
    const client = await connectAsOwner(copy.url, 'portal migration plan')
    try {
      await client.query("set search_path = public; set timezone = 'UTC'")
      const planned: PlannedMigration[] = []
      for (const migration of pending) planned.push(await observe(client, migration))
      return planned
    } finally {
      await client.end()
    }
  } finally {
    await copy.remove()
  }
}

interface TableBefore {
  oid: number
  name: string
  file: number
  indexes: number[]
}

const readTables = `
  select pg_class.oid::bigint::float8 as oid, relname as name, relfilenode::bigint::float8 as file,
         array(select indexrelid::bigint::float8 from pg_index where indrelid = pg_class.oid) as indexes
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`

/** The strongest lock of a transaction on each table, and what it has done there so far. */
const readDoings = `
  select pg_class.oid::bigint::float8 as oid, relfilenode::bigint::float8 as file,
         bool_or(mode = 'AccessExclusiveLock') as "blocksReads",
         bool_or(mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')) as "blocksWrites",
         bool_or(mode = 'RowExclusiveLock') as "isWritten",
         coalesce(pg_stat_get_xact_numscans(pg_class.oid), 0) > 0 as "isScanned",
         array(select relname from pg_index join pg_class built on built.oid = indexrelid
                where indrelid = pg_class.oid and not indexrelid = any ($2::oid[]) order by 1)::text[] as "newIndexes"
    from pg_class join pg_locks on relation = pg_class.oid and pid = pg_backend_pid() and granted
   where pg_class.oid = any ($1::oid[]) group by pg_class.oid`

interface Doing {
  oid: number
  file: number
  blocksReads: boolean
  blocksWrites: boolean
  isWritten: boolean
  isScanned: boolean
  newIndexes: string[]
}

async function observe(client: OwnerClient, migration: Migration): Promise<PlannedMigration> {
  const { rows: before } = await client.query<TableBefore>(readTables)
  await client.query('begin')
  await client.query(migration.sql.replaceAll('index concurrently', 'index'))
  const doings = await client.query<Doing>(readDoings, [
    before.map(({ oid }) => oid),
    before.flatMap(({ indexes }) => indexes),
  ])
  const { rows: after } = await client.query<TableBefore>(readTables)
  await client.query('commit')
  const byTable = new Map(doings.rows.map((doing) => [doing.oid, doing]))
  const effects = before.flatMap((table): TableEffect[] => {
    const isDropped = !after.some(({ oid }) => oid === table.oid)
    const doing = byTable.get(table.oid)
    if (!doing && !isDropped) return []
    return [effectOf(table, migration.isConcurrent && doing ? { ...doing, blocksWrites: false } : doing, isDropped)]
  })
  return {
    migration,
    newTables: after.filter(({ oid }) => !before.some((table) => table.oid === oid)).map(({ name }) => name),
    effects: effects.filter(isNoticed),
  }
}

function effectOf({ name, file }: TableBefore, doing: Doing | undefined, isDropped: boolean): TableEffect {
  const blocksReads = isDropped || doing?.blocksReads === true
  return {
    table: name,
    rows: null,
    blocks: blocksReads ? 'reads and writes' : doing?.blocksWrites ? 'writes' : null,
    isRewritten: doing !== undefined && doing.file !== file,
    isScanned: doing?.isScanned === true,
    isWritten: doing?.isWritten === true,
    newIndexes: doing?.newIndexes ?? [],
    isDropped,
  }
}

/** A table that is only read is nothing to plan for. */
const isNoticed = ({ blocks, isWritten, isRewritten, isDropped, newIndexes }: TableEffect): boolean =>
  blocks !== null || isWritten || isRewritten || isDropped || newIndexes.length > 0

/** Tables above this size are estimated by the statistics of the server. */
const COUNTED_BYTES_MAX = 50_000_000

async function countRows(client: OwnerClient, tables: ReadonlySet<string>): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; isSmall: boolean; estimate: number }>(
    // The size of a partitioned table is that of its partitions.
    `select name, sum(pg_table_size(part.oid)) <= ${COUNTED_BYTES_MAX} as "isSmall",
            sum(greatest(part.reltuples, pg_stat_get_live_tuples(part.oid), 0))::float8 as estimate
       from (select oid, relname as name, relkind from pg_class
              where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname = any ($1)) known
       join pg_class part on part.oid = known.oid
         or known.relkind = 'p' and part.oid in (select relid from pg_partition_tree(known.oid) where isleaf)
      group by name`,
    [[...tables]],
  )
  // Nothing of a portal that serves may wait for the plan, nor the plan for it.
  await client.query("set statement_timeout = '5s'; set lock_timeout = '1s'; set default_transaction_read_only = on")
  const counts = new Map<string, number>()
  for (const { name, isSmall, estimate } of rows) {
    const text = `select count(*)::float8 as count from public.${client.escapeIdentifier(name)}`
    const counted = isSmall ? await client.query<{ count: number }>(text).catch(() => undefined) : undefined
    counts.set(name, counted?.rows[0]?.count ?? estimate)
  }
  return counts
}
