import { randomUUID } from 'node:crypto'
import { importJWK, SignJWT } from 'jose'
import { isLoopback } from '../../config/loopback.mjs'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Db } from '../../db/database.ts'
import { write } from '../../db/run.ts'
import { float, int, present, type RowOf, statement, text } from '../../db/statement.ts'
import { postLogoutToken } from '../../ports/post-logout-token.ts'
import { signingKeys } from '../signing-keys/public.ts'
import { readJsonWebKeys } from './json-web-keys.ts'

export interface LogoutTokenDeps {
  db: Db
  keys: KeyRing
  issuer: string
}

type Waiting = RowOf<typeof claimWaiting>

/** Tried five times within an hour; then the application keeps the session until it ends by itself. */
const MAX_ATTEMPTS = 5
const AT_ONCE = 100

/** Of several nodes one takes each of them; it has half a minute. */
const claimWaiting = statement([], {
  name: 'claim logout tokens',
  text: `
  with due as (
    select session_id, system_id from back_channel_logouts
     where state in ('waiting', 'retrying') and next_attempt_at <= clock_now()
     order by next_attempt_at limit ${AT_ONCE} for update skip locked),
  claimed as (
    update back_channel_logouts sent
       set attempts = attempts + 1, next_attempt_at = clock_now() + interval '30 seconds'
      from due where sent.session_id = due.session_id and sent.system_id = due.system_id
    returning sent.session_id, sent.system_id, sent.subject)
  select claimed.session_id as "sessionId", claimed.system_id as "systemId", claimed.subject,
         open.session_index as sid, setting.client_id as "clientId", setting.back_channel_logout_address as address
    from claimed
    join application_sessions open on open.session_id = claimed.session_id and open.system_id = claimed.system_id
    join single_sign_on_settings setting on setting.system_id = claimed.system_id
   where setting.back_channel_logout_address is not null and setting.client_id is not null`,
  row: {
    sessionId: int,
    systemId: int,
    subject: text,
    sid: text,
    clientId: present(text),
    address: present(text),
  },
})

const noteDelivered = statement([int, int], {
  name: 'note a delivered logout token',
  text: `update back_channel_logouts set state = 'delivered' where session_id = $1 and system_id = $2`,
  values: ({ sessionId, systemId }: Waiting) => [sessionId, systemId],
})

const noteFailed = statement([int, int], {
  name: 'note a failed logout token',
  text: `
  update back_channel_logouts
     set state = case when attempts >= ${MAX_ATTEMPTS} then 'failed' else 'retrying' end,
         next_attempt_at = clock_now() + make_interval(mins => least(attempts * attempts, 30))
   where session_id = $1 and system_id = $2 and state <> 'delivered'`,
  values: ({ sessionId, systemId }: Waiting) => [sessionId, systemId],
})

/** Sends the logout tokens that are due, all at once; returns how many applications confirmed and how many did not. */
export async function sendLogoutTokens(deps: LogoutTokenDeps): Promise<{ delivered: number; failed: number }> {
  const { db } = deps
  const due = await write(db, claimWaiting())
  const count = { delivered: 0, failed: 0 }
  if (due.length === 0) return count
  const [key] = await readJsonWebKeys(signingKeys(db, deps.keys, 'oidc'))
  if (!key) return count
  const signer = await importJWK(key, 'RS256')
  const allowsLoopback = isLoopback(new URL(deps.issuer).hostname)
  const send = async (waiting: Waiting) => {
    const token = await new SignJWT({
      sid: waiting.sid,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    })
      .setProtectedHeader({ alg: 'RS256', typ: 'logout+jwt', kid: key.kid ?? '' })
      .setIssuer(deps.issuer)
      .setAudience(waiting.clientId)
      .setSubject(waiting.subject)
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime('2m')
      .sign(signer)
    const isConfirmed = await postLogoutToken({ address: waiting.address, allowsLoopback }, token)
    count[isConfirmed ? 'delivered' : 'failed']++
    await write(db, (isConfirmed ? noteDelivered : noteFailed)(waiting))
  }
  await Promise.all(due.map(send))
  return count
}

/** Sessions that are over without anyone ending them: by time, or because the user or their client became inactive. */
const queueOfEndedSessions = statement([int, float], {
  name: 'queue logout tokens of ended sessions',
  text: `
  select from queue_back_channel_logouts(array(
    select distinct given.session_id from oidc_state given
      join session_callers session on session.session_id = given.session_id
     where given.model = 'Grant'
       and (session.ended_at is not null or session.expires_at <= session.now or session.status <> 1
         or session.client_is_deleted or session.closing_at + make_interval(secs => $2) <= session.now
         or session.last_active_at + make_interval(mins => coalesce(session.idle_minutes, $1)) <= session.now)))`,
})

/** Queues logout tokens for sessions that have ended by themselves. */
export const queueEndedSessions = (db: Db, idleMinutes: number, chainSeconds: number): Promise<unknown> =>
  write(db, queueOfEndedSessions(idleMinutes, chainSeconds))
