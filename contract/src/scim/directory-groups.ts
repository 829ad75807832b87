import * as z from 'zod/mini'
import { Id, Instant, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { listQuery } from '../kit/list.ts'
import { ReauthenticationNeeded } from '../kit/reauthentication.ts'
import { UndoOffer } from '../kit/undo-offer.ts'
import { userAdmin } from '../users/users.ts'

const guard = admin('User Administration')
export const directory = `${userAdmin}/clients/{clientId}/directory`
const OneClient = z.strictObject({ uid: Id, clientId: Id })
export const OneGroup = z.strictObject({ uid: Id, clientId: Id, groupId: Id })

/** Most applications, and most pages, that a group gives. */
export const GROUP_ITEMS_MAX = 200
/** Most permission sets that a group gives. */
export const GROUP_SETS_MAX = 50

export const ClientDirectory = z.object({
  /** Where the directory sends people and groups. */
  addressTxt: z.string(),
  personCnt: z.int(),
  /** Of those, people without an external id: the directory finds them again by their name alone. */
  unnamedCnt: z.int(),
})
export type ClientDirectory = z.output<typeof ClientDirectory>

export const getClientDirectory = endpoint({
  name: 'getClientDirectory',
  method: 'GET',
  path: directory,
  guard,
  params: OneClient,
  data: ClientDirectory,
})

export const directoryGroupList = listQuery({
  columns: ['groupNm', 'memberCnt'],
  filters: {
    /** Part of the name. */
    nm: text(100),
  },
  defaultSort: { column: 'groupNm', direction: 'asc' },
})

/** What a group gives; `pageId` null: the application itself. */
export const GroupItem = z.object({
  systemId: z.int(),
  systemNm: z.string(),
  pageId: z.nullable(z.int()),
  pageNm: z.nullable(z.string()),
  /** 'N': who decided it may not give it any more, so that no further members get it. */
  givenFlg: YesNo,
  /** Who decided it; null: a user whom the reader does not see. */
  givenByNm: z.nullable(z.string()),
})
export type GroupItem = z.output<typeof GroupItem>

/** A permission set that a group gives. */
export const GroupSet = z.object({
  setId: z.int(),
  setNm: z.string(),
  /** 'N': who decided it may not give all of it any more, so that no further members get it. */
  givenFlg: YesNo,
  givenByNm: z.nullable(z.string()),
})
export type GroupSet = z.output<typeof GroupSet>

export const DirectoryGroup = z.object({
  groupId: z.int(),
  groupNm: z.string(),
  memberCnt: z.int(),
  items: z.array(GroupItem),
  sets: z.array(GroupSet),
  /** Sent back with a change. */
  version: z.int(),
})
export type DirectoryGroup = z.output<typeof DirectoryGroup>

export const listDirectoryGroups = endpoint({
  name: 'listDirectoryGroups',
  method: 'GET',
  path: `${directory}/groups`,
  guard,
  params: OneClient,
  query: directoryGroupList.query,
  data: z.array(DirectoryGroup),
})

/** Most people of one answer who could not be provided. */
export const CONFLICTS_SHOWN = 100

/** Why a directory does not get an account for a person. */
export const conflictReasons = ['name-taken', 'administrator', 'deleted', 'other-person', 'several'] as const

/** A person whom the directory could not provide; it tries again by itself. */
export const DirectoryConflict = z.object({
  conflictId: z.int(),
  /** As the directory names them. */
  userNm: z.string(),
  externalIdTxt: z.nullable(z.string()),
  reasonCd: z.enum(conflictReasons),
  /** The account in the way; null: it is another client’s, or there are several. */
  userId: z.nullable(z.int()),
  accountNm: z.nullable(z.string()),
  attemptCnt: z.int(),
  firstDt: Instant,
  lastDt: Instant,
  /** Accounts of the client that may be the person’s, and the one that was chosen; none of them is deleted. */
  accounts: z.array(z.object({ userId: z.int(), accountNm: z.string() })),
  /** What the next try of the directory gets; null: nobody has decided. */
  decisionCd: z.nullable(z.enum(['link', 'refuse'])),
  linkUserId: z.nullable(z.int()),
  /** Who decided it; null: a user whom the reader does not see. */
  decidedByNm: z.nullable(z.string()),
  decidedDt: z.nullable(Instant),
})
export type DirectoryConflict = z.output<typeof DirectoryConflict>

export const listDirectoryConflicts = endpoint({
  name: 'listDirectoryConflicts',
  method: 'GET',
  path: `${directory}/conflicts`,
  guard,
  params: OneClient,
  data: z.array(DirectoryConflict),
})

const ConflictDecisionBody = z.strictObject({
  decisionCd: z.enum(['link', 'refuse', 'none']),
  /** The account to link; null for any other decision. */
  userId: z.nullable(Id),
  /** Refused where another account, or none, is to be linked by now; omitted: whatever was decided. */
  expectedUserId: z.optional(Id),
})
export type ConflictDecisionBody = z.output<typeof ConflictDecisionBody>

export const decideDirectoryConflict = endpoint({
  name: 'decideDirectoryConflict',
  method: 'PUT',
  path: `${directory}/conflicts/{conflictId}/decision`,
  guard,
  params: z.strictObject({ uid: Id, clientId: Id, conflictId: Id }),
  body: ConflictDecisionBody,
  codes: {
    '401': {
      message: 'An account that administers the portal needs a fresh sign-in (S52)',
      data: ReauthenticationNeeded,
    },
  },
})

/** Requests of a directory that are kept for each client. */
export const DIRECTORY_REQUESTS_KEPT = 1_000

export const directoryRequestList = listQuery({
  columns: ['requestDt'],
  filters: {
    /** Refused are those with a status from 400 on. */
    outcomeCd: z.enum(['refused', 'done']),
  },
  defaultSort: { column: 'requestDt', direction: 'desc' },
})

/** A request of the directory of a client, without the values that finding the reason of a refusal does not need. */
export const DirectoryRequest = z.object({
  requestId: z.int(),
  requestDt: Instant,
  methodCd: z.string(),
  /** With the query, below the address for the directory. */
  pathTxt: z.string(),
  statusCd: z.int(),
  /** The keyword of SCIM for a refusal, and its sentence. */
  reasonCd: z.nullable(z.string()),
  reasonTxt: z.nullable(z.string()),
  durationMs: z.int(),
  userNm: z.nullable(z.string()),
  bodyTxt: z.nullable(z.string()),
})
export type DirectoryRequest = z.output<typeof DirectoryRequest>

export const listDirectoryRequests = endpoint({
  name: 'listDirectoryRequests',
  method: 'GET',
  path: `${directory}/requests`,
  guard,
  params: OneClient,
  query: directoryRequestList.query,
  data: z.array(DirectoryRequest),
})

/** What a group is to give. */
export const groupItems = {
  systemIds: z.array(Id).check(z.maxLength(GROUP_ITEMS_MAX)),
  /** Of these applications. */
  pageIds: z.array(Id).check(z.maxLength(GROUP_ITEMS_MAX)),
  /** Permission sets; absent: they stay. */
  setIds: z.optional(z.array(Id).check(z.maxLength(GROUP_SETS_MAX))),
}

const portalNeedsFreshSignIn = {
  '401': { message: 'Pages of the portal itself need a fresh sign-in (S52)', data: ReauthenticationNeeded },
} as const

export const saveGroupAccess = endpoint({
  name: 'saveGroupAccess',
  method: 'PUT',
  path: `${directory}/groups/{groupId}/access`,
  guard,
  params: OneGroup,
  body: z.strictObject({ ...groupItems, version: z.int() }),
  /** Null: the group gives this already. */
  data: z.nullable(UndoOffer),
  codes: portalNeedsFreshSignIn,
})

export const undoGroupAccess = endpoint({
  name: 'undoGroupAccess',
  method: 'POST',
  path: `${directory}/groups/{groupId}/access/undo`,
  guard,
  params: OneGroup,
  body: z.strictObject({ undoId: Id }),
  codes: portalNeedsFreshSignIn,
})

export const summaries = {
  getClientDirectory: 'Where the directory of a client sends people and groups (SCIM), and how many it has provided',
  listDirectoryGroups: 'The groups that the directory of a client has provided, and what they give their members',
  listDirectoryConflicts: `People whom the directory of a client could not provide, and why; the last ${CONFLICTS_SHOWN}`,
  decideDirectoryConflict:
    'Decide what the next try of the directory about a person gets: an account of the client, or a refusal; ‘none’ takes a decision back',
  listDirectoryRequests: `The last ${DIRECTORY_REQUESTS_KEPT} requests of the directory of a client, of 30 days at the most`,
  saveGroupAccess:
    'Say what a group gives its members, never more than the administrator may give; they get and lose it at once, of many a job does it. For an hour this can be taken back',
  undoGroupAccess: 'Take back one’s own change of what a group gives; refused where it was changed again',
}
