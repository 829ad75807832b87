import { setTimeout as delay } from 'node:timers/promises'

import pg from 'pg'

import { StartError } from '../start-error.ts'
import { migrateJobSchema } from './job-schema.ts'
import { type Migration, readMigrations } from './migration-files.ts'
import { connectAsOwner } from './owner-connection.ts'
import { refuseUnreadable } from './portal-grants.ts'
import { ensurePortalRole } from './portal-role.ts'
import { type AppliedMigration, pendingMigrations } from './serving-window.ts'
import { refuseForeignOwner, refuseUnfit } from './unfit-server.ts'

/** A longer wait for a lock would block all queries that wait behind it: release and retry. */
const lockTimeout = '2s'
const lockRetries = 60

/** The migrations a database has seen; none for a new one. */
export async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<{ present: boolean }>(
    "select to_regclass('public.schema_migrations') is not null as present",
  )
  if (!rows[0]?.present) return []
  const applied = await client.query<AppliedMigration>(
    // A database of version 0.1.0 has no such column.
    `select version, name, checksum, to_jsonb(done) ->> 'oldest_serving_version' as "oldestServingVersion"
       from public.schema_migrations done order by version`,
  )
  return applied.rows
}

async function applyOne(client: pg.Client, migration: Migration): Promise<void> {
  const { version, name, checksum, sql, oldestServingVersion } = migration
  try {
    await inShortLocks(client, async () => {
      await client.query(sql)
      await client.query(
        `insert into public.schema_migrations (version, name, checksum, oldest_serving_version) values ($1, $2, $3, $4)`,
        [version, name, checksum, oldestServingVersion],
      )
    })
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
    throw new StartError(
      `The role of DATABASE_URL may not do what migration ${name} needs (${error.message}): it has to own the database.`,
      { cause: error },
    )
  }
}

/** Runs the work in a transaction, and again where it waits too long for a lock. */
async function inShortLocks(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = '${lockTimeout}'`)
      await work()
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      const isLocked = error instanceof pg.DatabaseError && error.code === '55P03'
      if (!isLocked || attempt >= lockRetries) throw error
      await delay(250)
    }
  }
}

/** Creates the list of applied migrations; nodes of other versions read in it whether they may serve. */
async function ensureMigrationList(client: pg.Client): Promise<void> {
  await client.query(
    `create table if not exists public.schema_migrations (
       version integer primary key, name text not null, checksum text not null,
       applied_at timestamptz not null default now(), oldest_serving_version text not null default '0.1.0')`,
  )
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'public.schema_migrations'::regclass and attname = 'oldest_serving_version'`,
  )
  if (rowCount === 0)
    await inShortLocks(client, () =>
      client.query(
        `alter table public.schema_migrations add column oldest_serving_version text not null default '0.1.0'`,
      ),
    )
}

export interface MigrateOptions {
  /** Other than the one of the product in tests only. */
  folder?: string
  /** Only so many migrations, the first ones: for an empty copy of a database that lacks the others. */
  count?: number
  /** Called after each migration with its name and the milliseconds that it took; once for all of a new database. */
  onApplied?: (applied: { migration: string; milliseconds: number }) => void
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
  const known = (await readMigrations(folder)).slice(0, count)
  const client = await connectAsOwner(url, 'portal migration')
  try {
    await refuseUnfit(client)
    await client.query(
      "set statement_timeout = 0; set lock_timeout = 0; set timezone = 'UTC'; set search_path = public",
    )
    await client.query("select pg_advisory_lock(hashtextextended('portal migration', 0))")
    await ensurePortalRole(client)
    await refuseForeignOwner(client)
    const pending = pendingMigrations(known, await readApplied(client))
    await ensureMigrationList(client)
    const isNew = pending.length === known.length
    const began = performance.now()
    for (const migration of pending) {
      const start = performance.now()
      await applyOne(client, migration)
      if (!isNew) onApplied({ migration: migration.name, milliseconds: Math.round(performance.now() - start) })
    }
    if (isNew)
      onApplied({
        migration: `all ${known.length} of a new database`,
        milliseconds: Math.round(performance.now() - began),
      })
    await migrateJobSchema(client)
    if (folder === undefined && count === undefined) await refuseUnreadable(client)
    return { applied: pending.map((migration) => migration.name) }
  } finally {
    await client.end().catch(() => {})
  }
}

/** For commands that need a prepared database: the error explains how to prepare it. */
export async function refuseUnmigrated(url: string): Promise<void> {
  const client = await connectAsOwner(url, 'portal check')
  try {
    await refuseForeignOwner(client)
    const pending = pendingMigrations(await readMigrations(), await readApplied(client))
    if (pending.length > 0)
      throw new StartError('The database is not prepared for this version: run "npm run portal -- migrate" first.')
  } finally {
    await client.end()
  }
}
