import * as z from 'zod/mini'
import { Id, Instant, OwnUid, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { exportFormats, listQuery } from '../kit/list.ts'
import { LookupOptions, lookupQuery } from '../kit/lookup.ts'

const audit = '/ccservices/secure/admin/rest/audit/admin-users/{uid}'
const events = `${audit}/events`

export const auditList = listQuery({
  columns: ['eventDt'],
  filters: {
    actorId: Id,
    subjectId: Id,
    clientId: Id,
    eventCd: text(100),
    targetKindTxt: text(100),
    targetIdTxt: text(200),
    fromDt: Instant,
    /** Exclusive end of the period. */
    toDt: Instant,
    /** Y: without what was only opened, exported or tried, and without sessions. */
    changesFlg: YesNo,
  },
  defaultSort: { column: 'eventDt', direction: 'desc' },
})

/** Changed values by field name. */
const State = z.nullable(z.record(z.string(), z.unknown()))

export const AuditedEvent = z.object({
  auditEventId: z.int(),
  eventDt: Instant,
  eventCd: z.string(),
  /** Null: the portal itself, or no user was signed in. */
  actorId: z.nullable(z.int()),
  /** Of a call by a token: the service account and the employer that it is for, without the number of its owner. */
  actorNm: z.nullable(z.string()),
  /** The user whose data changed; differs from the actor in an emulated session. */
  subjectId: z.nullable(z.int()),
  subjectNm: z.nullable(z.string()),
  clientId: z.nullable(z.int()),
  clientNm: z.nullable(z.string()),
  targetKindTxt: z.nullable(z.string()),
  targetIdTxt: z.nullable(z.string()),
  /** The name it has now. Null: deleted, not visible to the reader, or without a name. */
  targetNm: z.nullable(z.string()),
  before: State,
  after: State,
  addressTxt: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
})
export type AuditedEvent = z.output<typeof AuditedEvent>

export const listAuditEvents = endpoint({
  name: 'listAuditEvents',
  method: 'GET',
  path: events,
  guard: admin('Audit Trail', { scope: 'audit:read' }),
  params: OwnUid,
  query: auditList.query,
  data: z.array(AuditedEvent),
})

/** So many changes of a user are shown in their profile. */
export const USER_CHANGES_SHOWN = 10

export const listUserChanges = endpoint({
  name: 'listUserChanges',
  method: 'GET',
  path: `${audit}/users/{userId}/changes`,
  guard: admin('Audit Trail'),
  params: z.strictObject({ uid: Id, userId: Id }),
  data: z.array(AuditedEvent),
})

export const exportAuditEvents = endpoint({
  name: 'exportAuditEvents',
  method: 'POST',
  path: `${events}/export`,
  kind: 'attachment',
  guard: admin('Audit Trail'),
  params: OwnUid,
  body: z.strictObject({ ...auditList.selection.shape, format: z.enum(exportFormats) }),
})

/** What the daily verification of seals and signed checkpoints found. */
export const AuditVerification = z.object({
  verifiedDt: Instant,
  intactFlg: YesNo,
  /** The first thing that does not fit; null where the trail is whole. */
  problemTxt: z.nullable(z.string()),
  /** Sealed events that were verified. */
  sealCnt: z.int(),
})
export type AuditVerification = z.output<typeof AuditVerification>

export const getAuditVerification = endpoint({
  name: 'getAuditVerification',
  method: 'GET',
  path: `${audit}/verification`,
  guard: admin('Audit Trail'),
  params: OwnUid,
  data: z.nullable(AuditVerification),
})

export const searchAuditUsers = endpoint({
  name: 'searchAuditUsers',
  method: 'GET',
  path: `${audit}/users`,
  guard: admin('Audit Trail'),
  params: OwnUid,
  query: lookupQuery,
  data: LookupOptions,
})

export const searchAuditClients = endpoint({
  name: 'searchAuditClients',
  method: 'GET',
  path: `${audit}/clients`,
  guard: admin('Audit Trail'),
  params: OwnUid,
  query: lookupQuery,
  data: LookupOptions,
})

export const summaries = {
  listAuditEvents: 'Audit events, newest first; external administrators see those of their own employer',
  listUserChanges: 'The newest audit events that tell of a change of a user’s account or access',
  exportAuditEvents: 'All selected audit events as a spreadsheet',
  getAuditVerification:
    'When the audit trail was last verified, and whether it was whole; null before the first verification',
  searchAuditUsers:
    'Users by whom the audit trail can be filtered, a hundred at a time; external administrators see their own employer’s',
  searchAuditClients:
    'Clients by which the audit trail can be filtered, a hundred at a time; external administrators see their own',
}
