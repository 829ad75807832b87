import type { AccessChangeState, ListedChangeKind } from '@portico/contract/access-changes/access-change-rules.ts'
import type { Tx } from '../../db/database.ts'
import { queue, run, runFirst, runOne } from '../../db/run.ts'
import {
  address,
  arrayOf,
  bool,
  instant,
  int,
  json,
  jsonText,
  nullable,
  present,
  type RowOf,
  statement,
  text,
  textOf,
} from '../../db/statement.ts'
import type { Message } from '../../http/sentences.ts'
import type { ActPermissions } from './access-change-rules.ts'
import { permissionsOfJson, sentenceOfJson, type StoredSentence } from './stored-json.ts'

// The tables `access_changes` and `access_change_users`.

/** What became of a user of an act. */
export type UserState = 'waiting' | 'changed' | 'left-out' | 'failed' | 'undone' | 'kept'

const act = {
  id: int,
  ownerId: int,
  clientId: int,
  kind: textOf<ListedChangeKind>(),
  permissions: json<ActPermissions>(),
  reason: text,
  isFresh: bool,
  state: textOf<AccessChangeState>(),
  sessionId: int,
  requestId: text,
  address: text,
  endedAt: nullable(instant),
  createdAt: instant,
  plannedAt: nullable(instant),
  recipientId: nullable(int),
}
const columns = `
  id, owner_id as "ownerId", client_id as "clientId", kind, permissions, reason, is_fresh as "isFresh", state,
  session_id as "sessionId", request_id as "requestId", host(address) as address, ended_at as "endedAt",
  created_at as "createdAt", planned_at as "plannedAt", recipient_id as "recipientId"`

const findStatement = statement([int], {
  name: 'access-changes: find',
  text: `select ${columns} from access_changes where id = $1`,
  row: act,
})

const lockStatement = statement([int], {
  name: 'access-changes: lock',
  text: `select ${columns} from access_changes where id = $1 for no key update`,
  row: act,
})

export type StoredChange = RowOf<typeof findStatement>

const revived = (row: StoredChange | undefined): StoredChange | undefined =>
  row && { ...row, permissions: permissionsOfJson(row.permissions) }

export const findChange = async (tx: Tx, id: number): Promise<StoredChange | undefined> =>
  revived(await runFirst(tx, findStatement(id)))

/** Locks the act until the end of the transaction, so that its batches follow each other. */
export const lockChange = async (tx: Tx, id: number): Promise<StoredChange | undefined> =>
  revived(await runFirst(tx, lockStatement(id)))

const addStatement = statement(
  [int, int, text, jsonText, text, bool, int, text, address, nullable(instant), nullable(int)],
  {
    name: 'access-changes: add',
    text: `
  insert into access_changes (
    owner_id, client_id, kind, permissions, reason, is_fresh, session_id, request_id, address, planned_at, state, recipient_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::timestamptz, case when $10::timestamptz is null then 'running' else 'planned' end, $11)
  returning id`,
    row: { id: int },
  },
)

const addUsersStatement = statement([int, arrayOf(int)], {
  name: 'access-changes: add users',
  text: 'insert into access_change_users (access_change_id, user_id) select $1, unnest($2::integer[])',
})

/** Stores an act for these users; returns its id. */
export async function addChange(
  tx: Tx,
  change: Omit<StoredChange, 'id' | 'state' | 'createdAt' | 'endedAt' | 'recipientId'> & {
    recipientId?: number | null
  },
  userIds: readonly number[],
): Promise<number> {
  const {
    ownerId,
    clientId,
    kind,
    permissions,
    reason,
    isFresh,
    sessionId,
    requestId,
    address: from,
    plannedAt,
    recipientId = null,
  } = change
  const named = JSON.stringify(permissions)
  const values = [ownerId, clientId, kind, named, reason, isFresh, sessionId, requestId, from, plannedAt] as const
  const added = addStatement(...values, recipientId)
  const { id } = await runOne(tx, added)
  queue(tx, addUsersStatement(id, [...userIds]))
  return id
}

const stateStatement = statement([int, text], {
  name: 'access-changes: set state',
  text: `
  update access_changes
     set state = $2, ended_at = case when $2 in ('done', 'stopped', 'undone') then coalesce(ended_at, clock_now()) else ended_at end
   where id = $1`,
})

export const setChangeState = (tx: Tx, id: number, state: AccessChangeState): void =>
  queue(tx, stateStatement(id, state))

const beginStatement = statement([int], {
  name: 'access-changes: begin planned',
  text: `update access_changes set state = 'running' where id = $1 and state = 'planned' and planned_at <= clock_now()`,
})

/** Begins a planned act whose date has come; any other stays as it is. */
export const beginPlanned = (tx: Tx, id: number): void => queue(tx, beginStatement(id))

const undoStatement = statement([int, bool, int, text, address], {
  name: 'access-changes: begin undo',
  text: `
  update access_changes set state = 'undoing', is_fresh = $2, session_id = $3, request_id = $4, address = $5
   where id = $1`,
})

/** Has the act taken back by a later batch, for the request of this session. */
export const beginUndo = (
  tx: Tx,
  id: number,
  {
    isFresh,
    sessionId,
    requestId,
    address: from,
  }: Pick<StoredChange, 'isFresh' | 'sessionId' | 'requestId' | 'address'>,
): void => queue(tx, undoStatement(id, isFresh, sessionId, requestId, from))

const nextStatement = statement([int, text, int], {
  name: 'access-changes: next users',
  text: `
  select user_id as "userId", before, after from access_change_users
   where access_change_id = $1 and state = $2
   order by user_id = (select owner_id from access_changes where id = $1), user_id limit $3`,
  row: { userId: int, before: nullable(json<ActPermissions>()), after: nullable(json<ActPermissions>()) },
})

/** A user of an act, with what they held before and after it. */
export interface UserOfChange {
  userId: number
  before: ActPermissions
  after: ActPermissions
}

const nothing: ActPermissions = { system: [], page: [] }

/** The first users of an act in a state, by id; its administrator last, who may lose the right to go on. */
export async function nextUsers(tx: Tx, id: number, state: UserState, limit: number): Promise<UserOfChange[]> {
  const rows = await run(tx, nextStatement(id, state, limit))
  return rows.map(({ userId, before, after }) => ({
    userId,
    before: permissionsOfJson(before ?? nothing),
    after: permissionsOfJson(after ?? nothing),
  }))
}

const noteStatement = statement([int, jsonText], {
  name: 'access-changes: note outcomes',
  text: `
  update access_change_users noted
     set state = outcome.state, reason = outcome.reason, before = coalesce(outcome.before, noted.before),
         after = coalesce(outcome.after, noted.after), changed_at = clock_now()
    from jsonb_to_recordset($2::jsonb) outcome ("userId" integer, state text, reason jsonb, before jsonb, after jsonb)
   where noted.access_change_id = $1 and noted.user_id = outcome."userId"`,
})

/** What a batch did with one user. */
export interface UserOutcome {
  userId: number
  state: UserState
  /** Why nothing changed. */
  reason?: Message
  before?: ActPermissions
  after?: ActPermissions
}

export const noteOutcomes = (tx: Tx, id: number, outcomes: readonly UserOutcome[]): void =>
  queue(tx, noteStatement(id, JSON.stringify(outcomes)))

const touchedStatement = statement([int, arrayOf(int)], {
  name: 'access-changes: grants changed since',
  text: `
  with noted as (
    select user_id, changed_at from access_change_users where access_change_id = $1 and user_id = any ($2::integer[]))
  select held.user_id as "userId", 'system' as kind, held.system_id as id
    from noted join user_system_grants held on held.user_id = noted.user_id
   where greatest(held.valid_from, held.valid_to) > noted.changed_at
  union
  select held.user_id, 'page', held.page_id
    from noted join user_page_grants held on held.user_id = noted.user_id
   where greatest(held.valid_from, held.valid_to) > noted.changed_at`,
  row: { userId: int, kind: textOf<'system' | 'page'>(), id: int },
})

/** The systems and pages of these users that were given or ended after the act changed them. */
export const changedSince = (tx: Tx, id: number, userIds: readonly number[]) =>
  run(tx, touchedStatement(id, [...userIds]))

const countStatement = statement([int], {
  name: 'access-changes: count users',
  text: `
  select state, reason, count(*)::integer as count from access_change_users
   where access_change_id = $1 group by state, reason order by count desc`,
  row: { state: textOf<UserState>(), reason: nullable(json<StoredSentence>()), count: int },
})

/** How many users of an act are in each state, for each reason. */
export const countUsers = async (tx: Tx, id: number) =>
  (await run(tx, countStatement(id))).map(({ reason, ...row }) => ({
    ...row,
    reason: reason && sentenceOfJson(reason),
  }))

const openStatement = statement([int], {
  name: 'access-changes: open acts',
  text: `select from access_changes where owner_id = $1 and state in ('running', 'undoing') limit 1`,
})

/** True where an act of the administrator is still under way. */
export const hasOpenChange = async (tx: Tx, ownerId: number): Promise<boolean> =>
  (await run(tx, openStatement(ownerId))).length > 0

const lockOwnerStatement = statement([int], {
  name: 'access-changes: lock owner',
  text: 'select from users where id = $1 for no key update',
})

const plannedStatement = statement([int], {
  name: 'access-changes: planned acts',
  text: `select count(*)::integer as count from access_changes where owner_id = $1 and state = 'planned'`,
  row: { count: int },
})

/** How many acts of the administrator are planned; none is added until the end of the transaction. */
export async function countPlanned(tx: Tx, ownerId: number): Promise<number> {
  await run(tx, lockOwnerStatement(ownerId))
  return (await runOne(tx, plannedStatement(ownerId))).count
}

/** How many users are in a state, of those that `countUsers` counted; in any without one. */
export const usersIn = (counts: Awaited<ReturnType<typeof countUsers>>, wanted?: UserState): number =>
  counts.reduce((sum, { state, count }) => (wanted === undefined || state === wanted ? sum + count : sum), 0)

const unchangedStatement = statement([int, int], {
  name: 'access-changes: unchanged users',
  text: `
  select u.id as "userId", u.user_name as "userName", u.first_name as "firstName", u.last_name as "lastName", noted.reason
    from access_change_users noted join users u on u.id = noted.user_id
   where noted.access_change_id = $1 and noted.reason is not null
   order by u.last_name, u.first_name, u.id limit $2`,
  row: { userId: int, userName: text, firstName: text, lastName: text, reason: present(json<StoredSentence>()) },
})

/** The first users whom an act left as they were, by name. */
export const listUnchanged = async (tx: Tx, id: number, limit: number) =>
  (await run(tx, unchangedStatement(id, limit))).map(({ reason, ...user }) => ({
    ...user,
    reason: sentenceOfJson(reason),
  }))
