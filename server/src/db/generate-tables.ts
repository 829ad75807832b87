import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import pg from 'pg'

import { loadEmbeddedPostgres } from './embedded-package.ts'
import { migrate } from './migrate.ts'

const target = path.join(import.meta.dirname, 'tables.ts')

/** A column of a table, as far as its type follows from more than its name in pg_type. */
interface SpecialColumn {
  column: string
  isNullable: boolean
  hasDefault: boolean
  isComputed: boolean
  /** Definition of a check constraint on this column alone. */
  check: string | null
}

const specialColumns = `
  select c.relname || '.' || a.attname as column, not a.attnotnull as "isNullable", a.atthasdef as "hasDefault",
         a.attgenerated <> '' as "isComputed", pg_get_constraintdef(k.oid) as check
    from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
   where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
     and (a.attgenerated <> '' or k.oid is not null)
   order by 1, k.conname`

/** Returns the values that a check constraint allows as a union of TypeScript; undefined: it says something else. */
export function allowedValues(check: string): string | undefined {
  const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.+)\]\)\)\)/.exec(check)?.[1]
  const values = list?.split(', ').map((value) => /^(?:(\d+)|'([\w -]+)'::text)$/.exec(value))
  if (!values?.every((value) => value !== null)) return undefined
  return values.map(([, number, word]) => number ?? `"${word}"`).join(' | ')
}

/** Columns that allow few values become unions of them; what the database computes is never written. */
async function tableColumns(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<SpecialColumn>(specialColumns)
  const types: Record<string, string> = {}
  for (const { column, isNullable, hasDefault, isComputed, check } of rows) {
    const allowed = check === null ? undefined : allowedValues(check)
    if (isComputed) types[column] = 'ColumnType<string, never, never>'
    else if (allowed) {
      const type = isNullable ? `${allowed} | null` : allowed
      types[column] = hasDefault ? `Generated<${type}>` : type
    }
  }
  return types
}

const viewTypes: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  text: 'string',
  bool: 'boolean',
  bytea: 'Buffer',
  timestamptz: 'Timestamp',
  pg_lsn: 'string',
  jsonb: 'Json',
  _text: 'string[]',
  _int4: 'number[]',
}
/** Columns of views that show the user's. */
const columnsOfUser = new Set(['sign_in_kind', 'status'])

/** PostgreSQL does not say which columns of a view can be null: those that can in their tables, and no other. */
async function viewColumns(client: pg.Client, tables: Record<string, string>): Promise<Record<string, string>> {
  const { rows } = await client.query<{ view: string; name: string; type: string; nullable: boolean }>(
    `select v.relname as view, a.attname as name, t.typname as type,
       exists (
         select from pg_attribute source join pg_class c on c.oid = source.attrelid
         where c.relkind = 'r' and c.relnamespace = v.relnamespace and not source.attnotnull
           and (source.attname = a.attname or 'client_' || source.attname = a.attname)
           and c.relname in ('users', 'sessions', 'clients', 'user_sign_ins')
       ) as nullable
     from pg_class v join pg_attribute a on a.attrelid = v.oid and a.attnum > 0
     join pg_type t on t.oid = a.atttypid
     where v.relkind = 'v' and v.relnamespace = 'public'::regnamespace`,
  )
  return Object.fromEntries(
    rows.map(({ view, name, type, nullable }) => {
      const ofUser = columnsOfUser.has(name) ? tables[`users.${name}`]?.replace(/^Generated<(.+)>$/, '$1') : undefined
      const written = ofUser ?? viewTypes[type]
      if (!written) throw new Error(`No TypeScript type is known for ${view}.${name} of type ${type}.`)
      return [`${view}.${name}`, nullable ? `${written} | null` : written]
    }),
  )
}

/** Writes the row types of a migrated database to tables.ts, or verifies that they are what is there. */
export async function generateTables(url: string, options: { verify?: boolean } = {}): Promise<void> {
  const command = path.join(
    path.dirname(createRequire(import.meta.url).resolve('kysely-codegen/package.json')),
    'dist/cli/bin.js',
  )
  const client = new pg.Client(url)
  await client.connect()
  const tables = await tableColumns(client)
  const columns = { ...tables, ...(await viewColumns(client, tables)) }
  await client.end()
  await promisify(execFile)(process.execPath, [
    command,
    '--dialect',
    'postgres',
    '--url',
    url,
    '--out-file',
    target,
    '--include-pattern',
    'public.*',
    '--exclude-pattern',
    'public.audit_events_*',
    '--date-parser',
    'string',
    '--type-mapping',
    JSON.stringify({ int8: 'number', interval: 'string' }),
    '--overrides',
    JSON.stringify({ columns }),
    ...(options.verify ? ['--verify'] : []),
  ])
}

if (import.meta.main) {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-tables-'))
  const postgres = await (await loadEmbeddedPostgres()).start(folder, { flags: ['-c', 'fsync=off'] })
  try {
    await migrate(postgres.url)
    await generateTables(postgres.url)
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true })
  }
}
