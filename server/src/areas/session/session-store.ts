import type { Language } from '@portico/contract/texts/languages.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { DEFAULT_IDLE_MINUTES } from './session-rules.ts'
import { queries } from '../../db/queries.ts'
import { run, runCount, runFirst } from '../../db/run.ts'
import {
  address,
  arrayOf,
  bool,
  bytes,
  instant,
  int,
  nullable,
  type RowOf,
  statement,
  text,
} from '../../db/statement.ts'

export type EndReason = 'logout' | 'replaced' | 'displaced' | 'revoked' | 'password-changed' | 'company'

export interface NewSession {
  tokenHash: Buffer
  csrfHash: Buffer
  bindingHash: Buffer
  userId: number
  idleMinutes: number
  maxHours: number
  address: string
  device: string
  /** Of the browser that signs in. */
  language: Language
}

export interface OpenedSession {
  id: number
  /** True when the user has signed in before, but never with this browser or one of its kind. */
  isNewDevice: boolean
}

/** What a user is shown of their session in another browser. */
export type SessionElsewhere = Pick<OpenSession, 'lastActiveAt' | 'device' | 'address'>

export type OpenSession = RowOf<typeof openSessions>

/** Condition for open sessions of the user, without emulated ones and those whose logout chain has begun. */
const isOpenOf = (user: string) => `
  user_id = ${user} and actor_user_id is null and ended_at is null and expires_at > clock_now()
  and closing_at is null and last_active_at + make_interval(mins => coalesce(idle_minutes, ${DEFAULT_IDLE_MINUTES})) > clock_now()`

const openSessions = statement([int], {
  name: 'session: open sessions',
  text: `
  select id, binding_hash as "bindingHash", created_at as "createdAt", last_active_at as "lastActiveAt",
         coalesce(device, '') as device, coalesce(host(address), '') as address
    from sessions where ${isOpenOf('$1')} order by last_active_at desc`,
  row: { id: int, bindingHash: bytes, createdAt: instant, lastActiveAt: instant, device: text, address: text },
})

/**
 * One session per user: this browser's earlier one ends (decision B24), and once confirmed all others do; otherwise
 * nothing changes and the latest of them is returned. The caller holds the lock of the user's row, so that no other
 * sign-in runs between reading and writing.
 */
const openSession = statement([bytes, bytes, bytes, int, int, int, address, text, bool, text], {
  name: 'session: open session',
  text: `
  with open as (
    select id, binding_hash = $3 as is_here, last_active_at, device, address from sessions where ${isOpenOf('$4')}),
  elsewhere as (
    select last_active_at, device, address from open where not is_here and not $9 order by last_active_at desc limit 1),
  ended as (
    update sessions set ended_at = clock_now(), end_reason = case when open.is_here then 'replaced' else 'displaced' end
      from open where sessions.id = open.id and sessions.ended_at is null and not exists (select from elsewhere)),
  opened as (
    insert into sessions (token_hash, csrf_hash, binding_hash, user_id, idle_minutes, expires_at, address, device, language)
    select $1::bytea, $2::bytea, $3::bytea, $4::integer, $5::integer, clock_now() + make_interval(hours => $6), $7::inet,
           $8::text, $10::text
     where not exists (select from elsewhere)
    returning id)
  select opened.id, elsewhere.last_active_at as "lastActiveAt",
         coalesce(elsewhere.device, '') as device, coalesce(host(elsewhere.address), '') as address,
    exists (select from sessions earlier where earlier.user_id = $4 and earlier.actor_user_id is null) as "isKnown",
    exists (select from sessions earlier where earlier.user_id = $4 and earlier.actor_user_id is null
             and (earlier.binding_hash = $3 or earlier.device = $8)) as "isKnownDevice"
    from (values (1)) try left join opened on true left join elsewhere on true`,
  row: { id: nullable(int), lastActiveAt: instant, device: text, address: text, isKnown: bool, isKnownDevice: bool },
})

/** Opens a session, or returns the other one that the user has to decide about first; see `openSession`. */
export async function insertSession(
  tx: Tx,
  session: NewSession,
  isConfirmed: boolean,
): Promise<OpenedSession | SessionElsewhere> {
  const { tokenHash, csrfHash, bindingHash, userId, idleMinutes, maxHours, address, device, language } = session
  const row = await runFirst(
    tx,
    openSession(
      tokenHash,
      csrfHash,
      bindingHash,
      userId,
      idleMinutes,
      maxHours,
      address,
      device,
      isConfirmed,
      language,
    ),
  )
  if (!row) throw new Error('The session was not stored')
  const { id, lastActiveAt, device: itsDevice, address: itsAddress } = row
  if (id === null) return { lastActiveAt, device: itsDevice, address: itsAddress }
  // The first sign-in of a user is not a new device: there is nothing to compare with.
  return { id, isNewDevice: row.isKnown && !row.isKnownDevice }
}

/** Ends every session in which the user, as an administrator, acts as another user; returns their number. */
export async function endEmulationsOfActor(tx: Tx, userId: number, reason: EndReason): Promise<number> {
  return runCount(
    tx,
    queries
      .updateTable('sessions')
      .set({ ended_at: sql<Date>`clock_now()`, end_reason: reason })
      .where('actor_user_id', '=', userId)
      .where('ended_at', 'is', null),
  )
}

/** The emulated session that an administrator opens from a session of their own. */
export interface NewEmulation extends Pick<
  NewSession,
  'tokenHash' | 'csrfHash' | 'bindingHash' | 'address' | 'device'
> {
  userId: number
  /** The administrator's own session. */
  actorSessionId: number
  isReadOnly: boolean
  minutes: number
}

export type OpenedEmulation = RowOf<typeof openEmulationStatement>

/**
 * Ends no later and goes idle no sooner than the administrator's own session: activity is recorded for both. Nothing
 * is opened where that one has ended.
 */
const openEmulationStatement = statement([bytes, bytes, bytes, int, int, bool, int, address, text], {
  name: 'session: open emulation',
  text: `
  with own as (
    update sessions set last_active_at = clock_now() where id = $5 and ended_at is null
    returning id, user_id, idle_minutes, expires_at)
  insert into sessions (token_hash, csrf_hash, binding_hash, user_id, actor_user_id, actor_session_id, is_look_only,
    idle_minutes, expires_at, address, device)
  select $1::bytea, $2::bytea, $3::bytea, $4::integer, own.user_id, own.id, $6::boolean, own.idle_minutes,
         least(clock_now() + make_interval(mins => $7), own.expires_at), $8::inet, $9::text
    from own
  returning id, expires_at as "expiresAt", extract(epoch from expires_at - clock_now())::integer as "secondsLeft"`,
  row: { id: int, expiresAt: instant, secondsLeft: int },
})

/** Opens an emulated session; undefined where the administrator's own has ended. */
export async function openEmulation(tx: Tx, opened: NewEmulation): Promise<OpenedEmulation | undefined> {
  const { tokenHash, csrfHash, bindingHash, userId, actorSessionId, isReadOnly, minutes, address, device } = opened
  return runFirst(
    tx,
    openEmulationStatement(
      tokenHash,
      csrfHash,
      bindingHash,
      userId,
      actorSessionId,
      isReadOnly,
      minutes,
      address,
      device,
    ),
  )
}

const endEmulationsOfStatement = statement([int], {
  name: 'session: end emulations of',
  text: `
  update sessions set ended_at = clock_now(), end_reason = 'logout', is_end_recorded = true
   where actor_session_id = $1 and ended_at is null
  returning id, user_id as "userId"`,
  row: { id: int, userId: int },
})

const endEmulationsAsStatement = statement([int, int], {
  name: 'session: end emulations as',
  text: `
  with found as (
    select id from sessions where user_id = $2 and actor_session_id is not null and (id = $1 or actor_session_id = $1)),
  ended as (
    update sessions set ended_at = clock_now(), end_reason = 'logout', is_end_recorded = true
      from found where sessions.id = found.id and sessions.ended_at is null returning sessions.id)
  select array(select id from ended) as ids, exists (select from found) as "isKnown"`,
  row: { ids: arrayOf(int), isKnown: bool },
})

/** Activity of an emulated session is also its administrator's (decision E8). */
const touch = statement([int], {
  name: 'session: touch',
  text: `
  update sessions set last_active_at = clock_now()
   where ended_at is null and (id = $1 or id = (select actor_session_id from sessions where id = $1))
  returning id, last_active_at as at`,
  row: { id: int, at: instant },
})

/** The user has just confirmed who they are; false if the session ended meanwhile. */
export async function markAuthenticated(tx: Tx, id: number): Promise<boolean> {
  const noted = await runCount(
    tx,
    queries
      .updateTable('sessions')
      .set({ authenticated_at: sql<Date>`clock_now()` })
      .where('id', '=', id)
      .where('ended_at', 'is', null),
  )
  return noted > 0
}

// The table `sessions`.

/** Returns the user's open sessions, latest used first, without emulated ones. */
export const findOpenSessions = (tx: Tx, userId: number): Promise<OpenSession[]> => run(tx, openSessions(userId))

/** Records activity; undefined when the session has ended. */
export async function touchSession(tx: Tx, id: number): Promise<Date | undefined> {
  const touched = await run(tx, touch(id))
  return touched.find((row) => row.id === id)?.at
}

/** Ends the emulations that were begun from this session; the caller records their ends. */
export const endEmulationsOf = (tx: Tx, id: number) => run(tx, endEmulationsOfStatement(id))

/**
 * Ends this emulated session of the user, or all that were begun from this session; returns the ids of those that
 * were open, undefined where there never was one.
 */
export async function endEmulationsAs(tx: Tx, id: number, userId: number): Promise<number[] | undefined> {
  const row = await runFirst(tx, endEmulationsAsStatement(id, userId))
  return row?.isKnown ? row.ids : undefined
}

/** The administrator's own session behind an emulated one. */
export async function findActorSession(tx: Tx, id: number): Promise<number | null> {
  const row = await runFirst(tx, queries.selectFrom('sessions').select('actor_session_id').where('id', '=', id))
  return row?.actor_session_id ?? null
}

/** Ends every session of the user except this one, emulated ones excluded; returns their number. */
export async function endSessionsOfUser(
  tx: Tx,
  userId: number,
  exceptId: number | null,
  reason: EndReason,
): Promise<number> {
  return runCount(
    tx,
    queries
      .updateTable('sessions')
      .set({ ended_at: sql<Date>`clock_now()`, end_reason: reason })
      .where('user_id', '=', userId)
      .where('actor_user_id', 'is', null)
      .where('ended_at', 'is', null)
      .$if(exceptId !== null, (query) => query.where('id', '<>', exceptId as number)),
  )
}

/** Replaces the tokens; the old ones become invalid at once. False when the session has ended. */
export async function renewSession(tx: Tx, id: number, tokenHash: Buffer, csrfHash: Buffer): Promise<boolean> {
  const renewed = await runCount(
    tx,
    queries
      .updateTable('sessions')
      .set({ token_hash: tokenHash, csrf_hash: csrfHash })
      .where('id', '=', id)
      .where('ended_at', 'is', null),
  )
  return renewed > 0
}

export async function endSessions(tx: Tx, ids: readonly number[], reason: EndReason): Promise<void> {
  if (ids.length === 0) return
  await run(
    tx,
    queries
      .updateTable('sessions')
      .set({ ended_at: sql<Date>`clock_now()`, end_reason: reason })
      .where('id', 'in', [...ids])
      .where('ended_at', 'is', null),
  )
}
