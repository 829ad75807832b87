import { setTimeout as delay } from 'node:timers/promises'

import pg from 'pg'

import { noteStep } from '../progress.ts'
import { StartError } from '../start-error.ts'
import { migrateJobSchema } from './job-schema.ts'
import { indexesOf, type Migration, readBaseline, readMigrations } from './migration-files.ts'
import { connectAsOwner } from './owner-connection.ts'
import { applyGrants } from './grant-file.ts'
import { refuseUnreadable } from './portal-grants.ts'
import { ensurePortalRole } from './portal-role.ts'
import { sqlStatements } from './sql-statements.ts'
import { type AppliedMigration, byBaseline, pendingMigrations } from './serving-window.ts'
import { refuseForeignOwner, refuseUnfit } from './unfit-server.ts'

/**
 * A longer wait for a lock would block all queries that wait behind it: release and retry. A request that waits for a
 * migration has PostgreSQL look for a deadlock after a second, and would be the one to end: so the migration waits for no
 * lock beyond this time since it began, other than for a moment, and gives way.
 */
const LOCK_MS = 700
const LOCK_LEAST_MS = 50
const lockRetries = 120

/**
 * The rows of schema_migrations, in which a database that was made before there was the baseline has all that has run
 * there; none for a new one.
 */
export async function readRecorded(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<{ present: boolean }>(
    "select to_regclass('public.schema_migrations') is not null as present",
  )
  if (!rows[0]?.present) return []
  const recorded = await client.query<AppliedMigration>(
    // A database of version 0.1.0 has no such column.
    `select version, name, checksum, to_jsonb(done) ->> 'oldest_serving_version' as "oldestServingVersion"
       from public.schema_migrations done order by version`,
  )
  return recorded.rows
}

/** The baseline and the migrations that a database has; none for a new one. */
export async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  return byBaseline(await readRecorded(client), await readBaseline())
}

/** Nodes of earlier versions cannot serve on a database that the baseline made: they look for the migrations before it. */
const OLDEST_ON_NEW_DATABASE = '0.3.0'

async function record(
  client: pg.Client,
  { version, name, checksum }: Migration,
  oldestServingVersion: string,
): Promise<void> {
  await client.query(
    `insert into public.schema_migrations (version, name, checksum, oldest_serving_version) values ($1, $2, $3, $4)`,
    [version, name, checksum, oldestServingVersion],
  )
}

async function applyOne(client: pg.Client, migration: Migration, after: () => Promise<void>): Promise<void> {
  const { version, name, sql, oldestServingVersion, isConcurrent } = migration
  try {
    if (isConcurrent) await buildIndexes(client, migration)
    // In a new database nobody waits for the baseline.
    const statements = isConcurrent ? [] : version === 0 ? [sql] : sqlStatements(sql)
    await inShortLocks(client, async (shortenWait) => {
      for (const statement of statements) {
        await shortenWait()
        await client.query(statement)
      }
      await shortenWait()
      await record(client, migration, version === 0 ? OLDEST_ON_NEW_DATABASE : oldestServingVersion)
      await after()
    })
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
    throw new StartError(
      `The role of DATABASE_URL may not do what migration ${name} needs (${error.message}): it has to own the database.`,
      { cause: error },
    )
  }
}

/** Each index by itself, while others write to its table; one that an interrupted build left behind is built anew. */
async function buildIndexes(client: pg.Client, { name, sql }: Migration): Promise<void> {
  for (const { index, statement } of indexesOf(name, sql)) {
    const { rowCount } = await client.query(
      'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
      [index],
    )
    if (rowCount) await client.query(`drop index concurrently ${client.escapeIdentifier(index)}`)
    await client.query(statement)
  }
}

/**
 * Runs the work in a transaction, and again where it waits too long for a lock.
 * @param work gets what leaves to the next statement no more than the rest of the time to wait for locks
 */
async function inShortLocks(
  client: pg.Client,
  work: (shortenWait: () => Promise<void>) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin')
      const began = performance.now()
      await work(async () => {
        const rest = Math.max(LOCK_MS - (performance.now() - began), LOCK_LEAST_MS)
        await client.query(`set local lock_timeout = ${Math.round(rest)}`)
      })
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      const isLocked = error instanceof pg.DatabaseError && ['55P03', '40P01'].includes(error.code ?? '')
      if (!isLocked || attempt >= lockRetries) throw error
      await delay(250)
    }
  }
}

/** Partitions of the months ahead; where others use the default partition, the nightly job adds them. */
async function addAuditMonths(client: pg.Client): Promise<void> {
  try {
    await client.query('select add_audit_months()')
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '55P03') throw error
  }
}

export interface MigrateOptions {
  /** Other than the one of the product in tests only. */
  folder?: string
  /** Only so many, the baseline and the first ones: for an empty copy of a database that lacks the others. */
  count?: number
  /** Called after each migration with its name and the milliseconds that it took; once for all of a new database. */
  onApplied?: (applied: { migration: string; milliseconds: number }) => void
}

/**
 * Until no other node migrates. It asks again and again: a node that waits inside of a statement is a reader for whom an
 * index that is built meanwhile would wait.
 */
async function waitForTurn(client: pg.Client): Promise<void> {
  const ask = "select pg_try_advisory_lock(hashtextextended('portal migration', 0)) as mine"
  while (!(await client.query<{ mine: boolean }>(ask)).rows[0]?.mine) {
    noteStep('waits for another node that migrates')
    await delay(250)
  }
}

/**
 * Brings a database to this version and returns the names of what was applied. Safe on two nodes at
 * once (the second waits and finds nothing to do) and after a kill at any moment.
 * @throws StartError when this version may not serve on the database
 */
export async function migrate(
  url: string,
  { folder, count, onApplied = () => {} }: MigrateOptions = {},
): Promise<{ applied: string[] }> {
  const all = await readMigrations(folder)
  const known: typeof all = [all[0], ...all.slice(1, count)]
  const client = await connectAsOwner(url, 'portal migration')
  try {
    await refuseUnfit(client, url)
    await client.query(
      "set statement_timeout = 0; set lock_timeout = 0; set timezone = 'UTC'; set search_path = public",
    )
    // Users are served meanwhile: an index is built by one core of the database, and the others are left to them.
    await client.query('set max_parallel_maintenance_workers = 0; set max_parallel_workers_per_gather = 0')
    await waitForTurn(client)
    await ensurePortalRole(client)
    await refuseForeignOwner(client, url)
    const recorded = await readRecorded(client)
    const [baseline] = known
    const pending = pendingMigrations(known, byBaseline(recorded, baseline))
    const isNew = recorded.length === 0
    if (!isNew && !recorded.some(({ version }) => version === baseline.version))
      await record(client, baseline, baseline.oldestServingVersion)
    const began = performance.now()
    for (const migration of pending) {
      const start = performance.now()
      noteStep(`migration ${migration.name}`)
      // An earlier part of the sequence lacks objects that the rights are for.
      const isLast = migration === pending.at(-1) && count === undefined
      await applyOne(client, migration, async () => (isLast ? applyGrants(client) : undefined))
      if (!isNew) onApplied({ migration: migration.name, milliseconds: Math.round(performance.now() - start) })
    }
    if (isNew)
      onApplied({
        migration: 'all of a new database',
        milliseconds: Math.round(performance.now() - began),
      })
    await migrateJobSchema(client)
    if (folder === undefined && count === undefined) {
      await addAuditMonths(client)
      await refuseUnreadable(client)
    }
    return { applied: pending.map((migration) => migration.name) }
  } finally {
    await client.end().catch(() => {})
  }
}

/** For commands that need a prepared database: the error explains how to prepare it. */
export async function refuseUnmigrated(url: string): Promise<void> {
  const client = await connectAsOwner(url, 'portal check')
  try {
    await refuseForeignOwner(client, url)
    const pending = pendingMigrations(await readMigrations(), await readApplied(client))
    if (pending.length > 0)
      throw new StartError('The database is not prepared for this version: run "npm run portal -- migrate" first.')
  } finally {
    await client.end()
  }
}
