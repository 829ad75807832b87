import { ask, tell } from '../../db/ask.ts'
import type { Tx } from '../../db/database.ts'

/** A sign-in of somebody in a browser, and the provider's name for it; null where the provider has none. */
export interface ProviderSession {
  issuer: string
  userId: number
  bindingHash: Buffer
  providerSession: string | null
}

/** Whom the provider means: a person, one of his sessions there, or both, which then have to agree. */
export interface SignedOutThere {
  issuer: string
  subject: string | null
  providerSession: string | null
}

const remember = `
  insert into provider_sessions (issuer, user_id, binding_hash, provider_session) values ($1, $2, $3, $4)
  on conflict (issuer, user_id, binding_hash) do update
     set provider_session = excluded.provider_session, began_at = clock_now()`

const forget = 'delete from provider_sessions where issuer = $1 and user_id = $2 and binding_hash = $3'

/**
 * True of a row (of sessions, or of sign-ins in progress) that came from what the provider means. Where it
 * names person and session, what came from no session that we know of counts as that person's.
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

/** Waits for every sign-in that is just going from one ticket to the next, or to its session. */
const holdTickets = 'lock table sign_in_tickets in exclusive mode'

const dropTickets = `delete from sign_in_tickets ticket where ${isMeant('ticket.user_id', 'ticket.binding_hash')}`

/** Whoever sits there is meant: what he sees through the eyes of another ends too. */
const endSessions = `
  with meant as (
    select linked.user_id from directory_identities linked where linked.issuer = $1 and linked.subject = $2
    union select visit.user_id from provider_sessions visit where visit.issuer = $1 and visit.provider_session = $3)
  update sessions set ended_at = clock_now(), end_reason = 'company'
   where ended_at is null
     and (user_id in (select user_id from meant) or actor_user_id in (select user_id from meant))
     and ${isMeant('coalesce(actor_user_id, sessions.user_id)', 'sessions.binding_hash')}
  returning id, user_id as "userId", actor_user_id as "actorId"`

/** The table `provider_sessions`, and what it says about sessions. */
export function providerSessionStore(tx: Tx) {
  return {
    /** The latest sign-in of this person in this browser. */
    remember: async ({ issuer, userId, bindingHash, providerSession }: ProviderSession): Promise<void> => {
      const visit = [issuer, userId, bindingHash]
      if (providerSession === null) await ask(tx, 'forget-provider-session', forget, visit)
      else await ask(tx, 'remember-provider-session', remember, [...visit, providerSession])
    },

    /**
     * Takes the tickets of sign-ins in progress, before their sessions are looked for: whichever was spent
     * until now has opened a session that can be seen.
     */
    dropTicketsFrom: async ({ issuer, subject, providerSession }: SignedOutThere): Promise<void> => {
      tell(tx, 'hold-sign-in-tickets', holdTickets, [])
      await ask(tx, 'drop-provider-tickets', dropTickets, [issuer, subject, providerSession])
    },

    /** Ends what was opened from there. */
    endOpenedFrom: ({ issuer, subject, providerSession }: SignedOutThere) =>
      ask<{ id: number; userId: number; actorId: number | null }>(tx, 'end-provider-sessions', endSessions, [
        issuer,
        subject,
        providerSession,
      ]),
  }
}
