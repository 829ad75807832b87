import { onDatabase } from './postgres.ts'

/** How much is added to the demo before it is migrated. */
export interface RehearsalSize {
  users: number
  events: number
}

/** Users are numbered from here on, beyond those of the demo. */
const FIRST_USER = 100_001
const BATCH = 50_000
const SEALED_AT_ONCE = 20_000
/** The events are of the year before. */
const DAYS = 365

/** In the order of how often they happen: the first ones make up most of a trail. */
const EVENTS = [
  'application_opened',
  'authn_login_success',
  'authn_logout',
  'document_downloaded',
  'link_added',
  'user_updated',
  'document_shared',
  'authn_login_fail',
]

/** Users of the demo's employers, most of them of a few, with the triggers of the portal. */
const people = `
  insert into users (id, user_name, first_name, last_name, email, client_id, status, is_internal, second_factor_required,
      password_hash, password_changed_at, license_accepted_at, security_question_id)
  select ${FIRST_USER - 1} + n, 'rehearsal.' || n, 'First ' || n % 997, 'Last ' || n % 7919,
      'rehearsal.' || n || '@example.test', places.ids[1 + floor(array_length(places.ids, 1) * pow(n % 1000 / 1000.0, 2))::int],
      case when n % 50 = 0 then 2 else 1 end, n % 20 = 0, n % 4 = 0, 'none', now(), now(), 1
    from generate_series($1::int, $2::int) n, (select array_agg(id order by id) as ids from clients) places`

/** What users have: the data are consistent as written, so that foreign keys and triggers are left out. */
const belongings = `
  insert into user_system_grants (user_id, system_id)
    select each.id, system.id from users each join systems system on (each.id + system.id) % 3 = 0 where each.id >= ${FIRST_USER};
  insert into user_page_grants (user_id, page_id)
    select granted.user_id, page.id from user_system_grants granted join pages page on page.system_id = granted.system_id
     where granted.user_id >= ${FIRST_USER} and (granted.user_id + page.id) % 2 = 0;
  insert into user_links (user_id, name, address)
    select id, 'Link of ' || user_name, 'https://example.test/' || id from users where id >= ${FIRST_USER} and id % 2 = 0;
  insert into sessions (token_hash, csrf_hash, binding_hash, user_id, idle_minutes, created_at, last_active_at, expires_at,
      ended_at, end_reason)
    select sha256(convert_to('rehearsal ' || id || ' ' || k, 'UTF8')), '\\x00', '\\x00', id, 30, begun, begun, begun + interval '12 hours',
        begun + interval '1 hour', 'logout'
      from users, generate_series(1, 3) k, lateral (select now() - (id % 20 + k) * interval '1 day' as begun) moment
     where id >= ${FIRST_USER};
  update user_sign_ins set last_signed_in_at = now() - user_id % 400 * interval '1 day'
   where user_id >= ${FIRST_USER} and user_id % 10 > 0`

/** In the order of time; frequent events come first in the list, and few users make many of them. */
const trail = `
  insert into audit_events (at, event, actor_user_id, subject_user_id, target_kind, target_id, before, after, address,
      session_id, request_id)
  select now() - interval '${DAYS} days' + n / $3::float8 * interval '${DAYS} days',
      ($4::text[])[1 + floor(8 * pow(n * 7919::bigint % 1000 / 1000.0, 2))::int], who, who, 'thing', n % 1000,
      case when n % 5 = 0 then '{"name":"old"}'::jsonb end, '{"name":"new","orderNb":5}', '10.1.2.3', n, md5(n::text)
    from generate_series($1::int, $2::int) n,
      lateral (select ${FIRST_USER} + floor($5 * pow(n * 104729::bigint % 10007 / 10007.0, 2))::int as who) caller
   order by n`

/** Fills the schema of the previous release, which has the demo; its trail is sealed by its own function. */
export async function loadRehearsalData(url: string, { users, events }: RehearsalSize): Promise<void> {
  if (users === 0) return
  await onDatabase(url, async (client) => {
    await client.query("set synchronous_commit = off; set maintenance_work_mem = '256MB'; set work_mem = '64MB'")
    await client.query("select setval(pg_get_serial_sequence('users', 'id'), $1::bigint)", [FIRST_USER + users])
    for (let first = 1; first <= users; first += BATCH)
      await client.query(people, [first, Math.min(users, first + BATCH - 1)])
    await client.query('set session_replication_role = replica')
    for (const statement of belongings.split(/;\n/)) await client.query(statement)
    await client.query('set session_replication_role = origin')
    for (let first = 1; first <= events; first += BATCH)
      await client.query(trail, [first, Math.min(events, first + BATCH - 1), events, EVENTS, users])
    for (let sealed = 1; sealed > 0;) {
      const { rows } = await client.query<{ sealed: number }>('select sealed from seal_audit_events($1)', [
        SEALED_AT_ONCE,
      ])
      sealed = rows[0]?.sealed ?? 0
    }
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  })
}

/** What is there after the upgrade and the way back. */
export interface KeptData extends RehearsalSize {
  /** What the verification of the trail found; null: it is whole. */
  problem: string | null
}

export const readKeptData = (url: string): Promise<KeptData> =>
  onDatabase(url, async (client) => {
    const { rows } = await client.query<KeptData>(`
      select (select count(*)::int from users where id >= ${FIRST_USER} and user_name like 'rehearsal.%') as users,
             (select count(*)::int from audit_events where target_kind = 'thing') as events,
             (select problem from verify_audit_chain()) as problem`)
    return rows[0] as KeptData
  })
