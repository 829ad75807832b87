import { likePattern } from '../../../db/like-pattern.ts'
import { NEAR_ROWS, SEARCH_HITS_MAX } from '../../../db/list-page.ts'
import { queryUnprepared } from '../../../db/query.ts'
import type { Tx } from '../../../db/database.ts'
import type { Scope } from '../../../db/scope.ts'
import { type ListedUser, listedUserColumns } from '../details/listed-user.ts'

/** What the user list can be sorted by; every one but the last two walks an index in its order. */
export const userListColumns = [
  'firstName',
  'lastName',
  'userName',
  'email',
  'createdAt',
  'status',
  'lastSignedInAt',
] as const
export type UserListColumn = (typeof userListColumns)[number]

export interface UserListQuery {
  /** At least one of the codes 1, 2, 3. */
  statuses: readonly number[]
  /** Text that first name, last name, both, user name or email contain; '' for no search. */
  text: string
  /** One employer only; null for every employer of the scope. */
  clientId: number | null
  /** Only users whose last sign-in was before, or who never signed in and were added before; null for all. */
  lastSignedInBefore: Date | null
  column: UserListColumn
  isDescending: boolean
  offset: number
  limit: number
}

export interface UserPage {
  total: number
  rows: ListedUser[]
}

/** A user of the list as a spreadsheet has it. */
export type ExportedUser = Pick<
  ListedUser,
  'firstName' | 'lastName' | 'userName' | 'email' | 'clientName' | 'status' | 'isLocked' | 'lastSignedInAt'
>

/** Columns of an ExportedUser, from the same tables: reading others would take an export of many rows longer. */
const exportedUserColumns = `
  u.first_name as "firstName", u.last_name as "lastName", u.user_name as "userName", u.email, c.name as "clientName",
  u.status, coalesce(s.locked_until > clock_now(), false) as "isLocked", s.last_signed_in_at as "lastSignedInAt"`

/** Rows are read from `users`, under row-level security, whatever found their ids. */
const rowsOf = (page: string, order: string, columns = listedUserColumns) => `
  select ${columns}
    from (${page}) page
    join users u on u.id = page.id join clients c on c.id = u.client_id
    left join user_sign_ins s on s.user_id = u.id
   order by ${order}`

type IndexedColumn = Exclude<UserListColumn, 'status' | 'lastSignedInAt'>
const sortKeys: Readonly<Record<IndexedColumn, string>> = {
  firstName: 'first_name',
  lastName: 'last_name',
  userName: 'user_name_folded',
  email: 'email_folded',
  createdAt: 'created_at',
}

/** The parts of the statement that depend on the query; text of the caller is only ever a parameter. */
interface Parts {
  where: string
  values: unknown[]
}

function partsOf({ statuses, text, clientId, lastSignedInBefore }: UserListQuery, scope: Scope): Parts {
  const values: unknown[] = [statuses]
  let where = 'status = any ($1::smallint[])'
  const oneClient = clientId ?? (scope.kind === 'client' ? scope.clientId : null)
  if (oneClient !== null) {
    values.push(oneClient)
    where += ` and client_id = $${values.length}`
  }
  if (lastSignedInBefore !== null) {
    values.push(lastSignedInBefore)
    where += ` and created_at < $${values.length}::timestamptz and not exists (
      select from user_sign_ins seen where seen.user_id = id and seen.last_signed_in_at >= $${values.length}::timestamptz)`
  }
  if (text !== '') {
    values.push(likePattern(text))
    const like = `search_text like lower($${values.length} collate "en-x-icu") collate "C"`
    // Without three such characters in a row the trigram index cannot be used and would be read whole.
    where += /[a-z0-9]{3}/i.test(text) ? ` and ${like}` : ` and (${like}) is true`
  }
  return { where, values }
}

/** The counters know users by client and status alone. */
const hasCounters = ({ text, lastSignedInBefore }: UserListQuery) => text === '' && lastSignedInBefore === null

/** Returns one page of the users in scope, and the total. */
export async function readUserPage(tx: Tx, scope: Scope, selection: UserListQuery): Promise<UserPage> {
  const parts = partsOf(selection, scope)
  if (selection.column === 'lastSignedInAt')
    return pageBesideTotal(tx, selection, parts, byLastSignIn(selection, parts))
  if (!hasCounters(selection)) return searchedPage(tx, selection, parts)
  if (selection.column === 'status') return pageBesideTotal(tx, selection, parts, byStatus(selection, parts))
  return unsearchedPage(tx, selection, parts, selection.column)
}

/** Returns a page of the users of the scope whose name has the text, deleted ones included, by user name. */
export const searchUsersOfAnyStatus = (
  tx: Tx,
  scope: Scope,
  search: Pick<UserListQuery, 'text' | 'offset' | 'limit'>,
): Promise<UserPage> =>
  readUserPage(tx, scope, {
    ...search,
    statuses: [1, 2, 3],
    clientId: null,
    lastSignedInBefore: null,
    column: 'userName',
    isDescending: false,
  })

/** The statement that reads all users of a list in its order as ExportedUser, for `database.stream`. */
export function userListStatement(scope: Scope, selection: UserListQuery): { text: string; values: unknown[] } {
  const { where, values } = partsOf(selection, scope)
  const { column, isDescending } = selection
  const down = isDescending ? ' desc' : ''
  const lastSignIn = isDescending
    ? 's.last_signed_in_at desc nulls last, u.id'
    : 's.last_signed_in_at asc nulls first, u.id desc'
  const key = column === 'status' || column === 'lastSignedInAt' ? 'status' : sortKeys[column]
  const order = column === 'lastSignedInAt' ? lastSignIn : `page.key${down}, page.first_name${down}, page.id${down}`
  const page = `select id, ${key} as key, first_name from users_in_scope where ${where}`
  return { text: rowsOf(page, order, exportedUserColumns), values }
}

/** Total from the counters, to which row-level security applies too. */
async function countUsers(tx: Tx, { statuses, clientId }: UserListQuery): Promise<number> {
  const oneClient = clientId === null ? '' : ' and client_id = $2'
  const [row] = await queryUnprepared<{ total: number }>(
    tx,
    `select coalesce(sum(users), 0)::integer as total from user_counts where status = any ($1::smallint[])${oneClient}`,
    clientId === null ? [statuses] : [statuses, clientId],
  )
  return row?.total ?? 0
}

async function unsearchedPage(
  tx: Tx,
  selection: UserListQuery,
  parts: Parts,
  column: IndexedColumn,
): Promise<UserPage> {
  const { offset, limit } = selection
  const read = (from: number, most: number, isReversed: boolean) =>
    queryUnprepared<ListedUser>(
      tx,
      byIndex(column, selection, parts, { offset: from, limit: most, isReversed }),
      parts.values,
    )
  if (offset < NEAR_ROWS) {
    const [total, rows] = await Promise.all([countUsers(tx, selection), read(offset, limit, false)])
    return { total, rows }
  }
  const total = await countUsers(tx, selection)
  const most = Math.min(limit, total - offset)
  if (most <= 0) return { total, rows: [] }
  const fromEnd = total - offset - most
  return { total, rows: fromEnd < offset ? await read(fromEnd, most, true) : await read(offset, most, false) }
}

interface Window {
  offset: number
  limit: number
  /** Counted from the other end; rows are returned in the requested order. */
  isReversed: boolean
}

function byIndex(column: IndexedColumn, { isDescending }: UserListQuery, { where }: Parts, window: Window): string {
  const key = sortKeys[column]
  const order = (isDown: boolean, first: string, second: string) => {
    const direction = isDown ? ' desc' : ''
    return column === 'userName' ? `${first}${direction}` : `${first}${direction}, ${second}${direction}`
  }
  // The condition makes the partial index of user names eligible.
  const eligible = column === 'userName' ? ` and ${key} is not null` : ''
  const page = `
    select id, ${key} as key from users_in_scope where ${where}${eligible}
     order by ${order(isDescending !== window.isReversed, key, 'id')} offset ${window.offset} limit ${window.limit}`
  return rowsOf(page, order(isDescending, 'page.key', 'page.id'))
}

/** Total and page in one statement while there are few matches; else page and count at the same time. */
async function searchedPage(tx: Tx, selection: UserListQuery, parts: Parts): Promise<UserPage> {
  const { offset, limit, isDescending, column } = selection
  const key = column === 'status' ? 'status' : sortKeys[column as IndexedColumn]
  const direction = isDescending ? ' desc' : ''
  const rows = await queryUnprepared<ListedUser & { total: number }>(
    tx,
    `with matches as materialized (
       select id, ${key} as key, first_name from users_in_scope where ${parts.where} limit ${SEARCH_HITS_MAX + 1}),
     page as (
       select id, key, first_name from matches
        order by key${direction}, first_name${direction}, id${direction} offset ${offset} limit ${limit})
     select (select count(*) from matches)::integer as total, ${listedUserColumns}
       from (select) one left join page on true
       left join users u on u.id = page.id left join clients c on c.id = u.client_id
       left join user_sign_ins s on s.user_id = u.id
      order by page.key${direction}, page.first_name${direction}, page.id${direction}`,
    parts.values,
  )
  const total = rows[0]?.total ?? 0
  if (total <= SEARCH_HITS_MAX) return { total, rows: rows.filter(({ id }) => id !== null) }
  const page =
    column === 'status'
      ? byStatus(selection, parts)
      : byIndex(column as IndexedColumn, selection, parts, { offset, limit, isReversed: false })
  return pageBesideTotal(tx, selection, parts, page)
}

async function pageBesideTotal(tx: Tx, selection: UserListQuery, parts: Parts, page: string): Promise<UserPage> {
  const [total, rows] = await Promise.all([
    hasCounters(selection) ? countUsers(tx, selection) : countMatches(tx, parts),
    queryUnprepared<ListedUser>(tx, page, parts.values),
  ])
  return { total, rows }
}

async function countMatches(tx: Tx, { where, values }: Parts): Promise<number> {
  const [row] = await queryUnprepared<{ total: number }>(
    tx,
    `select count(*)::integer as total from users_in_scope where ${where}`,
    values,
  )
  return row?.total ?? 0
}

/** One status after the other, each in the order of first names: a merge of at most three index scans. */
function byStatus({ statuses, isDescending, offset, limit }: UserListQuery, { where }: Parts): string {
  const direction = isDescending ? ' desc' : ''
  const each = statuses
    .toSorted((a, b) => (isDescending ? b - a : a - b))
    .map(
      (status) => `
      (select id, ${Number(status)} as key, first_name from users_in_scope where ${where} and status = ${Number(status)}
        order by first_name${direction}, id${direction} limit ${offset + limit})`,
    )
  const page = `select * from (${each.join(' union all ')}) every
    order by key${direction}, first_name${direction}, id${direction} offset ${offset} limit ${limit}`
  return rowsOf(page, `page.key${direction}, page.first_name${direction}, page.id${direction}`)
}

/** Users who never signed in come last when the newest come first, and first when the oldest do. */
function byLastSignIn({ isDescending, offset, limit }: UserListQuery, { where }: Parts): string {
  const order = isDescending
    ? 's.last_signed_in_at desc nulls last, s.user_id'
    : 's.last_signed_in_at asc nulls first, s.user_id desc'
  const page = `
    select s.user_id as id, row_number() over (order by ${order}) as position
      from user_sign_ins s join users_in_scope v on v.id = s.user_id
     where ${where} order by ${order} offset ${offset} limit ${limit}`
  return rowsOf(page, 'page.position')
}
