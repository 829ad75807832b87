import type { AuditedEvent } from '@portico/contract/audit/audit.ts'
import { type RawBuilder, sql } from 'kysely'
import { queries } from '../../db/queries.ts'
import type { Translate } from '../../http/sentences.ts'
import { auditSource } from './audit-list.ts'

/** Who reads the events of a person. */
interface EventReader {
  /** Whose people and events they may see; null: all. */
  clientId: number | null
  /** The person themselves: their events are theirs, whatever employer they had. */
  isThemselves: boolean
}

export type EventOfPerson = AuditedEvent & {
  /** Its states are the person's: neither somebody else's nor those of the organization. */
  isAboutPerson: boolean
  /** Somebody else acted. */
  isByOther: boolean
}

/** Kinds of targets that are a person's own where the event is about the person. */
const ownTargets = [
  'access-change',
  'access-request',
  'access-review',
  'document',
  'enhancement-request',
  'link',
  'report',
  'sign-in',
  'user-import',
]

/** Events at a target of the organization whose states are the person's. */
const ownEvents = ['application_opened', 'favorite_changed']

/** Events whose states name others: what a list was narrowed to. */
const eventsOfLists = [
  'access_review_exported',
  'audit_exported',
  'deleted_users_exported',
  'directory_people_exported',
  'users_exported',
]

const anyOf = (texts: readonly string[]) => sql.join(texts.map((text) => sql.lit(text)))

/** Changes of the organization are recorded about who made them; their states can name others, such as a contact. */
const isAbout = (personId: number): RawBuilder<boolean> => sql`
  (event.subject_user_id is not distinct from ${personId} and event.event not in (${anyOf(eventsOfLists)}) and coalesce(
    case event.target_kind when 'user' then event.target_id = ${String(personId)}
                           else event.target_kind in (${anyOf(ownTargets)}) end
    or event.event in (${anyOf(ownEvents)}), true))`

/**
 * Selects every event about a person or by them, the newest first, as the audit trail shows it to this reader. It is
 * read in the reader's scope, because row-level security decides whom they may see.
 */
export function eventsOfPerson(
  personId: number,
  { clientId, isThemselves }: EventReader,
  translate: Translate,
): { text: string; values: unknown[] } {
  const { rows, where } = auditSource(clientId, translate)
  const inScope: RawBuilder<unknown> = isThemselves || where === undefined ? sql`true` : where
  const { sql: text, parameters } = sql<EventOfPerson>`
    select ${rows.select}, ${isAbout(personId)} as "isAboutPerson",
           coalesce(event.actor_user_id <> ${personId}, false) as "isByOther"
      from ${rows.from}
     where event.id in (
             select id from audit_events where subject_user_id = ${personId}
              union select id from audit_events where actor_user_id = ${personId})
       and ${inScope}
     order by event.id desc`.compile(queries)
  return { text, values: [...parameters] }
}
