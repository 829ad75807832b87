import { createHash } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type pg from 'pg'
import { migrate } from '../server/src/db/migrate.ts'
import { type BenchPostgres, onDatabase } from './postgres.ts'

/** A database full of users. */
export interface BenchData {
  url: string
  users: number
  /** Users 1 to this number have no open session; each of the others has one. */
  withoutSession: number
}

export const PASSWORD = 'correct horse battery staple'

/** Argon2id as everywhere: 19 MiB, two passes, one lane. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Users are numbered from here on, far from whatever migrations may make. */
export const FIRST_USER = 10_001

export const userNameOf = (index: number): string => `user.${index}`

/** The token of the open session of a user, as its browser would hold it. */
export const tokenOf = (index: number): string => String(index).padStart(43, '0')
export const BINDING = 'b'.repeat(43)

const firstNames = words(
  'Mary James Anna Linda Robert John Susan Annika Joanna Hannah Dan Ivan Maria Peter Olga Chen Amir Fatima',
)
const lastNames = words(
  'Smith Johnson Brown Garcia Miller Davis Hansen Mann Lee Kowalski Novak Smithson Blacksmith Nguyen Khan Rossi',
)

function words(text: string): string {
  return `array['${text.split(' ').join("','")}']`
}

/** Frequent names come first: the square of a uniform number between 0 and 1 is biased to 0. */
const skewed = (list: string, seed: string, size: number) =>
  `(${list})[1 + floor(${size} * pow((hashint4(${seed})::bigint + 2147483648)::float8 / 4294967296, 2))::int]`

/** Only a demo is served without limits per address, and the calls come from one. */
const reference = `
  insert into demo_world (has_known_passwords) values (true);
  insert into clients (id, name) select n, 'Client ' || n from generate_series(1001, 1200) n;
  insert into industries (id, name) select n, 'Industry ' || n from generate_series(1, 20) n;
  insert into departments (id, name) select n, 'Department ' || n from generate_series(1, 40) n;
  insert into client_industries select 1000 + n, 1 + n % 20 from generate_series(1, 200) n;
  insert into systems (id, name) select n, 'System ' || n from generate_series(100, 139) n;
  insert into sections (id, name) select n, 'Section ' || n from generate_series(1, 30) n;
  insert into pages (id, name, system_id, section_id, location)
    select 1000 + n, 'Page ' || n, 100 + n % 40, 1 + n % 30, 'https://app.example.test/' || n from generate_series(1, 160) n;
  insert into page_search_items (page_id, name) select 1000 + n, 'Search item' from generate_series(1, 160, 4) n;`

const people = `
  insert into users (id, user_name, first_name, last_name, email, client_id, department_id, status, is_internal,
    second_factor_required, password_hash, password_changed_at, license_accepted_at, security_question_id, created_at)
  select ${FIRST_USER - 1} + n, 'user.' || n, ${skewed(firstNames, 'n', 18)}, ${skewed(lastNames, 'n + 7', 16)},
    'user.' || n || '@client-' || n % 200 || '.example.test',
    1001 + floor(200 * pow((n % 1000 * 7919 % 1000) / 1000.0, 2))::int, 1 + n % 40, 1, n % 20 = 0,
    false, $1, now(), now(), 1, now() - n * interval '1 minute'
  from generate_series(1, $2) n`

const grants = `
  insert into user_system_grants (user_id, system_id)
    select ${FIRST_USER - 1} + n, 100 + (n + k * 3) % 40 from generate_series(1, $1) n, generate_series(0, n % 4) k;
  insert into user_page_grants (user_id, page_id)
    select g.user_id, p.id from user_system_grants g join pages p on p.system_id = g.system_id where (g.user_id + p.id) % 2 = 0;
  insert into user_section_preferences (user_id, section_id, is_favorite, last_accessed_at)
    select ${FIRST_USER - 1} + n, 1 + n % 30, true, now() from generate_series(1, $1, 2) n;
  update user_sign_ins set last_signed_in_at = now() where user_id between ${FIRST_USER} and ${FIRST_USER - 1} + $1;`

/** All are announced already: mails to their readers would be part of what is measured. */
const announcements = `
  insert into announcements
      (title, message_html, kind, audience, status, effective_from, published_at, announced_at, announced_version, notified_at)
    select 'Announcement ' || n, '<p>' || repeat('News. ', 40) || '</p>', case n % 3 when 0 then 'promotional' else 'operational' end,
      (array['all', 'external', 'internal'])[1 + n % 3], (array['published', 'expired', 'expired', 'review'])[1 + n % 4],
      current_date - n, now(), now(), 1, now() from generate_series(1, 200) n;
  insert into announcement_clients select id, 1001 + id % 200 from announcements where id % 3 = 0;
  insert into announcement_systems select id, 100 + id % 40 from announcements where id % 4 = 0;
  insert into user_announcements (user_id, announcement_id, dismissed_at, dismissed_version)
    select ${FIRST_USER - 1} + n, 1 + n % 200, now(), 1 from generate_series(1, $1, 3) n;`

/** Ten customers under each, the path written as the trigger would. */
const customers = `
  insert into customers (id, facility_code, parent_id, name, path)
    with recursive tree as (
      select n as id, null::int as parent, array[n] as path from generate_series(1, 10) n
      union all
      select child, tree.id, tree.path || child from tree, generate_series(tree.id * 10 + 1, tree.id * 10 + 10) child
       where child <= $1)
    select id, 'EDH', parent, 'Customer ' || id, path from tree;`

/** Nine ended sessions in ten: a table of sessions is mostly history. */
const sessions = `
  insert into sessions (token_hash, csrf_hash, binding_hash, user_id, idle_minutes, expires_at, ended_at, end_reason)
    select sha256(convert_to('ended ' || n || ' ' || k, 'UTF8')), $2, $2, ${FIRST_USER - 1} + n, 600,
      now() - interval '1 hour', now() - interval '2 hours', 'logout' from generate_series(1, $1) n, generate_series(1, 2) k;
  insert into sessions (token_hash, csrf_hash, binding_hash, user_id, idle_minutes, expires_at)
    select sha256(convert_to(lpad(n::text, 43, '0'), 'UTF8')), $2, $2, ${FIRST_USER - 1} + n, 600, now() + interval '12 hours'
    from generate_series($3 + 1, $1) n;`

/** Those of the last hour, before they are purged. */
const usedTokens = `
  insert into used_tokens (token_id, expires_at)
    select sha256(convert_to('used ' || n, 'UTF8')), now() + interval '10 minutes' from generate_series(1, $1 / 10) n;`

/** Makes a database with that many users, their grants, sessions and announcements, and a customer tree. */
export async function loadData(
  postgres: Pick<BenchPostgres, 'url'>,
  users: number,
  name = `portal_${users}`,
): Promise<BenchData> {
  await onDatabase(postgres.url('postgres'), (client) => client.query(`create database ${name}`))
  const url = postgres.url(name)
  await migrate(url)
  const withoutSession = users * 0.9
  const binding = createHash('sha256').update(BINDING).digest()
  const stored = await hash(PASSWORD, PARAMETERS)
  await onDatabase(url, async (client) => {
    await client.query('create extension if not exists pg_stat_statements')
    await client.query("set synchronous_commit = off; set maintenance_work_mem = '256MB'; set work_mem = '64MB'")
    await client.query('begin')
    await client.query(reference)
    await client.query(people, [stored, users])
    // The data is consistent as written: triggers and foreign keys are skipped.
    await client.query('set session_replication_role = replica')
    await each(client, grants, [users])
    await each(client, announcements, [users])
    await each(client, customers, [Math.min(100_000, users)])
    await each(client, sessions, [users, binding, withoutSession])
    await each(client, usedTokens, [users])
    await client.query('commit')
    await client.query('vacuum analyze')
    // Writes the load to disk and leaves its log files for reuse: a fresh server would create new ones during the
    // measurement.
    await client.query('checkpoint')
  })
  return { url, users, withoutSession }
}

/** One statement after the other, each with as many of the values as it names. */
async function each(client: pg.Client, statements: string, values: readonly unknown[]): Promise<void> {
  for (const statement of statements.split(/;\s*\n|;\s*$/).filter((text) => text.trim())) {
    const used = values.map((_, at) => at).filter((at) => statement.includes(`$${at + 1}`))
    const text = used.reduce((sql, at, index) => sql.replaceAll(`$${at + 1}`, `$${index + 1}`), statement)
    await client.query(
      text,
      used.map((at) => values[at]),
    )
  }
}
