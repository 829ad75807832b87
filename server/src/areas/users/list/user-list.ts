import type { UserCondition } from '@portico/contract/users/users.ts'
import { columnFieldList, type ColumnFieldName } from '@portico/contract/users/user-fields.ts'
import { type RawBuilder, sql } from 'kysely'
import { NEAR_ROWS, SEARCH_HITS_MAX } from '../../../db/list-page.ts'
import { run, runOne } from '../../../db/run.ts'
import { queries } from '../../../db/queries.ts'
import type { Tx } from '../../../db/database.ts'
import type { Scope } from '../../../db/scope.ts'
import { userNameKeys } from '../../../db/user-orders.ts'
import { columnOfField } from '../../account/public.ts'
import { type ListedUser, listedUserColumns, readClosings } from '../details/listed-user.ts'
import {
  conditionOf,
  everyUser,
  firstUsersInCondition,
  hasCounters,
  type Sql,
  type UserListColumn,
  type UserListQuery,
} from './user-selection.ts'

/** A row as the statements of the list read it. */
type ReadUser = Omit<ListedUser, 'closesAt'>

interface Page<Row> {
  total: number
  rows: Row[]
}
export type UserPage = Page<ListedUser>

/** A user of the list as a spreadsheet has it. */
export type ExportedUser = Pick<
  ListedUser,
  | 'firstName'
  | 'lastName'
  | 'userName'
  | 'email'
  | 'clientName'
  | 'status'
  | 'isLocked'
  | 'lastSignedInAt'
  | ColumnFieldName
>

/** Columns of an ExportedUser, from the same tables: reading others would take an export of many rows longer. */
const exportedUserColumns = `
  u.first_name as "firstName", u.last_name as "lastName", u.user_name as "userName", u.email, c.name as "clientName",
  ${columnFieldList.map(({ name }) => `u.${columnOfField(name)} as "${name}", `).join('')}u.status, coalesce(s.locked_until > clock_now(), false) as "isLocked", s.last_signed_in_at as "lastSignedInAt"`

/** Rows are read from `users`, under row-level security, whatever found their ids. */
const rowsOf = <Row = ReadUser>(page: Sql, order: Sql, columns = listedUserColumns) => sql<Row>`
  select ${sql.raw(columns)}
    from (${page}) page
    join users u on u.id = page.id join clients c on c.id = u.client_id
    left join user_sign_ins s on s.user_id = u.id
   order by ${order}`

type IndexedColumn = Exclude<UserListColumn, 'status' | 'lastSignedInAt'>
type SortedColumn = Exclude<UserListColumn, 'lastSignedInAt'>

/** What each order of the list compares, one after the other; an index begins with those of indexed columns. */
const sortKeys: Readonly<Record<SortedColumn, readonly string[]>> = {
  firstName: [...userNameKeys.firstNm, 'id'],
  lastName: [...userNameKeys.lastNm, 'id'],
  userName: userNameKeys.userNm,
  email: ['email_folded', 'id'],
  createdAt: ['created_at', 'id'],
  status: ['status', ...userNameKeys.firstNm, 'id'],
}

/** What an order compares, as columns of a page. */
const keysOf = (column: SortedColumn): Sql => sql.raw([...new Set(['id', ...sortKeys[column]])].join(', '))

/** The order of the list; each column after `row`. */
const orderOf = (column: SortedColumn, isDescending: boolean, row: '' | 'page.' = ''): Sql =>
  sql.raw(sortKeys[column].map((key) => `${row}${key}${isDescending ? ' desc' : ''}`).join(', '))

/** Returns one page of the users in scope, and the total. */
export async function readUserPage(tx: Tx, scope: Scope, selection: UserListQuery): Promise<UserPage> {
  const { total, rows } = await readPage(tx, scope, selection)
  const closings = await readClosings(
    tx,
    rows.map(({ id }) => id),
  )
  return { total, rows: rows.map((row) => ({ ...row, closesAt: closings.get(row.id) ?? null })) }
}

async function readPage(tx: Tx, scope: Scope, selection: UserListQuery): Promise<Page<ReadUser>> {
  const where = conditionOf(selection, scope)
  if (selection.column === 'lastSignedInAt')
    return pageBesideTotal(tx, selection, where, byLastSignIn(selection, where))
  if (!hasCounters(selection)) return searchedPage(tx, selection, where, selection.column)
  if (selection.column === 'status') return pageBesideTotal(tx, selection, where, byStatus(selection, where))
  return unsearchedPage(tx, selection, where, selection.column)
}

/** Selects the first active users of the scope in this condition, for counting up to a small number. */
export const activeUsersInCondition = (scope: Scope, condition: UserCondition): Sql =>
  sql`select from users_in_scope
       where ${conditionOf({ ...everyUser, statuses: [1], condition }, scope, firstUsersInCondition)}`

/** Returns a page of the users of the scope whose name has the text, deleted ones included, by user name. */
export const searchUsersOfAnyStatus = (
  tx: Tx,
  scope: Scope,
  search: Pick<UserListQuery, 'text' | 'offset' | 'limit'>,
): Promise<Page<ReadUser>> =>
  readPage(tx, scope, {
    ...everyUser,
    ...search,
  })

/** The statement that reads all users of a list in its order as ExportedUser, for `database.stream`. */
export function userListStatement(scope: Scope, selection: UserListQuery): { text: string; values: unknown[] } {
  const where = conditionOf(selection, scope)
  const { column, isDescending } = selection
  const lastSignIn = isDescending
    ? sql`s.last_signed_in_at desc nulls last, u.id`
    : sql`s.last_signed_in_at asc nulls first, u.id desc`
  const sorted = column === 'lastSignedInAt' ? 'firstName' : column
  const order = column === 'lastSignedInAt' ? lastSignIn : orderOf(sorted, isDescending, 'page.')
  const page = sql`select ${keysOf(sorted)} from users_in_scope where ${where}`
  const { sql: text, parameters } = rowsOf<ExportedUser>(page, order, exportedUserColumns).compile(queries)
  return { text, values: [...parameters] }
}

/** The ids of the first users of a list, by id. */
export async function readUserIds(tx: Tx, scope: Scope, selection: UserListQuery, limit: number): Promise<number[]> {
  const where = conditionOf(selection, scope)
  const rows = await run(
    tx,
    sql<{ id: number }>`select id from users_in_scope where ${where} order by id limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** Total from the counters, to which row-level security applies too. */
async function countUsers(tx: Tx, { statuses, clientId }: UserListQuery): Promise<number> {
  const oneClient = clientId === null ? sql`` : sql` and client_id = ${clientId}`
  const counted = sql<{ total: number }>`
    select coalesce(sum(users), 0)::integer as total from user_counts where status = any (${statuses}::smallint[])${oneClient}`
  return (await runOne(tx, counted)).total
}

async function unsearchedPage(
  tx: Tx,
  selection: UserListQuery,
  where: Sql,
  column: IndexedColumn,
): Promise<Page<ReadUser>> {
  const { offset, limit } = selection
  const read = (from: number, most: number, isReversed: boolean) =>
    run(tx, byIndex(column, selection, where, { offset: from, limit: most, isReversed }))
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

function byIndex(column: IndexedColumn, { isDescending }: UserListQuery, where: Sql, window: Window) {
  // The condition makes the partial index of user names eligible.
  const eligible = column === 'userName' ? sql` and user_name_folded is not null` : sql``
  const page = sql`
    select ${keysOf(column)} from users_in_scope where ${where}${eligible}
     order by ${orderOf(column, isDescending !== window.isReversed)} offset ${window.offset} limit ${window.limit}`
  return rowsOf(page, orderOf(column, isDescending, 'page.'))
}

/** Total and page in one statement while there are few matches; else page and count at the same time. */
async function searchedPage(
  tx: Tx,
  selection: UserListQuery,
  where: Sql,
  column: SortedColumn,
): Promise<Page<ReadUser>> {
  const { offset, limit, isDescending } = selection
  const rows = await run(
    tx,
    sql<ReadUser & { total: number }>`with matches as materialized (
       select ${keysOf(column)} from users_in_scope where ${where} limit ${SEARCH_HITS_MAX + 1}),
     page as (
       select * from matches order by ${orderOf(column, isDescending)} offset ${offset} limit ${limit})
     select (select count(*) from matches)::integer as total, ${sql.raw(listedUserColumns)}
       from (select) one left join page on true
       left join users u on u.id = page.id left join clients c on c.id = u.client_id
       left join user_sign_ins s on s.user_id = u.id
      order by ${orderOf(column, isDescending, 'page.')}`,
  )
  const total = rows[0]?.total ?? 0
  if (total <= SEARCH_HITS_MAX) return { total, rows: rows.filter(({ id }) => id !== null) }
  const page =
    column === 'status'
      ? byStatus(selection, where)
      : byIndex(column, selection, where, { offset, limit, isReversed: false })
  return pageBesideTotal(tx, selection, where, page)
}

async function pageBesideTotal(
  tx: Tx,
  selection: UserListQuery,
  where: Sql,
  page: RawBuilder<ReadUser>,
): Promise<Page<ReadUser>> {
  const [total, rows] = await Promise.all([
    hasCounters(selection) ? countUsers(tx, selection) : countMatches(tx, where),
    run(tx, page),
  ])
  return { total, rows }
}

async function countMatches(tx: Tx, where: Sql): Promise<number> {
  const counted = sql<{ total: number }>`select count(*)::integer as total from users_in_scope where ${where}`
  return (await runOne(tx, counted)).total
}

/** One status after the other, each in the order of names: a merge of at most three index scans. */
function byStatus({ statuses, isDescending, offset, limit }: UserListQuery, where: Sql) {
  const each = statuses
    .toSorted((a, b) => (isDescending ? b - a : a - b))
    .map(
      (status) => sql`
      (select ${keysOf('status')} from users_in_scope where ${where} and status = ${sql.lit(Number(status))}
        order by ${orderOf('firstName', isDescending)} limit ${offset + limit})`,
    )
  const page = sql`select * from (${sql.join(each, sql` union all `)}) every
    order by ${orderOf('status', isDescending)} offset ${offset} limit ${limit}`
  return rowsOf(page, orderOf('status', isDescending, 'page.'))
}

/** Users who never signed in come last when the newest come first, and first when the oldest do. */
function byLastSignIn({ isDescending, offset, limit }: UserListQuery, where: Sql) {
  const order = isDescending
    ? sql`s.last_signed_in_at desc nulls last, s.user_id`
    : sql`s.last_signed_in_at asc nulls first, s.user_id desc`
  const page = sql`
    select s.user_id as id, row_number() over (order by ${order}) as position
      from user_sign_ins s join users_in_scope v on v.id = s.user_id
     where ${where} order by ${order} offset ${offset} limit ${limit}`
  return rowsOf(page, sql`page.position`)
}
