import type { SignalKind, SignalSubject } from '@portico/contract/webhooks/signal-rules.ts'
import type { Tx } from '../../../db/database.ts'
import { run } from '../../../db/run.ts'
import { arrayOf, bool, instant, int, nullable, present, type RowOf, statement, text } from '../../../db/statement.ts'

/** The person was moved away and inactivated in one save: the event of the employer that they had. */
const hasLeft = `event.event = 'user_updated' and event.after ? 'hasEndedSessions'`

/**
 * All sessions of the person are over. One of several, or a sign-out, is no such event. Of someone who has left the
 * former employer has an event, and the one they have now another: streams of the installation get the latter alone.
 */
const isSessionRevoked = `(
  ${hasLeft} and webhook.client_id is not null
  or event.event = 'user_updated' and (event.after ->> 'isLocked' = 'true'
    or event.before ->> 'status' = '1' and event.after ->> 'status' in ('2', '3'))
  or event.event in ('dormant_user_inactivated', 'authn_login_reported')
  or event.event = 'authz_admin' and (event.after ? 'endedSessions' or event.after ->> 'secondFactor' = 'removed'
    or event.after ->> 'status' = 'inactive')
  or event.event in ('authn_password_change', 'authn_password_recovery')
     and (event.after ->> 'isTemporary' = 'true' or event.after ->> 'from' in ('account settings', 'recovery link')))`

const isCredentialChange = `(
  event.event in ('authn_password_change', 'temporary_password_expired')
  or event.event = 'authn_password_recovery' and event.after ->> 'isTemporary' = 'true'
  or event.event = 'second_factor_changed'
     and event.after ->> 'change' in ('authenticator_added', 'passkey_added', 'factor_removed')
  or event.event = 'authz_admin' and event.after ->> 'secondFactor' = 'removed')`

const kindWhere = (kind: SignalKind, condition: string) =>
  `case when event.subject_user_id is not null and ${condition} then '${kind}' end`

/** The signals that an event of the audit trail is for a stream, as an array: of `event` and `webhook`, rows of them. */
export const signalKindsSql = `array_remove(array[
  ${kindWhere('session-revoked', isSessionRevoked)}, ${kindWhere('credential-change', isCredentialChange)}], null)`

/** The last account of a person at a company with which they signed in as someone of this employer. */
const companyOf = (clientId: string, condition: string) => `(
      select issuer, subject from (
        select issuer, subject, linked_at from directory_identities
         where user_id = person.id and person.sign_in_kind = 'directory'
        union all
        select provider.entity_id, linked.name_id, linked.linked_at
          from federated_identities linked join saml_providers provider on provider.id = linked.provider_id
          join saml_provider_clients served
            on served.provider_id = provider.id and served.client_id = ${clientId}
         where linked.user_id = person.id) identity
       where ${condition}
       order by linked_at desc limit 1)`

const factsOf = (email: string) => `
  select event.id, event.event as code, event.at, event.request_id as "requestId",
         event.actor_user_id is not null as "hasActor",
         event.actor_user_id is not distinct from event.subject_user_id and event.service_account_id is null as "isOwnAct",
         coalesce(event.after ? 'by', false) as "isByCommand", event.after ->> 'change' as change, event.after ->> 'secondFactor' as "secondFactor",
         ${email} as email, company.issuer, company.subject
    from audit_events event join users person on person.id = event.subject_user_id`

const factsRow = {
  id: int,
  code: text,
  at: instant,
  requestId: nullable(text),
  hasActor: present(bool),
  isOwnAct: present(bool),
  isByCommand: present(bool),
  change: nullable(text),
  secondFactor: nullable(text),
  email: text,
  issuer: nullable(text),
  subject: nullable(text),
}

const readFacts = statement([arrayOf(int), nullable(int)], {
  name: 'signals: facts of events',
  // Someone who has another employer meanwhile is nobody to the receiver of the former one, and is known to that of the
  // present one by no account of before.
  text: `${factsOf('person.email')}
    left join lateral ${companyOf('person.client_id', 'true')} company on true
   where event.id = any ($1) and ($2::integer is null or (event.client_id = $2 and person.client_id = $2))`,
  row: factsRow,
})

const readFactsOfLeavers = statement([arrayOf(int), int], {
  name: 'signals: facts of people who left',
  // As their former employer knew them: by an account that it had then, and by the email from before any change since.
  text: `${factsOf(`coalesce((
           select later.before ->> 'email' from audit_events later
            where later.subject_user_id = person.id and later.id >= event.id and later.before ? 'email'
            order by later.id limit 1), person.email)`)}
    left join lateral ${companyOf('event.client_id', 'identity.linked_at <= event.at')} company on true
   where event.id = any ($1) and event.client_id = $2 and person.client_id <> $2 and ${hasLeft}`,
  row: { ...factsRow, email: present(text) },
})

/** What a token says of an event: who it is about, as they are now, and who has acted. */
export type SignalFacts = RowOf<typeof readFacts>

/** Reads events by their numbers; those that are gone, or are about no one of this employer, are left out. */
export const readSignalFacts = (tx: Tx, clientId: number | null, eventIds: readonly number[]) =>
  run(tx, readFacts(eventIds, clientId))

/**
 * Reads events by which people left this employer and lost their access; others are left out. They are out of its scope
 * by now.
 */
export const readLeaverFacts = (tx: Tx, clientId: number, eventIds: readonly number[]) =>
  run(tx, readFactsOfLeavers(eventIds, clientId))

/** How a stream names people, and for whom. */
export interface SignalStream {
  id: number
  audience: string
  subjectFormat: SignalSubject
}
