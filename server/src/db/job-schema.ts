import { getConstructionPlans, getMigrationPlans } from 'pg-boss'
import type { ConstructorOptions, PgBoss } from 'pg-boss'
import type pg from 'pg'

import { connectionSettings, type PoolSettings } from './connection-settings.ts'
import type { Tx } from './database.ts'
import { portalRole } from './portal-role.ts'

/** Schema of the queue library. Only its owner may make tables in it, so the portal runs with `migrate: false`. */
export const jobSchema = 'jobs'

const grants = `
  grant usage on schema ${jobSchema} to ${portalRole};
  grant select, insert, update, delete on all tables in schema ${jobSchema} to ${portalRole};
  grant execute on all functions in schema ${jobSchema} to ${portalRole};
  alter default privileges in schema ${jobSchema} grant select, insert, update, delete on tables to ${portalRole};
`

async function installedVersion(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ present: boolean }>(
    `select to_regclass('${jobSchema}.version') is not null as present`,
  )
  if (!rows[0]?.present) return null
  const versions = await client.query<{ version: number }>(`select version from ${jobSchema}.version`)
  return versions.rows[0]?.version ?? null
}

/** The version that the installed queue library works with, read off what it would install. */
function neededVersion(): number {
  const found = /insert into jobs\.version\s*\(version\)\s*values\s*\('?(\d+)'?\)/i.exec(
    getConstructionPlans(jobSchema),
  )
  if (!found) throw new Error('The queue library no longer states the version of its schema.')
  return Number(found[1])
}

/** Brings the tables of the queue library to its version, and lets portal_app work with them. */
export async function migrateJobSchema(client: pg.Client): Promise<void> {
  const installed = await installedVersion(client)
  // Either plan is a transaction of its own; grants are checked separately, because a kill may come in between.
  if (installed === null) await client.query(getConstructionPlans(jobSchema, { createSchema: true }))
  else if (installed < neededVersion()) await client.query(getMigrationPlans(jobSchema, installed))
  else if (await isGranted(client)) return
  await client.query(grants)
}

async function isGranted(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ granted: boolean }>(
    `select bool_and(has_table_privilege('${portalRole}', oid, 'delete')) as granted
     from pg_class where relnamespace = '${jobSchema}'::regnamespace and relkind in ('r', 'p')`,
  )
  return rows[0]?.granted === true
}

/** The queue library on a transaction: what it writes is committed with it. */
export const queueDatabase = (tx: Tx) => ({
  executeSql: (text: string, values: unknown[] = []) => tx.send<object>({ text, values }),
})

/** Settings of the queue's own connections; its library reads rows as the driver does. */
export const queueSettings = (url: string, applicationName: string, connections: number): PoolSettings => ({
  url,
  applicationName: `${applicationName} queue`,
  connections,
  statementTimeout: 60_000,
  lockTimeout: 10_000,
  idleInTransactionTimeout: 60_000,
  connectTimeout: 5000,
  readsAsDriver: true,
})

// Rebuilding indexes and vacuuming are for the owner of the tables; making them is done above.
const ours = { schema: jobSchema, migrate: false, createSchema: false, reindex: false, monitorVacuum: false }

/** Options for `new PgBoss(...)`: acts as portal_app, which changes rows of the job tables and no table. */
export const queueOptions = (url: string, applicationName: string, connections = 3): ConstructorOptions =>
  ({ ...connectionSettings(queueSettings(url, applicationName, connections)), ...ours }) as ConstructorOptions

/** What the queue library works on. */
export type QueueDatabase = ReturnType<PgBoss['getDb']>

/** The same on connections of our own. */
export const queueOptionsOn = (db: QueueDatabase): ConstructorOptions => ({ db, ...ours }) as ConstructorOptions
