import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import pg from 'pg'

import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { readPortalGrants } from './portal-grants.ts'

const target = path.join(import.meta.dirname, 'tables.ts')
const grantTarget = path.join(import.meta.dirname, 'portal-grant-list.ts')

const words = (...list: string[]): string => list.map((word) => `"${word}"`).join(' | ')
const signInKinds = words('password', 'directory', 'federated')

/** Columns with a check constraint become unions of its values. */
const checkedColumns: Record<string, string> = {
  'announcements.kind': words('promotional', 'operational'),
  'announcements.audience': `Generated<${words('all', 'external', 'internal')}>`,
  'announcements.status': `Generated<${words('review', 'published', 'expired', 'deleted')}>`,
  'client_domains.sign_in_kind': `Generated<${signInKinds}>`,
  'enhancement_requests.state': `Generated<${words('received', 'in-review', 'planned', 'done', 'declined')}>`,
  'outbox_mails.state': `Generated<${words('waiting', 'sent', 'dead')}>`,
  'users.status': 'Generated<1 | 2 | 3>',
  'users.previous_status': '1 | 2 | null',
  'users.sign_in_kind': `Generated<${signInKinds}>`,
  'users.section_sort': `Generated<${words('ALPHABETICAL', 'FAVORITES', 'FAVORITES_ONLY', 'RECENTLY_USED')}>`,
  // Computed by the database and never written.
  'users.user_name_folded': 'ColumnType<string, never, never>',
  'users.email_folded': 'ColumnType<string, never, never>',
  'users.search_text': 'ColumnType<string, never, never>',
  'customers.name_folded': 'ColumnType<string, never, never>',
}

const viewTypes: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  text: 'string',
  bool: 'boolean',
  bytea: 'Buffer',
  timestamptz: 'Timestamp',
  _text: 'string[]',
  _int4: 'number[]',
}
const viewColumnsWithWords: Record<string, string> = { sign_in_kind: signInKinds, status: '1 | 2 | 3' }

/** PostgreSQL does not say which columns of a view can be null: those that can in their tables, and no other. */
async function viewColumns(url: string): Promise<Record<string, string>> {
  const client = new pg.Client(url)
  await client.connect()
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
  await client.end()
  return Object.fromEntries(
    rows.map(({ view, name, type, nullable }) => {
      const written = viewColumnsWithWords[name] ?? viewTypes[type]
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
  const columns = { ...checkedColumns, ...(await viewColumns(url)) }
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
    '--date-parser',
    'string',
    '--type-mapping',
    JSON.stringify({ int8: 'number', interval: 'string' }),
    '--overrides',
    JSON.stringify({ columns }),
    ...(options.verify ? ['--verify'] : []),
  ])
}

/** Writes what portal_app may do in a migrated database, or verifies that it is what is there. */
export async function generateGrants(url: string, options: { verify?: boolean } = {}): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  const grants = await readPortalGrants(client)
  await client.end()
  const lines = grants.map((right) => `  '${right}',\n`).join('')
  const text = `/** What the migrations let portal_app do. Written by npm run tables: please do not edit it manually. */
export const portalGrants: readonly string[] = [\n${lines}]\n`
  if (!options.verify) await writeFile(grantTarget, text)
  else if ((await readFile(grantTarget, 'utf8')) !== text) throw new Error('The list of grants is not up-to-date')
}

if (import.meta.main) {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-tables-'))
  const postgres = await startEmbeddedPostgres(folder, { flags: ['-c', 'fsync=off'] })
  try {
    await migrate(postgres.url)
    await generateTables(postgres.url)
    await generateGrants(postgres.url)
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true })
  }
}
