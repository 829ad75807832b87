import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import pg from 'pg'

import { productRoot } from '../product-root.ts'
import { StartError } from '../start-error.ts'
import { migrateJobSchema } from './job-schema.ts'
import { connectAsOwner } from './owner-connection.ts'
import { refuseUnreadable } from './portal-grants.ts'
import { ensurePortalRole } from './portal-role.ts'
import { refuseForeignOwner, refuseUnfit } from './unfit-server.ts'

const ownFolder = path.join(productRoot, 'server/src/db/migrations')
/** A longer wait for a lock would block all queries that wait behind it: release and retry. */
const lockTimeout = '2s'
const lockRetries = 60

export interface Migration {
  readonly version: number
  readonly name: string
  readonly checksum: string
  readonly sql: string
}

interface AppliedMigration {
  readonly version: number
  readonly name: string
  readonly checksum: string
}

/** The migrations of a folder in their order: NNNN-what-it-does.sql. */
export async function readMigrations(folder: string = ownFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const migrations = await Promise.all(
    names.map(async (name): Promise<Migration> => {
      const version = Number(/^(\d{4})-/.exec(name)?.[1])
      if (!version) throw new Error(`A migration is named NNNN-what-it-does.sql, not ${name}.`)
      // A checkout with other line ends is the same migration.
      const sql = (await readFile(path.join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { version, name: name.slice(0, -4), checksum: createHash('sha256').update(sql).digest('hex'), sql }
    }),
  )
  migrations.forEach((migration, index) => {
    if (migration.version !== index + 1) throw new Error(`Migration ${index + 1} is missing or there twice.`)
  })
  return migrations
}

/** Those not applied yet; refuses a database of another history than these files. */
export function pendingMigrations(known: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  for (const done of applied) {
    const ours = known.find((migration) => migration.version === done.version)
    if (!ours) {
      throw new StartError(
        `The database belongs to a newer version of Portico (it knows ${done.name}, this one does not): start that version or restore a backup.`,
      )
    }
    if (ours.checksum !== done.checksum) {
      throw new StartError(
        `The migration ${ours.name} is not the one that was applied to this database: restore the file as it was released.`,
      )
    }
  }
  return known.filter((migration) => !applied.some((done) => done.version === migration.version))
}

/** The migrations a database has seen; none for a new one. */
export async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<{ present: boolean }>(
    "select to_regclass('public.schema_migrations') is not null as present",
  )
  if (!rows[0]?.present) return []
  const applied = await client.query<AppliedMigration>(
    'select version, name, checksum from public.schema_migrations order by version',
  )
  return applied.rows
}

async function applyOne(client: pg.Client, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = '${lockTimeout}'`)
      await client.query(migration.sql)
      await client.query('insert into public.schema_migrations (version, name, checksum) values ($1, $2, $3)', [
        migration.version,
        migration.name,
        migration.checksum,
      ])
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      const code = error instanceof pg.DatabaseError ? error.code : undefined
      if (code === '42501') {
        throw new StartError(
          `The role of DATABASE_URL may not do what migration ${migration.name} needs (${(error as Error).message}): it has to own the database.`,
          { cause: error },
        )
      }
      if (code !== '55P03' || attempt >= lockRetries) throw error
      await delay(250)
    }
  }
}

/**
 * Brings a database to this version and returns the names of what was applied. Safe on two nodes at
 * once (the second waits and finds nothing to do) and after a kill at any moment.
 */
export async function migrate(url: string, options: { folder?: string } = {}): Promise<{ applied: string[] }> {
  const known = await readMigrations(options.folder)
  const client = await connectAsOwner(url, 'portal migration')
  try {
    await refuseUnfit(client)
    await client.query(
      "set statement_timeout = 0; set lock_timeout = 0; set timezone = 'UTC'; set search_path = public",
    )
    await client.query("select pg_advisory_lock(hashtextextended('portal migration', 0))")
    await ensurePortalRole(client)
    await refuseForeignOwner(client)
    await client.query(
      `create table if not exists public.schema_migrations (
         version integer primary key, name text not null, checksum text not null,
         applied_at timestamptz not null default now())`,
    )
    const pending = pendingMigrations(known, await readApplied(client))
    for (const migration of pending) await applyOne(client, migration)
    await migrateJobSchema(client)
    if (options.folder === undefined) await refuseUnreadable(client)
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
