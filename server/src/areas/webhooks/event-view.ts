import type { PortalEvent } from '@portico/contract/webhooks/events.ts'
import type { SealedEvent } from '../audit/public.ts'

/** The schema of `data`, which docs/events/ has; a version that changes a meaning gets a name of its own. */
const EVENT_SCHEMA = 'urn:portico:event:v1'
const SEQUENCE_DIGITS = 16

/** An event of the audit trail as it is sent: in a CloudEvents 1.0 envelope. `source`: the address of the portal. */
export function portalEventOf(row: SealedEvent, source: string): PortalEvent {
  return {
    specversion: '1.0',
    id: String(row.auditEventId),
    source,
    type: `portico.${row.eventCd}.v1`,
    subject: subjectOf(row),
    time: row.eventDt.toISOString(),
    datacontenttype: 'application/json',
    dataschema: EVENT_SCHEMA,
    sequence: sequenceOf(row.sequence),
    data: {
      id: row.auditEventId,
      event: row.eventCd,
      actor: personOf(row.actorId, row.actorNm),
      subject: personOf(row.subjectId, row.subjectNm),
      client: row.clientId === null ? null : { id: row.clientId, name: row.clientNm },
      target: row.targetKindTxt === null ? null : { kind: row.targetKindTxt, id: row.targetIdTxt, name: row.targetNm },
      before: row.before,
      after: row.after,
      address: row.addressTxt,
      requestId: row.requestId,
    },
  }
}

const personOf = (id: number | null, name: string | null) => (id === null && name === null ? null : { id, name })

/** Whom or what it is about, as far as the reader may know that. */
function subjectOf({ subjectId, targetKindTxt, targetIdTxt }: SealedEvent): string {
  if (subjectId !== null) return `user/${subjectId}`
  return targetKindTxt === null || targetIdTxt === null ? 'portal' : `${targetKindTxt}/${targetIdTxt}`
}

/** What a test sends: an event like any other by its schema, about nothing. */
export const testEventOf = (delivery: { id: number; createdAt: Date }, source: string): PortalEvent => ({
  specversion: '1.0',
  id: `test-${delivery.id}`,
  source,
  type: 'portico.test.v1',
  subject: 'portal',
  time: delivery.createdAt.toISOString(),
  datacontenttype: 'application/json',
  dataschema: EVENT_SCHEMA,
  sequence: sequenceOf(0),
  data: {
    id: 0,
    event: 'test',
    actor: null,
    subject: null,
    client: null,
    target: null,
    before: null,
    after: null,
    address: null,
    requestId: null,
  },
})

const sequenceOf = (sequence: number): string => String(sequence).padStart(SEQUENCE_DIGITS, '0')
