import * as z from 'zod/mini'
import { Id, Instant, OwnUid, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { exportFormats, listQuery } from '../kit/list.ts'
import { ReauthenticationNeeded } from '../kit/reauthentication.ts'
import { grantSources } from '../users/grant-sources.ts'
import { userAdmin } from '../users/users.ts'

const guard = admin('User Administration')
const reviews = `${userAdmin}/access-reviews`
const OneReview = z.strictObject({ uid: Id, accessReviewId: Id })

/** 'done': all is decided. 'ended': the due date has passed with access that nobody decided. */
export const accessReviewStates = ['open', 'done', 'ended'] as const
export type AccessReviewState = (typeof accessReviewStates)[number]

/** A review as an administrator sees it: the counts are those of the access that they can decide. */
export const AccessReview = z.object({
  accessReviewId: z.int(),
  scopeCd: z.enum(['employer', 'application']),
  scopeNm: z.string(),
  startedDt: Instant,
  /** Null for administrators of another scope than the starter’s. */
  startedByNm: z.nullable(z.string()),
  /** Until when decisions are taken. */
  dueDt: Instant,
  reviewStateCd: z.enum(accessReviewStates),
  itemCnt: z.int(),
  /** Not decided, and still held. */
  openCnt: z.int(),
})
export type AccessReview = z.output<typeof AccessReview>

export const accessReviewList = listQuery({
  columns: ['startedDt', 'dueDt'],
  filters: {},
  defaultSort: { column: 'startedDt', direction: 'desc' },
})

export const listAccessReviews = endpoint({
  name: 'listAccessReviews',
  method: 'GET',
  path: reviews,
  guard,
  params: OwnUid,
  query: accessReviewList.query,
  data: z.array(AccessReview),
})

export const startAccessReview = endpoint({
  name: 'startAccessReview',
  method: 'POST',
  path: reviews,
  guard: admin('User Administration', { portalAdminOnly: true }),
  params: OwnUid,
  body: z.strictObject({
    employerId: z.optional(z.nullable(Id)),
    systemId: z.optional(z.nullable(Id)),
    dueDt: Instant,
  }),
  data: z.object({ accessReviewId: z.int(), itemCnt: z.int() }),
})

/** What a review would be about that started now. */
export const countReviewScope = endpoint({
  name: 'countReviewScope',
  method: 'GET',
  path: `${userAdmin}/access-review-scope`,
  guard: admin('User Administration', { portalAdminOnly: true }),
  params: OwnUid,
  query: z.strictObject({ employerId: z.optional(Id), systemId: z.optional(Id) }),
  data: z.object({
    grantCnt: z.int(),
    userCnt: z.int(),
    /** Administrators who are mailed at its start. */
    deciderCnt: z.int(),
  }),
})

export const endAccessReview = endpoint({
  name: 'endAccessReview',
  method: 'POST',
  path: `${reviews}/{accessReviewId}/end`,
  guard: admin('User Administration', { portalAdminOnly: true }),
  params: OneReview,
})

export const changeReviewDueDate = endpoint({
  name: 'changeReviewDueDate',
  method: 'POST',
  path: `${reviews}/{accessReviewId}/due-date`,
  guard: admin('User Administration', { portalAdminOnly: true }),
  params: OneReview,
  body: z.strictObject({ dueDt: Instant }),
})

export const getAccessReview = endpoint({
  name: 'getAccessReview',
  method: 'GET',
  path: `${reviews}/{accessReviewId}`,
  guard,
  params: OneReview,
  data: AccessReview,
})

/** 'gone': the access ended otherwise before anyone decided. 'undecided': the due date passed; the access stays. */
export const reviewItemStates = ['pending', 'confirmed', 'ended', 'gone', 'undecided'] as const
export type ReviewItemState = (typeof reviewItemStates)[number]

/** The access of one user to one application. */
export const ReviewItem = z.object({
  accessReviewItemId: z.int(),
  userId: z.int(),
  userNm: z.string(),
  firstNm: z.string(),
  lastNm: z.string(),
  employerNm: z.string(),
  systemNm: z.string(),
  adminFlg: YesNo,
  sensitiveDataAccessFlg: YesNo,
  grantedDt: Instant,
  lastLoginDt: z.nullable(Instant),
  /** 'Y': it is given by hand, perhaps in other ways, too. Once it is decided, as it was then; absent where unknown. */
  byHandFlg: z.optional(YesNo),
  ...grantSources,
  /** The permission sets that give it, or gave it when it was decided: they are taken with it. */
  permissionSets: z.optional(z.array(z.object({ setId: z.int(), setNm: z.string(), versionNr: z.int() }))),
  itemStateCd: z.enum(reviewItemStates),
  /** The application with which it ended, because a permission set gave both. Absent unless the reader decides about that one, too. */
  endedWithNm: z.optional(z.string()),
  decidedDt: z.nullable(Instant),
  /** Null unless an administrator of the reader’s scope decided. */
  decidedByNm: z.nullable(z.string()),
  /** 'N': the access is the reader’s own. */
  mayDecideFlg: YesNo,
  /** Takes the decision back. Absent unless it is the reader’s own and can still be taken back. */
  undoId: z.optional(z.int()),
})
export type ReviewItem = z.output<typeof ReviewItem>

export const reviewItemList = listQuery({
  columns: ['lastNm', 'systemNm', 'lastLoginDt'],
  filters: {
    /** Part of the user’s name, user ID or email. */
    nm: text(100),
    stateCd: z.enum(['waiting', 'decided']),
    /** What waits, and what has been decided since then: rows stay in their places while their reader decides. */
    decidedSinceDt: Instant,
  },
  defaultSort: { column: 'lastNm', direction: 'asc' },
})

export const listReviewItems = endpoint({
  name: 'listReviewItems',
  method: 'GET',
  path: `${reviews}/{accessReviewId}/items`,
  guard,
  params: OneReview,
  query: reviewItemList.query,
  data: z.array(ReviewItem),
})

/** Decisions of one call. */
export const REVIEW_DECISIONS_MAX = 100
/** Permission sets that one call may end. */
export const REVIEW_SETS_MAX = 20

export const decideReviewItems = endpoint({
  name: 'decideReviewItems',
  method: 'POST',
  path: `${reviews}/{accessReviewId}/decide`,
  guard,
  params: OneReview,
  body: z.strictObject({
    decisionCd: z.enum(['confirm', 'end']),
    itemIds: z.array(Id).check(z.minLength(1), z.maxLength(REVIEW_DECISIONS_MAX)),
    /** Permission sets that may be taken from the users, so that the access ends; without them it is not ended. */
    setIds: z.optional(z.array(Id).check(z.maxLength(REVIEW_SETS_MAX))),
  }),
  data: z.object({
    results: z.array(z.object({ accessReviewItemId: z.int(), code: z.string(), message: z.string() })),
    /** Takes the decisions back. */
    undoId: z.int(),
    /** A time before the first of these decisions. */
    decidedSinceDt: Instant,
  }),
  codes: {
    '401': { message: 'Permissions of the portal itself need a fresh sign-in (S52)', data: ReauthenticationNeeded },
  },
})

export const undoReviewDecisions = endpoint({
  name: 'undoReviewDecisions',
  method: 'POST',
  path: `${userAdmin}/undo-review-decisions`,
  guard,
  params: OwnUid,
  body: z.strictObject({
    undoId: Id,
    /** Only the decisions about these, each with all that ended along; the others can still be taken back. */
    itemIds: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(REVIEW_DECISIONS_MAX))),
  }),
  codes: {
    '401': { message: 'Permissions of the portal itself need a fresh sign-in (S52)', data: ReauthenticationNeeded },
  },
})

export const exportReviewItems = endpoint({
  name: 'exportReviewItems',
  method: 'POST',
  path: `${reviews}/{accessReviewId}/export`,
  kind: 'attachment',
  guard,
  params: OneReview,
  body: z.strictObject({ ...reviewItemList.selection.shape, format: z.enum(exportFormats) }),
})

export const summaries = {
  listAccessReviews: 'The reviews with access that the administrator can decide; all for portal administrators',
  startAccessReview: 'Start a review of the access to one application, or of the users of one employer',
  countReviewScope: 'How many grants, users and deciders a review would have that started now',
  endAccessReview: 'End a review now; what nobody has decided stays as it is',
  changeReviewDueDate: 'Change until when a review under way takes decisions',
  getAccessReview: 'One review with its counts',
  listReviewItems: 'The access under review that the administrator can decide; all for portal administrators',
  decideReviewItems: `Confirm or end up to ${REVIEW_DECISIONS_MAX} grants, each by itself; the answer says for each whether it was done, and where none was, why`,
  undoReviewDecisions:
    'Take back the caller’s own decisions of one call, or some of them, within a day; ended access is given back',
  exportReviewItems:
    'The record of a review, or what a search leaves of it, as a spreadsheet: who decided what and when, and what nobody decided',
}
