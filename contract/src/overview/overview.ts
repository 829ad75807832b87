import * as z from 'zod/mini'
import { Day, Instant, OwnUid, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin, adminPages } from '../kit/guard.ts'
import { WAITING_MAX } from './waiting-max.ts'

/** What can wait for an administrator, in display order. */
export const waitingKinds = [
  'accessRequests',
  'accessReviews',
  'announcements',
  'lockedUsers',
  'endingAccess',
  'stoppedChanges',
  'failedMails',
  'failedJobs',
  'endingCertificates',
  'auditTrail',
] as const
export type WaitingKind = (typeof waitingKinds)[number]

const overview = '/ccservices/secure/admin/rest/overview/admin-users/{uid}'

export const getWaiting = endpoint({
  name: 'getWaiting',
  method: 'GET',
  path: `${overview}/waiting`,
  guard: admin(adminPages),
  summary: 'How much waits for the administrator, of each kind whose screen they may open',
  params: OwnUid,
  data: z.array(
    z.object({
      kindCd: z.enum(waitingKinds),
      /** One more than WAITING_MAX: there are more. Null: not counted, as it would have taken too long. */
      waitingCnt: z.nullable(z.int().check(z.maximum(WAITING_MAX + 1))),
    }),
  ),
})

/** What is counted for each day, in display order. */
export const figureKinds = ['signIns', 'failedSignIns', 'newUsers', 'accessRequests'] as const
export type FigureKind = (typeof figureKinds)[number]

/** So many days are counted, today among them. */
export const FIGURE_DAYS = 30

/** How often something happened on each of the last days, oldest first; no days where nothing is counted yet. */
export const DailyFigure = z.object({
  kindCd: z.enum(figureKinds),
  days: z.array(z.object({ dayDt: Day, dayCnt: z.int() })),
})
export type DailyFigure = z.output<typeof DailyFigure>

export const listDailyFigures = endpoint({
  name: 'listDailyFigures',
  method: 'GET',
  path: `${overview}/daily-figures`,
  guard: admin(adminPages),
  summary:
    'Sign-ins, failed sign-ins, new users and access requests of the last 30 days, as far as the pages show them',
  params: OwnUid,
  data: z.array(DailyFigure),
})

/** What a fresh installation needs, in display order. */
export const firstStepKinds = ['mail', 'secondFactor', 'client', 'application', 'user', 'brand', 'backup'] as const
export type FirstStepKind = (typeof firstStepKinds)[number]

export const FirstStep = z.object({ stepCd: z.enum(firstStepKinds), doneFlg: YesNo })
export type FirstStep = z.output<typeof FirstStep>

export const listFirstSteps = endpoint({
  name: 'listFirstSteps',
  method: 'GET',
  path: `${overview}/first-steps`,
  guard: admin(adminPages),
  summary:
    'What a fresh installation needs and the portal administrator may do; none where all of it is done, or hidden by the administrator',
  params: OwnUid,
  data: z.array(FirstStep),
})

/** So many changes are shown as the latest ones. */
export const LATEST_CHANGES = 8

/** An event of the audit trail as the overview shows it; see AuditedEvent. */
export const LatestChange = z.object({
  auditEventId: z.int(),
  eventDt: Instant,
  eventCd: z.string(),
  actorNm: z.nullable(z.string()),
  subjectNm: z.nullable(z.string()),
  targetKindTxt: z.nullable(z.string()),
  targetIdTxt: z.nullable(z.string()),
  targetNm: z.nullable(z.string()),
})
export type LatestChange = z.output<typeof LatestChange>

export const listLatestChanges = endpoint({
  name: 'listLatestChanges',
  method: 'GET',
  path: `${overview}/latest-changes`,
  guard: admin('Audit Trail'),
  summary:
    'The newest audit events that tell of a change, without sign-ins, own passwords, exports and what was opened',
  params: OwnUid,
  data: z.array(LatestChange),
})
