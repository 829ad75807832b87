import { ACCESS_ENDS_DAYS, type UserCondition } from '@portico/contract/users/users.ts'
import type { ColumnFieldName } from '@portico/contract/users/user-fields.ts'
import { type RawBuilder, sql } from 'kysely'
import { beginningPattern } from '../../../db/like-pattern.ts'
import { hasWords } from '../../../db/search-words.ts'
import type { Scope } from '../../../db/scope.ts'
import { columnOfField } from '../../account/public.ts'

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
  /** Words that the name, the user name and the email contain, in any order; '' for no search. */
  text: string
  /** One employer only; null for every employer of the scope. */
  clientId: number | null
  /** Only users whose last sign-in was before, or who never signed in and were added before; null for all. */
  lastSignedInBefore: Date | null
  /** Only users in this condition; null for all. */
  condition: UserCondition | null
  /** Only users whom this import of this administrator has created; null for all. */
  createdBy: { importId: number; ownerId: number } | null
  /** Fields that begin with a text, in any case. */
  fields: readonly { name: ColumnFieldName; beginning: string }[]
  column: UserListColumn
  isDescending: boolean
  offset: number
  limit: number
}

export type Sql = RawBuilder<unknown>

const isHeldByActive = 'exists (select from users holder where holder.id = held.user_id and holder.status = 1)'

/**
 * The users in a condition, by their ids. A lock without an end is an administrator's, and no accident. With grantsMax
 * active users alone: grants of others don't count for it.
 */
const usersInCondition = (grantsMax?: number): Readonly<Record<UserCondition, string>> => ({
  locked: `
    select seen.user_id from user_sign_ins seen
     where seen.locked_until > clock_now() and seen.locked_until < 'infinity'`,
  accessEnds: ['user_system_grants', 'user_page_grants', 'user_facility_grants', 'user_customer_grants']
    .map(
      (grants) => `
    (select held.user_id from ${grants} held
      where held.valid_to is null and held.ends_at > clock_now()
        and held.ends_at <= clock_now() + interval '${ACCESS_ENDS_DAYS} days'
      ${grantsMax === undefined ? '' : `and ${isHeldByActive} order by held.ends_at limit ${grantsMax}`})`,
    )
    .join(' union all '),
})
const allUsersInCondition = usersInCondition()

/** So many grants of each kind are looked at to count users up to a small number: few users have ten that end soon. */
const COUNTED_GRANTS_MAX = 1_000
export const firstUsersInCondition = usersInCondition(COUNTED_GRANTS_MAX)

/** The condition of a selection on `users_in_scope`. */
export function conditionOf(
  { statuses, text, clientId, lastSignedInBefore, condition, createdBy, fields }: UserListQuery,
  scope: Scope,
  inCondition = allUsersInCondition,
): Sql {
  const conditions = [sql`status = any (${statuses}::smallint[])`]
  const oneClient = clientId ?? (scope.kind === 'client' ? scope.clientId : null)
  if (oneClient !== null) conditions.push(sql`client_id = ${oneClient}`)
  if (lastSignedInBefore !== null)
    conditions.push(sql`created_at < ${lastSignedInBefore}::timestamptz and not exists (
      select from user_sign_ins seen where seen.user_id = id and seen.last_signed_in_at >= ${lastSignedInBefore}::timestamptz)`)
  if (condition !== null) conditions.push(sql`id in (${sql.raw(inCondition[condition])})`)
  if (createdBy !== null)
    conditions.push(sql`id in (select created_user_id from user_import_rows where created_user_id is not null
      and import_id = (select id from user_imports where id = ${createdBy.importId} and owner_id = ${createdBy.ownerId}))`)
  for (const { name, beginning } of fields)
    conditions.push(sql`lower(${sql.ref(columnOfField(name))}) like lower(${beginningPattern(beginning)})`)
  if (text !== '') conditions.push(hasWords(sql`search_text`, text))
  return sql.join(conditions, sql` and `)
}

/** The counters know users by client and status alone. */
export const hasCounters = ({ text, lastSignedInBefore, condition, createdBy, fields }: UserListQuery) =>
  text === '' && lastSignedInBefore === null && condition === null && createdBy === null && fields.length === 0

/** The whole list by user name. */
export const everyUser: UserListQuery = {
  statuses: [1, 2, 3],
  text: '',
  clientId: null,
  lastSignedInBefore: null,
  condition: null,
  createdBy: null,
  fields: [],
  column: 'userName',
  isDescending: false,
  offset: 0,
  limit: 0,
}
