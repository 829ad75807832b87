import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { jobSchema } from './job-schema.ts'
import { connectAsOwner, type OwnerClient, serverMajor } from './owner-connection.ts'
import { ensurePortalRole, portalRole } from './portal-role.ts'
import { findPostgresProgram, libpqConnection, runPostgresProgram } from './postgres-programs.ts'
import { refuseUnfit } from './unfit-server.ts'
import { countOf } from '../count-of.ts'

/** The dump sees exactly what the transaction of the client sees. Returns the major version of pg_dump. */
export async function dumpDatabase(client: OwnerClient, url: string, file: string): Promise<number> {
  const program = await findPostgresProgram('pg_dump', await serverMajor(client))
  const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
  const { address, environment } = libpqConnection(url)
  const schemas = ['public', jobSchema].map((schema) => `--schema=${schema}`)
  const what = [...schemas, '--format=custom', '--no-owner', '--no-password']
  await runPostgresProgram(
    program,
    [...what, `--snapshot=${rows[0]?.snapshot}`, `--file=${file}`, `--dbname=${address}`],
    environment,
  )
  const handle = await open(file, 'r+')
  await handle.chmod(0o600)
  await handle.sync()
  await handle.close()
  return program.major
}

/** Roles other than the owner and portal_app that hold rights on something of the portal. */
export async function otherRoles(client: OwnerClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `with spaces as (select oid from pg_namespace where nspname in ('public', '${jobSchema}')),
      lists as (
        select relacl as acl from pg_class where relnamespace in (select oid from spaces)
        union all select attacl from pg_attribute
          where attrelid in (select oid from pg_class where relnamespace in (select oid from spaces))
        union all select proacl from pg_proc where pronamespace in (select oid from spaces)
        union all select nspacl from pg_namespace where oid in (select oid from spaces))
     select distinct rolname as name from lists, aclexplode(acl) entry join pg_roles on pg_roles.oid = entry.grantee
      where rolname not in ('${portalRole}', current_user) and rolname not like 'pg\\_%'
        and not pg_has_role(current_user, entry.grantee, 'member') order by rolname`,
  )
  return rows.map(({ name }) => name)
}

export interface DumpTarget {
  url: string
  /** Replaces what the database holds. */
  overwrite: boolean
  /** Major version of the pg_dump that wrote the archive, and of the server that it describes. */
  dumpMajor: number
  serverMajor: number
  /** Roles that the archive grants rights to. */
  otherRoles: readonly string[]
}

/**
 * Everything that can be known before anything is changed.
 * @throws StartError where the restore would fail or destroy something
 */
export async function checkDumpTarget(target: DumpTarget): Promise<void> {
  await findPostgresProgram('pg_restore', target.dumpMajor)
  const client = await connectAsOwner(target.url, 'portal restore')
  try {
    await refuseUnfit(client, target.url)
    const major = await serverMajor(client)
    if (major < target.serverMajor)
      throw new StartError(
        `The backup is of PostgreSQL ${target.serverMajor}, and this server is version ${major}: restore it on version ${target.serverMajor} or newer.`,
      )
    await refuseInUse(client)
    if (!target.overwrite) await refuseNonEmpty(client)
    await refuseMissingRoles(client, target.otherRoles)
    await ensurePortalRole(client)
  } finally {
    await client.end()
  }
}

/** @throws StartError where a node of the portal is connected */
export async function refuseInUse(client: OwnerClient): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name like 'portal %'`,
  )
  const count = rows[0]?.count ?? 0
  if (count > 0)
    throw new StartError(
      `The portal is running on this database (${countOf(count, 'connection')}): stop every node first.`,
    )
}

async function refuseNonEmpty(client: OwnerClient): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from pg_class
      where relkind in ('r', 'p') and relnamespace in (select oid from pg_namespace where nspname in ('public', '${jobSchema}'))`,
  )
  const count = rows[0]?.count ?? 0
  if (count > 0)
    throw new StartError(
      `The database is not empty: it holds ${countOf(count, 'table')}. Name an empty one, or pass --overwrite to replace everything in it.`,
    )
}

async function refuseMissingRoles(client: OwnerClient, names: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select rolname as name from pg_roles')
  const missing = names.filter((name) => !rows.some((row) => row.name === name))
  if (missing.length === 0) return
  const statements = missing.map((name) => `CREATE ROLE ${pg.escapeIdentifier(name)} NOLOGIN;`).join(' ')
  throw new StartError(`The backup grants rights to roles that this server lacks: run ${statements} and try again.`)
}

/** Restores an archive whole or not at all; checkDumpTarget has to have passed. */
export async function restoreDump(file: string, target: DumpTarget): Promise<void> {
  const program = await findPostgresProgram('pg_restore', target.dumpMajor)
  const { address, environment } = libpqConnection(target.url)
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-restore-'))
  try {
    const list = path.join(folder, 'list')
    await writeFile(list, wantedEntries(await runPostgresProgram(program, ['--list', file], environment)))
    await prepareSchemas(target)
    const how = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-password', `--use-list=${list}`]
    await runPostgresProgram(program, [...how, `--dbname=${address}`, file], environment)
    await grantDefaults(target.url)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Entries of the archive without those that name the role which owned the original, and without the schema
 * and extension that prepareSchemas makes.
 */
function wantedEntries(list: string): string {
  const unwanted = / (DEFAULT ACL|SCHEMA - public|COMMENT - SCHEMA public|EXTENSION|COMMENT - EXTENSION) /
  return list
    .split('\n')
    .filter((line) => line.startsWith(';') || !unwanted.test(line))
    .join('\n')
}

async function prepareSchemas({ url, overwrite }: DumpTarget): Promise<void> {
  const client = await connectAsOwner(url, 'portal restore')
  try {
    if (overwrite) await client.query(`drop schema if exists ${jobSchema}, public cascade`)
    await client.query('create schema if not exists public')
    await client.query('create extension if not exists pg_trgm schema public')
  } finally {
    await client.end()
  }
}

/** Default privileges of portal_app on new tables of the migrating role, as in the baseline. */
async function grantDefaults(url: string): Promise<void> {
  const client = await connectAsOwner(url, 'portal restore')
  try {
    await client.query(`
      grant usage on schema public to ${portalRole};
      alter default privileges in schema public grant select, insert, update, delete on tables to ${portalRole};
      alter default privileges in schema public grant usage, select on sequences to ${portalRole};
      alter default privileges in schema ${jobSchema} grant select, insert, update, delete on tables to ${portalRole};
      analyze`)
  } finally {
    await client.end()
  }
}
