import * as z from 'zod/mini'
import { Color, Id, Instant, OwnUid, text } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin, signedIn } from '../kit/guard.ts'
import { listQuery } from '../kit/list.ts'
import { ReauthenticationNeeded } from '../kit/reauthentication.ts'
import { userAdmin } from '../users/users.ts'

const own = '/ccservices/secure/user/rest/db/auth/cpusers/{uid}'

/** 'closed': the user got it otherwise. */
export const accessRequestStates = ['pending', 'granted', 'declined', 'withdrawn', 'closed'] as const
export type AccessRequestState = (typeof accessRequestStates)[number]

/** Longer than the limit, so that the field's own rule refuses a longer text with its own sentence. */
const Reason = text(20_000)

/** 'held': the user has it. */
export const requestableStates = ['open', 'waiting', 'held'] as const

/** An application that users may ask for, as the catalog shows it. `tileColor` null: the client's. */
export const RequestableApplication = z.object({
  pageId: z.int(),
  pageNm: z.string(),
  sectionNm: z.string(),
  tileColor: z.nullable(Color),
  tileImage: z.string(),
  /** What can be done with it. */
  applicationSubLinks: z.array(z.object({ sublinkNm: z.string(), descriptionTxt: z.string() })),
  requestableStateCd: z.enum(requestableStates),
})
export type RequestableApplication = z.output<typeof RequestableApplication>

export const listRequestableApplications = endpoint({
  name: 'listRequestableApplications',
  method: 'GET',
  path: `${own}/requestable-applications`,
  guard: signedIn(),
  params: OwnUid,
  data: z.array(RequestableApplication),
})

/** A permission set that users may ask for. */
export const RequestableSet = z.object({
  setId: z.int(),
  setNm: z.string(),
  descriptionTxt: z.string(),
  /** Applications, and pages of those. */
  givesList: z.array(z.string()),
  requestableStateCd: z.enum(requestableStates),
})
export type RequestableSet = z.output<typeof RequestableSet>

export const listRequestableSets = endpoint({
  name: 'listRequestableSets',
  method: 'GET',
  path: `${own}/requestable-permission-sets`,
  guard: signedIn(),
  params: OwnUid,
  data: z.array(RequestableSet),
})

/** A request as its sender sees it. */
export const OwnAccessRequest = z.object({
  accessRequestId: z.int(),
  /** The application, or the permission set. */
  pageNm: z.string(),
  /** Null: a permission set was asked for. */
  sectionNm: z.nullable(z.string()),
  reasonTxt: z.string(),
  requestStateCd: z.enum(accessRequestStates),
  requestedDt: Instant,
  decidedDt: z.nullable(Instant),
  /** The reason of the decision; may be empty. */
  decisionTxt: z.string(),
  /** When the granted access ends; null: no planned end. */
  endDt: z.nullable(Instant),
})
export type OwnAccessRequest = z.output<typeof OwnAccessRequest>

export const listOwnAccessRequests = endpoint({
  name: 'listOwnAccessRequests',
  method: 'GET',
  path: `${own}/access-requests`,
  guard: signedIn(),
  params: OwnUid,
  data: z.array(OwnAccessRequest),
})

export const requestAccess = endpoint({
  name: 'requestAccess',
  method: 'POST',
  path: `${own}/access-requests`,
  guard: signedIn({ emulation: 'refuse' }),
  params: OwnUid,
  body: z.strictObject({ pageId: Id, reasonTxt: Reason }),
  data: z.object({ accessRequestId: z.int() }),
})

export const requestPermissionSet = endpoint({
  name: 'requestPermissionSet',
  method: 'POST',
  path: `${own}/permission-set-requests`,
  guard: signedIn({ emulation: 'refuse' }),
  params: OwnUid,
  body: z.strictObject({ setId: Id, reasonTxt: Reason }),
  data: z.object({ accessRequestId: z.int() }),
})

export const withdrawAccessRequest = endpoint({
  name: 'withdrawAccessRequest',
  method: 'POST',
  path: `${own}/access-requests/{ownAccessRequestId}/withdraw`,
  guard: signedIn({ emulation: 'refuse' }),
  params: z.strictObject({ uid: Id, ownAccessRequestId: Id }),
})

const guard = admin('User Administration')

export const accessRequestList = listQuery({
  columns: ['requestedDt', 'lastNm', 'pageNm'],
  filters: {
    /** Part of the user's name, user ID or email. */
    nm: text(100),
    stateCd: z.enum(['pending', 'decided']),
    accessRequestId: Id,
    pageId: Id,
  },
  defaultSort: { column: 'requestedDt', direction: 'asc' },
})

/** A request as the administrators who can decide it see it. */
export const AccessRequest = z.object({
  accessRequestId: z.int(),
  userId: z.int(),
  userNm: z.string(),
  firstNm: z.string(),
  lastNm: z.string(),
  employerNm: z.string(),
  /** The application, or the permission set. */
  pageNm: z.string(),
  /** Null: a permission set was asked for. */
  systemNm: z.nullable(z.string()),
  /** What the permission set gives; none: an application was asked for. */
  givesList: z.array(z.string()),
  reasonTxt: z.string(),
  /** Null where the user has no department. */
  departmentNm: z.nullable(z.string()),
  /** Active users of the same employer and department beside the user; at most as many as are counted. */
  colleagueCnt: z.int(),
  /** Those of them who have the application, or the permission set. */
  colleagueAccessCnt: z.int(),
  requestStateCd: z.enum(accessRequestStates),
  requestedDt: Instant,
  decidedDt: z.nullable(Instant),
  /** Null unless an administrator of the reader's scope decided. */
  decidedByNm: z.nullable(z.string()),
  decisionTxt: z.string(),
  endDt: z.nullable(Instant),
})
export type AccessRequest = z.output<typeof AccessRequest>

export const listAccessRequests = endpoint({
  name: 'listAccessRequests',
  method: 'GET',
  path: `${userAdmin}/access-requests`,
  guard,
  params: OwnUid,
  query: accessRequestList.query,
  data: z.array(AccessRequest),
})

export const decideAccessRequest = endpoint({
  name: 'decideAccessRequest',
  method: 'POST',
  path: `${userAdmin}/access-requests/{accessRequestId}/decide`,
  guard,
  params: z.strictObject({ uid: Id, accessRequestId: Id }),
  body: z.strictObject({
    decisionCd: z.enum(['grant', 'decline']),
    /** Required to decline. */
    decisionTxt: z.optional(Reason),
    /** When the access ends; absent or null: no planned end. A permission set has none. */
    endDt: z.optional(z.nullable(Instant)),
  }),
  codes: {
    '401': { message: 'Permissions of the portal itself need a fresh sign-in (S52)', data: ReauthenticationNeeded },
  },
})

export const summaries = {
  listRequestableApplications:
    'The applications that the user may ask for, has asked for, or could have asked for and has',
  listRequestableSets: 'The permission sets that the user may ask for, has asked for, or could have asked for and has',
  listOwnAccessRequests: 'The user’s latest requests for applications, newest first',
  requestAccess: 'Ask for an application; the administrators who can grant it are notified',
  requestPermissionSet: 'Ask for a permission set; the administrators who can give it are notified',
  withdrawAccessRequest: 'Withdraw a request that nobody has decided',
  listAccessRequests: 'The requests for applications that the administrator can decide (decision E4)',
  decideAccessRequest: 'Grant a request, with an optional end, or decline it; its sender is notified',
}
