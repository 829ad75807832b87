import type { Tx } from '../../db/database.ts'
import { queue, run } from '../../db/run.ts'
import { bytes, int, nullable, statement, text } from '../../db/statement.ts'

/** A sign-in of a user in a browser, with the provider's session id; null when it has none. */
export interface ProviderSession {
  issuer: string
  userId: number
  bindingHash: Buffer
  providerSession: string | null
}

/** What a logout token names: a user, one of their sessions at the provider, or both, which then must match. */
export interface SignedOutThere {
  issuer: string
  subject: string | null
  providerSession: string | null
}

const remember = statement([text, int, bytes, text], {
  name: 'directory: remember',
  text: `
  insert into provider_sessions (issuer, user_id, binding_hash, provider_session) values ($1, $2, $3, $4)
  on conflict (issuer, user_id, binding_hash) do update
     set provider_session = excluded.provider_session, began_at = clock_now()`,
})

const forget = statement([text, int, bytes], {
  name: 'directory: forget',
  text: 'delete from provider_sessions where issuer = $1 and user_id = $2 and binding_hash = $3',
})

/**
 * True of a row (of sessions, or of sign-ins in progress) that the logout token covers. When it names user and
 * session, rows without a known session at the provider count as that user's.
 */
const isMeant = (user: string, binding: string) => `
  exists (select from directory_identities linked
           where linked.issuer = $1 and linked.user_id = ${user} and ($2::text is null or linked.subject = $2))
  and ($3::text is null
       or exists (select from provider_sessions visit where visit.issuer = $1 and visit.user_id = ${user}
                     and visit.binding_hash = ${binding} and visit.provider_session = $3)
       or $2::text is not null and not exists (
            select from provider_sessions visit where visit.issuer = $1 and visit.user_id = ${user}
               and visit.binding_hash = ${binding}))`

/** Waits for every sign-in that is moving from one ticket to the next, or to its session. */
const lockTickets = statement([], {
  name: 'directory: lock tickets',
  text: 'lock table sign_in_tickets in exclusive mode',
})

const dropTickets = statement([text, nullable(text), nullable(text)], {
  name: 'directory: drop tickets',
  text: `delete from sign_in_tickets ticket where ${isMeant('ticket.user_id', 'ticket.binding_hash')}`,
})

/** The person at the browser counts: sessions in which they act as another user end too. */
const endSessions = statement([text, nullable(text), nullable(text)], {
  name: 'directory: end sessions',
  text: `
  with meant as (
    select linked.user_id from directory_identities linked where linked.issuer = $1 and linked.subject = $2
    union select visit.user_id from provider_sessions visit where visit.issuer = $1 and visit.provider_session = $3)
  update sessions set ended_at = clock_now(), end_reason = 'company'
   where ended_at is null
     and (user_id in (select user_id from meant) or actor_user_id in (select user_id from meant))
     and ${isMeant('coalesce(actor_user_id, sessions.user_id)', 'sessions.binding_hash')}
  returning id, user_id as "userId", actor_user_id as "actorId"`,
  row: { id: int, userId: int, actorId: nullable(int) },
})

// The table `provider_sessions`, and its effect on sessions.

/** Stores the latest sign-in of this user in this browser. */
export async function rememberProviderSession(
  tx: Tx,
  { issuer, userId, bindingHash, providerSession }: ProviderSession,
): Promise<void> {
  if (providerSession === null) await run(tx, forget(issuer, userId, bindingHash))
  else await run(tx, remember(issuer, userId, bindingHash, providerSession))
}

/**
 * Deletes the tickets of sign-ins in progress, before sessions are read: a ticket consumed earlier has opened a
 * session that is visible then.
 */
export async function dropTicketsFrom(tx: Tx, { issuer, subject, providerSession }: SignedOutThere): Promise<void> {
  queue(tx, lockTickets())
  await run(tx, dropTickets(issuer, subject, providerSession))
}

/** Ends the sessions that were opened from there. */
export const endSessionsOpenedFrom = (tx: Tx, { issuer, subject, providerSession }: SignedOutThere) =>
  run(tx, endSessions(issuer, subject, providerSession))
