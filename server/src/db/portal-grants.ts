import { jobSchema } from './job-schema.ts'
import type { OwnerClient } from './owner-connection.ts'
import { readStatedGrants } from './grant-file.ts'
import { readMigrations } from './migration-files.ts'
import { portalRole } from './portal-role.ts'
import { StartError } from '../start-error.ts'
import { countOf } from '../count-of.ts'

/**
 * Every right of portal_app in the schema public, as text: `select users`, `execute clock_now()`. Of a table that
 * row-level security guards from it: `row-level-security users`.
 */
const actual = `
  with relations as (
    select oid, relname, relrowsecurity and relowner <> '${portalRole}'::regrole as is_guarded from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
       and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e'))
  select privilege || ' ' || relname as right from relations, unnest(array['select', 'insert', 'update']) privilege
   where has_table_privilege('${portalRole}', oid, privilege) or has_any_column_privilege('${portalRole}', oid, privilege)
  union all
  select 'delete ' || relname from relations where has_table_privilege('${portalRole}', oid, 'delete')
  union all
  select 'use ' || relname from pg_class
   where relnamespace = 'public'::regnamespace
     and case relkind when 'S' then has_sequence_privilege('${portalRole}', oid, 'usage') else false end
  union all
  select 'execute ' || proname || '(' || oidvectortypes(proargtypes) || ')' from pg_proc
   where pronamespace = 'public'::regnamespace and has_function_privilege('${portalRole}', oid, 'execute')
     and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  union all
  select 'row-level-security ' || relname from relations where is_guarded`

/** All rights of portal_app in the schema public, sorted. */
export async function readPortalGrants(client: OwnerClient): Promise<string[]> {
  const { rows } = await client.query<{ right: string }>(actual)
  return rows.map(({ right }) => right).toSorted()
}

const rest = `
  select rolsuper or rolbypassrls as "isUnbound",
    has_schema_privilege('${portalRole}', 'public', 'usage') as "entersPublic",
    coalesce(has_schema_privilege('${portalRole}', to_regnamespace('${jobSchema}'), 'usage'), false) as "entersJobs",
    (select count(*)::integer from pg_class where relnamespace = to_regnamespace('${jobSchema}') and relkind in ('r', 'p')
       and not (has_table_privilege('${portalRole}', oid, 'select') and has_table_privilege('${portalRole}', oid, 'delete'))) as "closedJobTables"
  from pg_roles where rolname = '${portalRole}'`

interface Rest {
  isUnbound: boolean
  entersPublic: boolean
  entersJobs: boolean
  closedJobTables: number
}

const GUARD = /^alter table (\w+) enable row level security;$/gm

/** The tables that row-level security guards by the schema of this version. */
async function guardedTables(): Promise<string[]> {
  const migrations = await readMigrations()
  return migrations.flatMap(({ sql }) => [...sql.matchAll(GUARD)].map(([, table]) => table as string))
}

/** All rights that portal_app has in the schema public of a database of this version, sorted; see `readPortalGrants`. */
export async function expectedGrants(): Promise<string[]> {
  const { rights } = await readStatedGrants()
  return [...rights, ...(await guardedTables()).map((table) => `row-level-security ${table}`)].toSorted()
}

/**
 * Rights that portal_app lacks, and those that it must not have; empty where both are as grants.sql and the schema
 * state them. The role has to exist and all migrations have to be applied.
 */
export async function wrongGrants(client: OwnerClient): Promise<{ missing: string[]; excess: string[] }> {
  const { rows } = await client.query<Rest>(rest)
  const [role] = rows
  if (!role) return { missing: ['every right: there is no such role'], excess: [] }
  const found = new Set(await readPortalGrants(client))
  const expected = new Set(await expectedGrants())
  const known = new Set((await readStatedGrants()).objects.map(objectOf))
  const missing = [...expected].filter((right) => !found.has(right))
  if (!role.entersPublic) missing.push('usage of the schema public')
  if (!role.entersJobs) missing.push(`usage of the schema ${jobSchema}`)
  if (role.closedJobTables > 0) missing.push(`${countOf(role.closedJobTables, 'table')} of the schema ${jobSchema}`)
  // Objects that others added are ignored.
  const excess = [...found].filter((right) => !expected.has(right) && known.has(objectOf(right)))
  if (role.isUnbound) excess.push('superuser or BYPASSRLS, which row-level security does not hold')
  return { missing, excess }
}

const READ = 'select '

/**
 * Checks only that portal_app may read each table: a small part of `wrongGrants`, for every start.
 * @throws StartError that names the tables
 */
export async function refuseUnreadable(client: OwnerClient): Promise<void> {
  const { rights } = await readStatedGrants()
  const tables = rights.filter((right) => right.startsWith(READ)).map((right) => right.slice(READ.length))
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) name join pg_class on pg_class.oid = to_regclass('public.' || name)
      where not has_any_column_privilege('${portalRole}', pg_class.oid, 'select') order by name`,
    [tables],
  )
  if (rows.length === 0) return
  const names = shortList(rows.map(({ name }) => name))
  throw new StartError(
    `The database role ${portalRole} may not read ${names}. A plain restore of pg_dump without that role leaves this: restore with "npm run portal -- restore", or create the role and restore again. "npm run portal -- doctor" names every right.`,
  )
}

const objectOf = (right: string): string => right.slice(right.indexOf(' ') + 1)

/** The first few of a list, and how many more there are. */
export function shortList(rights: readonly string[], shown = 5): string {
  const more = rights.length > shown ? ` and ${rights.length - shown} more` : ''
  return rights.slice(0, shown).join(', ') + more
}
