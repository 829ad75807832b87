import * as z from 'zod/mini'
import { Color, Day, Id, OwnUid, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { listQuery } from '../kit/list.ts'
import { languages } from '../texts/languages.ts'

/** Address of what administrators of announcements read. */
export const announcementAdmins = '/ccservices/secure/admin/rest/notif/admin-users/{uid}'
/** Announcements reach all clients, so only internal users write them. */
export const announcementGuard = admin('System Announcements', { staffOnly: true })

export const OneAnnouncement = z.strictObject({ uid: Id, announcementId: Id })

const Targets = z.optional(z.array(Id).check(z.maxLength(1000)))

/** Whom an announcement is for; no target of a kind means everyone. */
export const announcementTargets = {
  /** Id of a value of SYSTEM_ANNC_USER_TYPE. */
  userType: z.optional(Id),
  systemIdList: Targets,
  industryIdList: Targets,
  departmentIdList: Targets,
  employerIdList: Targets,
}

export const measureAnnouncementReach = endpoint({
  name: 'measureAnnouncementReach',
  method: 'POST',
  path: `${announcementAdmins}/announcement-reach`,
  guard: announcementGuard,
  params: OwnUid,
  body: z.strictObject(announcementTargets),
  data: z.object({
    reachCnt: z.int(),
    /** How many of them want announcements by email and by text message. */
    mailCnt: z.int(),
    textCnt: z.int(),
    clientCnt: z.int(),
    /** The clients with the most of them, at most 20. */
    clients: z.array(z.object({ clientId: z.int(), clientNm: z.string(), userCnt: z.int() })),
    /** Some of them, from different clients where there are several. */
    sample: z.array(
      z.object({ userId: z.int(), firstNm: z.string(), lastNm: z.string(), clientNm: z.string(), internalFlg: YesNo }),
    ),
  }),
})

export const announcementPersonList = listQuery({
  columns: ['firstNm', 'lastNm', 'userNm'],
  filters: {
    /** Part of the name, user ID or email. */
    nm: text(100),
  },
  defaultSort: { column: 'firstNm', direction: 'asc' },
})

export const listAnnouncementPersons = endpoint({
  name: 'listAnnouncementPersons',
  method: 'GET',
  path: `${announcementAdmins}/announcement-persons`,
  guard: announcementGuard,
  params: OwnUid,
  query: announcementPersonList.query,
  data: z.array(
    z.object({
      userId: z.int(),
      userNm: z.string(),
      firstNm: z.string(),
      lastNm: z.string(),
      employerNm: z.string(),
    }),
  ),
})

/** What decides whether a user sees an announcement (decision C6), in the order in which it is explained. */
export const audienceGates = ['USER_ACTIVE', 'USER_TYPE', 'CLIENT', 'INDUSTRY', 'DEPARTMENT', 'APPLICATION'] as const
export type AudienceGate = (typeof audienceGates)[number]

export const previewAnnouncement = endpoint({
  name: 'previewAnnouncement',
  method: 'POST',
  path: `${announcementAdmins}/announcement-preview`,
  guard: announcementGuard,
  params: OwnUid,
  body: z.strictObject({ userId: Id, ...announcementTargets }),
  data: z.object({
    seesFlg: YesNo,
    /** What keeps the user from seeing it. */
    failedGates: z.array(z.enum(audienceGates)),
    /** How they would be notified. */
    mailFlg: YesNo,
    textFlg: YesNo,
    firstNm: z.string(),
    /** The language of their account; null: that of their browser. */
    languageCd: z.nullable(z.enum(languages)),
    employerNm: z.string(),
    colorTxt: Color,
    pryButtonColorTxt: Color,
    logoUrl: z.nullable(z.string()),
    /** The logo for dark backgrounds; null: the same one. */
    logoDarkUrl: z.nullable(z.string()),
    /** The image behind the greeting; null: none. */
    homeBgUrl: z.nullable(z.string()),
  }),
})

export const readAnnouncementReaders = endpoint({
  name: 'readAnnouncementReaders',
  method: 'GET',
  path: `${announcementAdmins}/announcements/{announcementId}/readers`,
  guard: announcementGuard,
  params: OneAnnouncement,
  query: z.strictObject({ clientId: z.optional(Id) }),
  data: z.object({
    reachCnt: z.int(),
    readCnt: z.int(),
    /** Readers by business day, in order of the days. */
    days: z.array(z.object({ readDt: Day, readCnt: z.int() })),
  }),
})

export const readerClientList = listQuery({
  columns: ['reachCnt', 'readCnt', 'clientNm'],
  filters: {
    /** Part of the name. */
    clientNm: text(100),
  },
  defaultSort: { column: 'reachCnt', direction: 'desc' },
})

export const listAnnouncementReaderClients = endpoint({
  name: 'listAnnouncementReaderClients',
  method: 'GET',
  path: `${announcementAdmins}/announcements/{announcementId}/reader-clients`,
  guard: announcementGuard,
  params: OneAnnouncement,
  query: readerClientList.query,
  data: z.array(z.object({ clientId: z.int(), clientNm: z.string(), reachCnt: z.int(), readCnt: z.int() })),
})

export const summaries = {
  measureAnnouncementReach:
    'How many active users an announcement with these targets reaches, by client, with a sample of them',
  listAnnouncementPersons: 'The active users as whom an announcement can be previewed',
  previewAnnouncement:
    'Whether a user would see an announcement with these targets, why not, and the name and brand of their home page',
  readAnnouncementReaders:
    'How many users an announcement reaches now and how many have read it by day, all of them or of one client',
  listAnnouncementReaderClients: 'The clients whose users an announcement reaches now, with how many have read it',
}
