import * as z from 'zod/mini'
import {
  announcementAdmins as admins,
  announcementGuard as guard,
  announcementTargets as targets,
  OneAnnouncement,
} from './announcement-audience.ts'
import { Day, Id, Instant, OptionalDay, OwnUid, text, Ignored, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { listQuery } from '../kit/list.ts'
import { UndoOffer } from '../kit/undo-offer.ts'
import { ANNOUNCEMENT_NOTE_MAX } from '../limits.ts'
import { languages } from '../texts/languages.ts'

/** Writes stand under the prefix of users although only administrators may make them (ANNC-062..064). */
const writes = '/ccservices/secure/user/rest/notif/admin-users/{uid}'
const auth = '/ccservices/secure/admin/rest/db/auth/cpusers/{uid}'

/** Lists of values that the server gives (ANNC-061). */
export const announcementValueTypes = ['SYSTEM_ANNC_TYPE', 'SYSTEM_ANNC_STATUS', 'SYSTEM_ANNC_USER_TYPE'] as const
export type AnnouncementValueType = (typeof announcementValueTypes)[number]

/** Names by which the portal knows the values. */
export const announcementKinds = ['promotional', 'operational'] as const
export type AnnouncementKind = (typeof announcementKinds)[number]
export const announcementAudiences = ['all', 'external', 'internal'] as const
export type AnnouncementAudience = (typeof announcementAudiences)[number]
export const announcementStatuses = ['review', 'published', 'expired', 'deleted'] as const
export type AnnouncementStatus = (typeof announcementStatuses)[number]

/** Kinds of the effective-date filter (ANNC-048). */
export const effectiveFilters = ['Active', 'Inactive', 'Duration'] as const

/** One of the values that administrators choose from. */
export const AnnouncementValue = z.object({
  clsVldValId: z.int(),
  valueMediumNm: z.string(),
  /** The name that the portal knows the value by. */
  valueCd: z.enum([...announcementKinds, ...announcementAudiences, ...announcementStatuses]),
})
export type AnnouncementValue = z.output<typeof AnnouncementValue>

export const listAnnouncementValues = endpoint({
  name: 'listAnnouncementValues',
  method: 'GET',
  path: `${admins}/clasFnValidValue/types/{typeName}`,
  guard,
  params: z.strictObject({ uid: Id, typeName: z.enum(announcementValueTypes) }),
  data: z.array(AnnouncementValue),
})

/** Administrators choose targets by these names. */
export const AnnouncementSystem = z.object({ systemId: z.int(), systemNm: z.string() })
export const VerticalIndustry = z.object({ marketId: z.int(), marketNm: z.string() })
export const AnnouncementDepartment = z.object({ departmentId: z.int(), departmentNm: z.string() })
export const AnnouncementClient = z.object({ clientId: z.int(), clientNm: z.string() })

export const listVerticalIndustries = endpoint({
  name: 'listVerticalIndustries',
  method: 'GET',
  path: `${auth}/vertical-industries`,
  guard,
  params: OwnUid,
  data: z.array(VerticalIndustry),
})

/** Ids with commas between them, in one parameter; '' are none. */
const IdList = z.codec(
  z.string().check(z.regex(/^(?:[1-9]\d{0,9}(?:,[1-9]\d{0,9}){0,199})?$/)),
  z.array(z.int().check(z.maximum(2_147_483_647))),
  {
    decode: (wire) => (wire === '' ? [] : wire.split(',').map(Number)),
    encode: (ids) => ids.join(','),
  },
)

export const listClientsByIndustries = endpoint({
  name: 'listClientsByIndustries',
  method: 'GET',
  path: `${auth}/clients-by-industries`,
  guard,
  params: OwnUid,
  query: z.strictObject({ industries: z.optional(IdList) }),
  data: z.array(AnnouncementClient),
})

export const listAnnouncementSystems = endpoint({
  name: 'listAnnouncementSystems',
  method: 'GET',
  path: `${admins}/announcement-systems`,
  guard,
  params: OwnUid,
  data: z.array(AnnouncementSystem),
})

export const announcementList = listQuery({
  columns: ['recordAddDt', 'titleText', 'type', 'userType', 'anncStatus', 'effectiveFromDt', 'effectiveToDt'],
  filters: {
    /** Part of the title, in any language. */
    titleText: text(100),
    type: Id,
    userType: Id,
    anncStatus: Id,
    /** Active: in effect today. Inactive: not. Duration: in effect on a day from `effectiveFromDt` to `effectiveToDt`. */
    effectiveCd: z.enum(effectiveFilters),
    effectiveFromDt: Day,
    effectiveToDt: Day,
    announcementId: Id,
    /** 'N': without those that were deleted. */
    deletedFlg: YesNo,
  },
  defaultSort: { column: 'recordAddDt', direction: 'desc' },
})

/** Where an announcement with the status Review is. sent_back: its author changes it and submits it again. */
export const reviewStates = ['waiting', 'sent_back'] as const

/** The review of an announcement by a second person; names are null for users who no longer exist. */
export const AnnouncementReview = z.object({
  stateCd: z.enum(reviewStates),
  /** The administrator who saved it for review last. */
  submittedById: z.nullable(z.int()),
  submittedByNm: z.nullable(z.string()),
  submittedDt: z.nullable(Instant),
  sentBackByNm: z.nullable(z.string()),
  sentBackDt: z.nullable(Instant),
  /** What the reviewer asks for; null while it waits. */
  noteTxt: z.nullable(z.string()),
})
export type AnnouncementReview = z.output<typeof AnnouncementReview>

const LanguageCode = z.enum(languages)

/** The text of an announcement in a further language; its readers get it instead of title and message. */
export const AnnouncementText = z.object({
  languageCd: LanguageCode,
  titleText: z.string(),
  messageText: z.string(),
})

/** An announcement as administrators see it (ANNC-020..035); no target of a kind means everyone. */
export const Announcement = z.object({
  announcementId: z.int(),
  titleText: z.string(),
  /** HTML limited to the elements in rich-text.ts. */
  messageText: z.string(),
  /** The language of title and message; null: not said, which counts as that of the portal. */
  languageCd: z.nullable(LanguageCode),
  translations: z.array(AnnouncementText),
  /** Ids of the values of SYSTEM_ANNC_TYPE, SYSTEM_ANNC_USER_TYPE and SYSTEM_ANNC_STATUS. */
  type: z.int(),
  userType: z.int(),
  anncStatus: z.int(),
  effectiveFromDt: Day,
  /** Null: no end. */
  effectiveToDt: z.nullable(Day),
  recordAddDt: Instant,
  /** Null: the portal itself, or a user who no longer exists. */
  recordAddBy: z.nullable(z.object({ firstNm: z.string(), lastNm: z.string() })),
  systems: z.array(AnnouncementSystem),
  verticalIndustries: z.array(VerticalIndustry),
  departments: z.array(AnnouncementDepartment),
  clients: z.array(AnnouncementClient),
  /** Null unless the status is Review. */
  review: z.nullable(AnnouncementReview),
  version: z.int(),
})
export type Announcement = z.output<typeof Announcement>

export const listSystemAnnouncements = endpoint({
  name: 'listSystemAnnouncements',
  method: 'GET',
  path: `${admins}/announcements`,
  guard: admin('System Announcements', { staffOnly: true, scope: 'announcements:read' }),
  params: OwnUid,
  query: announcementList.query,
  data: z.array(Announcement),
})

/** Longer than the limits, so that the field's own rule refuses a longer text with its own sentence. */
const Title = z.optional(text(2000))
const Message = z.optional(text(200_000))

/** What is saved (ANNC-036..043). The names of `Announcement` are accepted for title, message and type too (decision F4). */
const savePayload = {
  anncTitle: Title,
  titleText: Title,
  anncMessage: Message,
  messageText: Message,
  /** The language of title and message. Absent: as it was. */
  languageCd: z.optional(z.nullable(LanguageCode)),
  /** The text in further languages. Absent: as they were. */
  translations: z.optional(
    z
      .array(z.strictObject({ languageCd: LanguageCode, titleText: text(2000), messageText: text(200_000) }))
      .check(z.maxLength(languages.length)),
  ),
  anncType: z.optional(Id),
  type: z.optional(Id),
  ...targets,
  effectiveFromDt: z.nullable(OptionalDay),
  /** Absent, null or '': no end. */
  effectiveToDt: z.nullable(OptionalDay),
  announcementId: z.optional(Ignored),
  anncStatus: z.optional(Ignored),
  recordAddDt: z.optional(Ignored),
  recordAddBy: z.optional(Ignored),
  review: z.optional(Ignored),
}

/**
 * publish: users see it from its first day on; refused where a second person is required. review: nobody sees it until
 * it is published (decision F1).
 */
export const announcementRequestTypes = ['publish', 'review'] as const
export type AnnouncementRequestType = (typeof announcementRequestTypes)[number]
const RequestType = z.strictObject({ anncReqType: z.enum(announcementRequestTypes) })

export const addAnnouncement = endpoint({
  name: 'addAnnouncement',
  method: 'POST',
  path: `${writes}/add-announcement`,
  guard,
  params: OwnUid,
  query: RequestType,
  body: z.strictObject(savePayload),
  data: Announcement,
})
export type SentAnnouncement = z.output<typeof addAnnouncement.body>

export const updateAnnouncement = endpoint({
  name: 'updateAnnouncement',
  method: 'PUT',
  path: `${writes}/{announcementId}/update-announcement`,
  guard,
  params: OneAnnouncement,
  query: RequestType,
  body: z.strictObject({ ...savePayload, version: z.optional(Id) }),
  data: Announcement,
})

export const getAnnouncementReviewRules = endpoint({
  name: 'getAnnouncementReviewRules',
  method: 'GET',
  path: `${admins}/announcement-review-rules`,
  guard,
  params: OwnUid,
  data: z.object({
    /** Y: nobody publishes what they submitted themselves. */
    requiredFlg: YesNo,
    /** Active administrators of announcements besides the caller. */
    otherReviewerCnt: z.int(),
  }),
})

export const publishReviewedAnnouncement = endpoint({
  name: 'publishReviewedAnnouncement',
  method: 'POST',
  path: `${admins}/announcements/{announcementId}/publish`,
  guard,
  params: OneAnnouncement,
  body: z.strictObject({ version: Id }),
  data: Announcement,
})

export const sendBackAnnouncement = endpoint({
  name: 'sendBackAnnouncement',
  method: 'POST',
  path: `${admins}/announcements/{announcementId}/send-back`,
  guard,
  params: OneAnnouncement,
  /** Longer than the limit, so that the rule refuses a longer note with its own sentence. */
  body: z.strictObject({ version: Id, noteTxt: text(4 * ANNOUNCEMENT_NOTE_MAX) }),
  data: Announcement,
})

export const deleteAnnouncement = endpoint({
  name: 'deleteAnnouncement',
  method: 'DELETE',
  path: `${writes}/{announcementId}/delete-announcement`,
  guard,
  params: OneAnnouncement,
  query: z.strictObject({ version: z.optional(Id) }),
  data: UndoOffer,
})

export const restoreAnnouncement = endpoint({
  name: 'restoreAnnouncement',
  method: 'POST',
  path: `${admins}/restore-announcement`,
  guard,
  params: OwnUid,
  body: z.strictObject({ undoId: Id }),
  data: Announcement,
})

export const summaries = {
  listAnnouncementValues: 'Types, statuses or user types of announcements, in display order',
  listVerticalIndustries: 'The industries that announcements can be targeted at, by name',
  listClientsByIndustries: 'The clients of any of these industries, by name; all clients where none is given',
  listAnnouncementSystems: 'The applications that announcements can be targeted at, by name',
  listSystemAnnouncements:
    'All announcements, deleted ones included; the newest first unless another order is asked for',
  addAnnouncement: 'Add an announcement: publish it, or save it for review',
  updateAnnouncement: 'Change an announcement; with its version it is refused if it has changed in the meantime',
  getAnnouncementReviewRules:
    'Whether an announcement needs a second person to be published, and how many other people could do it',
  publishReviewedAnnouncement:
    'Publish an announcement that waits for review, in the version that the reviewer has seen',
  sendBackAnnouncement: 'Send an announcement that waits for review back to its author, with a note',
  deleteAnnouncement: 'Mark an announcement as deleted: nobody sees it any more; for an hour this can be taken back',
  restoreAnnouncement: 'Take back one’s own deletion of an announcement',
}
