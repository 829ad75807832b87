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

/** What a fresh installation needs, in display order. */
export const firstStepKinds = ['mail', 'secondFactor', 'client', 'application', 'user', 'brand', 'backup'] as const
export type FirstStepKind = (typeof firstStepKinds)[number]

export const FirstStep = z.object({ stepCd: z.enum(firstStepKinds), doneFlg: YesNo })
export type FirstStep = z.output<typeof FirstStep>

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

export const getOverview = endpoint({
  name: 'getOverview',
  method: 'GET',
  path: overview,
  guard: admin(adminPages),
  params: OwnUid,
  data: z.object({
    /** Of portal administrators, those that they may take; none where all are done, or the administrator has hidden them. */
    firstSteps: z.array(FirstStep),
    /** Only the kinds whose events the administrator may list. */
    dailyFigures: z.array(DailyFigure),
    /**
     * The newest audit events that tell of a change, without sign-ins, own passwords, exports and what was opened; none
     * without the audit trail.
     */
    latestChanges: z.array(LatestChange),
  }),
})
export type Overview = z.output<typeof getOverview.data>

export const summaries = {
  getWaiting: 'How much waits for the administrator, of each kind whose screen they may open',
  getOverview:
    'First steps of a fresh installation, figures of the last 30 days and the latest changes, as far as the pages of the administrator show them',
}
