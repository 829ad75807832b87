import * as z from 'zod/mini'
import { Id, Instant, OwnUid, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { listQuery } from '../kit/list.ts'
import { ReauthenticationNeeded } from '../kit/reauthentication.ts'
import { userAdmin, userSelection } from '../users/users.ts'
import {
  ACCESS_CHANGE_ITEMS_MAX,
  ACCESS_CHANGE_REASON_MAX,
  ACCESS_CHANGE_SETS_MAX,
  ACCESS_CHANGE_USERS_MAX,
  accessChangeConditions,
  accessChangeKinds,
  accessChangeStates,
  listedChangeKinds,
} from './access-change-rules.ts'

const guard = admin('User Administration')
const accessChanges = `${userAdmin}/access-changes`
const OneChange = z.strictObject({ uid: Id, accessChangeId: Id })

/** When access ends by itself; of what is ended: the moment at which it ends. Null or omitted: never, or now. */
const endDt = z.optional(z.nullable(Instant))

/** Whom an act is for and what it gives or ends. Either `userIds` or `match` names the users. */
const act = {
  kindCd: z.enum(accessChangeKinds),
  userIds: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(ACCESS_CHANGE_USERS_MAX))),
  /** All users of the list with these filters. */
  match: z.optional(z.strictObject(userSelection)),
  userSystems: z.optional(
    z
      .array(
        z.strictObject({
          systemId: Id,
          adminFlg: z.optional(YesNo),
          sensitiveDataAccessFlg: z.optional(YesNo),
          endDt,
        }),
      )
      .check(z.maxLength(ACCESS_CHANGE_ITEMS_MAX)),
  ),
  userPages: z.optional(z.array(z.strictObject({ pageId: Id, endDt })).check(z.maxLength(ACCESS_CHANGE_ITEMS_MAX))),
  /** Permission sets, which are given. */
  setIds: z.optional(z.array(Id).check(z.maxLength(ACCESS_CHANGE_SETS_MAX))),
  /** When these sets end by themselves; null or omitted: no planned end. */
  setEndDt: endDt,
  /** When the act begins, later than now. Null or omitted: now. */
  plannedDt: z.optional(z.nullable(Instant)),
}

const Person = { userId: z.int(), userNm: z.string(), firstNm: z.string(), lastNm: z.string() }

/** A user whom an act leaves as they are, and why. */
export const LeftOutUser = z.object({ ...Person, message: z.string() })
export type LeftOutUser = z.output<typeof LeftOutUser>

/** How many users an act leaves out for one reason. */
export const LeftOutReason = z.object({ message: z.string(), userCnt: z.int() })
export type LeftOutReason = z.output<typeof LeftOutReason>

const Rights = z.object({ adminFlg: YesNo, sensitiveDataAccessFlg: YesNo, endDt: z.nullable(Instant) })

/** Access that an act changes; `before` null: it is new, `after` null: it ends. */
export const PlannedChange = z.object({
  systemNm: z.string(),
  /** Null: the application itself. */
  pageNm: z.nullable(z.string()),
  before: z.nullable(Rights),
  after: z.nullable(Rights),
})
export type PlannedChange = z.output<typeof PlannedChange>

/** What an act would do now. */
export const AccessChangePlan = z.object({
  userCnt: z.int(),
  /** A hash of whom the plan is for, which the start of the act sends back. */
  reviewedUsersTxt: z.string(),
  changedCnt: z.int(),
  leftOutCnt: z.int(),
  /** The first users that change, and those that are left out. */
  changed: z.array(
    z.object({
      ...Person,
      changes: z.array(PlannedChange),
      /** The permission sets that the user gets, or has for longer; absent: none. */
      setNms: z.optional(z.array(z.string())),
      /** Those of them that the user has already, until an earlier moment; absent: none. */
      longerSetNms: z.optional(z.array(z.string())),
    }),
  ),
  leftOut: z.array(LeftOutUser),
  reasons: z.array(LeftOutReason),
})
export type AccessChangePlan = z.output<typeof AccessChangePlan>

export const planAccessChange = endpoint({
  name: 'planAccessChange',
  method: 'POST',
  path: `${userAdmin}/access-change-plans`,
  guard,
  params: OwnUid,
  body: z.strictObject(act),
  data: AccessChangePlan,
})

/** What an act gives or ends; `pageNm` null: the application itself. */
export const ChangedAccess = z.object({ systemNm: z.string(), pageNm: z.nullable(z.string()) })
export type ChangedAccess = z.output<typeof ChangedAccess>

/** An act with its progress, as lists show it. */
export const ListedAccessChange = z.object({
  accessChangeId: z.int(),
  kindCd: z.enum(listedChangeKinds),
  stateCd: z.enum(accessChangeStates),
  applications: z.array(ChangedAccess),
  /** The permission sets that it gives. */
  setNms: z.optional(z.array(z.string())),
  /** Of a hand-over: who leaves, and who gets the documents; null: nobody, or somebody outside the reader's scope. */
  leaverNm: z.nullable(z.string()),
  recipientNm: z.nullable(z.string()),
  reasonTxt: z.string(),
  startedDt: Instant,
  /** The date on which it begins or began; null: it began at once. */
  plannedDt: z.nullable(Instant),
  /** Who started it; null: somebody outside the reader's scope by now. */
  startedByNm: z.nullable(z.string()),
  userCnt: z.int(),
  /** Users whose turn has not come; of an act that was stopped they stay as they are. */
  waitingCnt: z.int(),
  changedCnt: z.int(),
  leftOutCnt: z.int(),
  failedCnt: z.int(),
  undoneCnt: z.int(),
  /** Users whose access was changed again before the act was taken back. */
  keptCnt: z.int(),
  /** Until when the reader can take the act back, a planned one until it begins; null: they cannot, or it changed nobody. */
  undoUntilDt: z.nullable(Instant),
})
export type ListedAccessChange = z.output<typeof ListedAccessChange>

/** An act with its progress and result. */
export const AccessChange = z.object({
  ...ListedAccessChange.shape,
  /** The first users that were left out, or kept when the act was taken back. */
  leftOut: z.array(LeftOutUser),
  reasons: z.array(LeftOutReason),
})
export type AccessChange = z.output<typeof AccessChange>

export const accessChangeList = listQuery({
  columns: ['startedDt'],
  filters: {
    kindCd: z.enum(listedChangeKinds),
    stateCd: z.enum(accessChangeStates),
    conditionCd: z.enum(accessChangeConditions),
  },
  defaultSort: { column: 'startedDt', direction: 'desc' },
})

export const listAccessChanges = endpoint({
  name: 'listAccessChanges',
  method: 'GET',
  path: accessChanges,
  guard,
  background: true,
  params: OwnUid,
  query: accessChangeList.query,
  data: z.array(ListedAccessChange),
})

const portalNeedsFreshSignIn = {
  '401': { message: 'Permissions of the portal itself need a fresh sign-in (S52)', data: ReauthenticationNeeded },
} as const

export const startAccessChange = endpoint({
  name: 'startAccessChange',
  method: 'POST',
  path: accessChanges,
  guard,
  params: OwnUid,
  body: z.strictObject({
    ...act,
    reasonTxt: z.optional(text(ACCESS_CHANGE_REASON_MAX)),
    /** The users that the administrator has reviewed, as the plan says them; refused where it would be others by now. */
    reviewedUsersTxt: z.optional(text(64)),
  }),
  data: AccessChange,
  codes: portalNeedsFreshSignIn,
})

export const getAccessChange = endpoint({
  name: 'getAccessChange',
  method: 'GET',
  path: `${accessChanges}/{accessChangeId}`,
  guard,
  background: true,
  params: OneChange,
  data: AccessChange,
})

export const undoAccessChange = endpoint({
  name: 'undoAccessChange',
  method: 'POST',
  path: `${accessChanges}/{accessChangeId}/undo`,
  guard,
  params: OneChange,
  data: AccessChange,
  codes: portalNeedsFreshSignIn,
})

export const summaries = {
  planAccessChange:
    'What giving or ending the access of many users would change, and whom it would leave out; changes nothing',
  listAccessChanges: 'The acts of the caller, or all within the scope of a portal administrator, with their progress',
  startAccessChange: `Give or end the access of up to ${ACCESS_CHANGE_USERS_MAX} users, each by the rules of the profile. A job does it; of few users it is done when the answer is there`,
  getAccessChange:
    'The progress and the result of an act of the caller, or of any in the scope of a portal administrator',
  undoAccessChange: 'Take back an act of the caller within a day; what was changed since stays',
}
