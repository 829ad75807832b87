import * as z from 'zod/mini'
import { Id, Instant, OwnUid, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { exportFormats, listQuery } from '../kit/list.ts'
import { ReauthenticationNeeded } from '../kit/reauthentication.ts'
import { GroupItemPlan } from '../scim/directory-group-plans.ts'
import { GROUP_ITEMS_MAX, GroupItem } from '../scim/directory-groups.ts'
import { userAdmin } from '../users/users.ts'
import { SET_CUSTOMERS_MAX, SET_USERS_MAX, SUGGESTION_PERCENT, SUGGESTION_USERS_MIN } from './permission-set-limits.ts'
import { UndoOffer } from '../kit/undo-offer.ts'

const guard = admin('User Administration')
const sets = `${userAdmin}/permission-sets`
const oneSet = `${sets}/{setId}`
const OneSet = z.strictObject({ uid: Id, setId: Id })

export const permissionSetList = listQuery({
  columns: ['setNm', 'clientNm', 'holderCnt'],
  filters: {
    /** Part of the name or of the client’s name. */
    nm: text(100),
    /** Those that users of this client can get. */
    forClientId: Id,
  },
  defaultSort: { column: 'setNm', direction: 'asc' },
})

/** A named set of applications and pages, which users hold as a whole. */
export const PermissionSet = z.object({
  setId: z.int(),
  setNm: z.string(),
  descriptionTxt: z.string(),
  /** 'Y': users may ask for it. */
  requestableFlg: YesNo,
  /** Null: of the installation, for users of all clients. */
  clientId: z.nullable(z.int()),
  clientNm: z.nullable(z.string()),
  /** Who answers for it; null: a user whom the reader does not see. */
  ownerNm: z.nullable(z.string()),
  /** Of the users whom the reader administers. */
  holderCnt: z.int(),
  items: z.array(GroupItem),
  /** Sent back with a change. */
  versionNr: z.int(),
  /** 'N': a set of the installation, which internal administrators change. */
  mayChangeFlg: YesNo,
})
export type PermissionSet = z.output<typeof PermissionSet>

export const listPermissionSets = endpoint({
  name: 'listPermissionSets',
  method: 'GET',
  path: sets,
  guard,
  params: OwnUid,
  query: permissionSetList.query,
  data: z.array(PermissionSet),
})

/** A customer that a set of a client gives, with all below it. */
export const SetCustomer = z.object({
  customerId: z.int(),
  customerNm: z.string(),
  facilityCd: z.string(),
  /** 'N': who decided it may not give it any more, so that no further users get it. */
  givenFlg: YesNo,
})
export type SetCustomer = z.output<typeof SetCustomer>

/** What a set was called and gave. */
export const PermissionSetVersion = z.object({
  versionNr: z.int(),
  setNm: z.string(),
  descriptionTxt: z.string(),
  givesList: z.array(z.string()),
  changedDt: Instant,
  /** Null: a user whom the reader does not see. */
  changedByNm: z.nullable(z.string()),
})
export type PermissionSetVersion = z.output<typeof PermissionSetVersion>

export const getPermissionSet = endpoint({
  name: 'getPermissionSet',
  method: 'GET',
  path: oneSet,
  guard,
  params: OneSet,
  data: z.object({
    set: PermissionSet,
    /** Those that the administrator has access to. */
    customers: z.array(SetCustomer),
    /** The others; they stay as they are. */
    hiddenCustomerCnt: z.int(),
    versions: z.array(PermissionSetVersion),
  }),
})

// Above the limits, so that the field's own rule refuses a longer text with its own message.
const named = {
  setNm: text(1000),
  descriptionTxt: text(5000),
  /** Absent: as it is, and 'N' for a new set. */
  requestableFlg: z.optional(YesNo),
}
const items = {
  systemIds: z.array(Id).check(z.maxLength(GROUP_ITEMS_MAX)),
  /** Of these applications. */
  pageIds: z.array(Id).check(z.maxLength(GROUP_ITEMS_MAX)),
}

/** Of a set of a client, each with all below it; absent: they stay as they are. */
const customerIds = z.optional(z.array(Id).check(z.maxLength(SET_CUSTOMERS_MAX)))

const portalNeedsFreshSignIn = {
  '401': { message: 'Pages of the portal itself need a fresh sign-in (S52)', data: ReauthenticationNeeded },
} as const

export const createPermissionSet = endpoint({
  name: 'createPermissionSet',
  method: 'POST',
  path: sets,
  guard,
  params: OwnUid,
  body: z.strictObject({
    ...named,
    /** Null: of the installation, by internal administrators. */
    clientId: z.nullable(Id),
    ...items,
    customerIds,
  }),
  data: z.object({ setId: z.int() }),
  codes: portalNeedsFreshSignIn,
})

/** A holder whose access changes. */
const ChangedHolder = z.object({
  userId: z.int(),
  userNm: z.string(),
  firstNm: z.string(),
  lastNm: z.string(),
  gainFlg: YesNo,
  loseFlg: YesNo,
})

export const PermissionSetPlan = z.object({
  memberCnt: z.int(),
  /** Holders who gain or lose something at all. */
  changedCnt: z.int(),
  gainCnt: z.int(),
  loseCnt: z.int(),
  items: z.array(GroupItemPlan),
  /** The first of them by user ID, in the order of their names. */
  users: z.array(ChangedHolder),
})
export type PermissionSetPlan = z.output<typeof PermissionSetPlan>

export const planPermissionSet = endpoint({
  name: 'planPermissionSet',
  method: 'POST',
  path: `${oneSet}/plans`,
  guard,
  params: OneSet,
  body: z.strictObject({ ...items, customerIds }),
  data: PermissionSetPlan,
})

export const updatePermissionSet = endpoint({
  name: 'updatePermissionSet',
  method: 'PUT',
  path: oneSet,
  guard,
  params: OneSet,
  body: z.strictObject({ ...named, ...items, customerIds, versionNr: z.int() }),
  /** Null: nothing differs. */
  data: z.nullable(UndoOffer),
  codes: portalNeedsFreshSignIn,
})

export const deletePermissionSet = endpoint({
  name: 'deletePermissionSet',
  method: 'DELETE',
  path: oneSet,
  guard,
  params: OneSet,
  data: UndoOffer,
  codes: portalNeedsFreshSignIn,
})

export const undoPermissionSet = endpoint({
  name: 'undoPermissionSet',
  method: 'POST',
  path: `${oneSet}/undo`,
  guard,
  params: OneSet,
  body: z.strictObject({ undoId: Id }),
  codes: portalNeedsFreshSignIn,
})

export const permissionSetHolderList = listQuery({
  columns: ['userNm', 'employerNm', 'givenDt', 'endDt'],
  filters: {
    /** Part of the name, the user ID or the email address. */
    nm: text(100),
  },
  defaultSort: { column: 'userNm', direction: 'asc' },
})

export const PermissionSetHolder = z.object({
  userId: z.int(),
  userNm: z.string(),
  firstNm: z.string(),
  lastNm: z.string(),
  employerNm: z.string(),
  givenDt: Instant,
  /** When it ends by itself; null: no planned end. */
  endDt: z.nullable(Instant),
  /** Null: the portal itself, or a user whom the reader does not see. */
  givenByNm: z.nullable(z.string()),
  /** Groups of a directory that give it; none where it was given by hand. By groups, it cannot be taken by hand. */
  groupNms: z.array(z.string()),
})
export type PermissionSetHolder = z.output<typeof PermissionSetHolder>

export const listPermissionSetHolders = endpoint({
  name: 'listPermissionSetHolders',
  method: 'GET',
  path: `${oneSet}/holders`,
  guard,
  params: OneSet,
  query: permissionSetHolderList.query,
  data: z.array(PermissionSetHolder),
})

export const exportPermissionSetHolders = endpoint({
  name: 'exportPermissionSetHolders',
  method: 'POST',
  path: `${oneSet}/holders/export`,
  kind: 'attachment',
  guard,
  params: OneSet,
  body: z.strictObject({ ...permissionSetHolderList.selection.shape, format: z.enum(exportFormats) }),
})

const users = { userIds: z.array(Id).check(z.minLength(1), z.maxLength(SET_USERS_MAX)) }

/** How many users changed, and why others did not. */
const Outcome = z.object({
  changedCnt: z.int(),
  leftOut: z.array(z.object({ userId: z.int(), reasonTxt: z.string() })),
})
export type SetOutcome = z.output<typeof Outcome>

export const givePermissionSet = endpoint({
  name: 'givePermissionSet',
  method: 'POST',
  path: `${oneSet}/holders`,
  guard,
  params: OneSet,
  body: z.strictObject({
    ...users,
    /** When the set ends by itself; null or omitted: no planned end. */
    endDt: z.optional(z.nullable(Instant)),
    /** The end that the users have now, null: none; users with another one are left out. Omitted: it is not compared. */
    expectedEndDt: z.optional(z.nullable(Instant)),
  }),
  data: z.extend(Outcome, {
    /** Absent where no user was changed. */
    undo: z.optional(UndoOffer),
  }),
  codes: portalNeedsFreshSignIn,
})

export const undoGivePermissionSet = endpoint({
  name: 'undoGivePermissionSet',
  method: 'POST',
  path: `${oneSet}/holders/undo`,
  guard,
  params: OneSet,
  body: z.strictObject({ undoId: Id }),
  data: Outcome,
  codes: portalNeedsFreshSignIn,
})

export const takePermissionSet = endpoint({
  name: 'takePermissionSet',
  method: 'POST',
  path: `${oneSet}/removals`,
  guard,
  params: OneSet,
  body: z.strictObject(users),
  data: Outcome,
  codes: portalNeedsFreshSignIn,
})

/** What most users of a department have; `pageId` null: the application itself. */
export const SuggestedItem = z.object({
  systemId: z.int(),
  systemNm: z.string(),
  pageId: z.nullable(z.int()),
  pageNm: z.nullable(z.string()),
  /** Active users of the department who have it without an end. */
  holderCnt: z.int(),
  /** Those of them who have a permission set that gives it. */
  bySetCnt: z.int(),
  /** 'Y': most have it without a permission set, or a page of it. */
  suggestedFlg: YesNo,
})
export type SuggestedItem = z.output<typeof SuggestedItem>

export const suggestPermissionSet = endpoint({
  name: 'suggestPermissionSet',
  method: 'GET',
  path: `${userAdmin}/clients/{clientId}/departments/{departmentId}/permission-set-suggestion`,
  guard,
  params: z.strictObject({ uid: Id, clientId: Id, departmentId: Id }),
  data: z.object({
    /** Active users of the department. */
    userCnt: z.int(),
    items: z.array(SuggestedItem),
  }),
})
export type SetSuggestion = z.output<typeof suggestPermissionSet.data>

/** A permission set that a user holds. */
export const SetOfUser = z.object({
  setId: z.int(),
  setNm: z.string(),
  versionNr: z.int(),
  givesList: z.array(z.string()),
  /** What would end if the set was taken: it comes by nothing else. */
  endsList: z.array(z.string()),
  givenDt: Instant,
  /** When it ends by itself; null: no planned end. */
  endDt: z.nullable(Instant),
  /** Null: the portal itself, or a user whom the reader does not see. */
  givenByNm: z.nullable(z.string()),
  /** Groups of a directory that give it; none where it was given by hand. By groups, it cannot be taken by hand. */
  groupNms: z.array(z.string()),
})
export type SetOfUser = z.output<typeof SetOfUser>

export const listPermissionSetsOfUser = endpoint({
  name: 'listPermissionSetsOfUser',
  method: 'GET',
  path: `${userAdmin}/cpusers/{userId}/permission-sets`,
  guard,
  params: z.strictObject({ uid: Id, userId: Id }),
  data: z.array(SetOfUser),
})

export const summaries = {
  listPermissionSets: 'Permission sets of the installation and of the clients that the administrator administers',
  getPermissionSet: 'A permission set with what it gives and its latest versions',
  createPermissionSet:
    'Make a permission set, never of more than the administrator may give; its owner is who makes it',
  planPermissionSet: 'How many holders would gain and lose what if a permission set gave this; changes nothing',
  updatePermissionSet:
    'Change a permission set; its holders gain and lose access at once, of many a job does it. For an hour this can be taken back',
  deletePermissionSet: 'Delete a permission set; what it gave ends. For an hour this can be taken back',
  undoPermissionSet: 'Take back one’s own change or deletion of a permission set; refused where it was changed again',
  listPermissionSetHolders: 'The users who hold a permission set, of those whom the administrator administers',
  exportPermissionSetHolders:
    'The selected users who hold a permission set, of those whom the administrator administers, as a spreadsheet',
  givePermissionSet:
    'Give users a permission set, by the rules for giving them the same by hand; one user who has it until another moment has it until the new one, several at once only where that is longer. For an hour this can be taken back',
  undoGivePermissionSet:
    'Take a permission set, by the rules for taking it, from those to whom the administrator has given it, or let them have it until the former end; who got it anew since, or lost it, is left out',
  takePermissionSet: 'Take a permission set from users; what it gave them ends unless they have it in another way',
  suggestPermissionSet: `What at least ${SUGGESTION_PERCENT} % of the active users of a department of a client have, of what the administrator may give; nothing of fewer than ${SUGGESTION_USERS_MIN} users`,
  listPermissionSetsOfUser: 'The permission sets that a user holds, who gave them, and what would end with each',
}
