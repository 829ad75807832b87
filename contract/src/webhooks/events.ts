import * as z from 'zod/mini'
import { Id, Offset, OwnUid, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'

/** Events of one answer, at most. */
export const EVENTS_MAX = 500

const Person = z.nullable(z.object({ id: z.nullable(z.int()), name: z.nullable(z.string()) }))
/** Changed values by field name; secrets are never among them. */
const State = z.nullable(z.record(z.string(), z.unknown()))

/** What an event is about, version 1: fields may be added, and none changes its meaning. */
export const EventData = z.object({
  /** Number of the event in the audit trail. */
  id: z.int(),
  /** Code of the audit trail. */
  event: z.string(),
  /** Who acted; null: the portal itself, or a person who is not signed in. */
  actor: Person,
  /** The user whose data changed. */
  subject: Person,
  /** The employer that it concerns; null: none, or all. */
  client: z.nullable(z.object({ id: z.int(), name: z.nullable(z.string()) })),
  target: z.nullable(z.object({ kind: z.string(), id: z.nullable(z.string()), name: z.nullable(z.string()) })),
  before: State,
  after: State,
  address: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
})
export type EventData = z.output<typeof EventData>

/** An event in a CloudEvents 1.0 envelope. */
export const PortalEvent = z.object({
  specversion: z.literal('1.0'),
  /** The same for every delivery of an event. */
  id: z.string(),
  /** The address of the portal. */
  source: z.string(),
  type: z.string(),
  /** Whom or what it is about: events of one subject come in their order. */
  subject: z.string(),
  time: z.iso.datetime(),
  datacontenttype: z.literal('application/json'),
  dataschema: z.string(),
  /** Its place in the order of all events, in 16 digits. */
  sequence: z.string(),
  data: EventData,
})
export type PortalEvent = z.output<typeof PortalEvent>

export const listEvents = endpoint({
  name: 'listEvents',
  method: 'GET',
  path: '/ccservices/secure/admin/rest/events/admin-users/{uid}/events',
  guard: admin('Audit Trail', { scope: 'events' }),
  params: OwnUid,
  query: z.strictObject({
    /** Where the answer before ended; absent: from the oldest event on. */
    after: z.optional(Offset),
    limit: z.optional(Id),
  }),
  data: z.object({
    eventList: z.array(PortalEvent),
    /** What to send as `after` next, also where there is no event yet. */
    nextNo: z.int(),
    /** True where there may be more events already. */
    moreFlg: YesNo,
  }),
})

export const summaries = {
  listEvents:
    'Events after a place, oldest first, as they are sent to webhooks; external administrators and accounts of an employer see its own',
}
