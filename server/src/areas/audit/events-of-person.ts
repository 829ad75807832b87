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

/** An event with whether it is about the person, or about somebody else or nobody. */
export type EventOfPerson = AuditedEvent & { isAboutPerson: boolean }

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
    select ${rows.select}, event.subject_user_id is not distinct from ${personId} as "isAboutPerson"
      from ${rows.from}
     where event.id in (
             select id from audit_events where subject_user_id = ${personId}
              union select id from audit_events where actor_user_id = ${personId})
       and ${inScope}
     order by event.id desc`.compile(queries)
  return { text, values: [...parameters] }
}
