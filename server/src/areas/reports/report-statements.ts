import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import {
  columnFieldList,
  type ColumnFieldName,
  columnFieldsFor,
  type UserFieldValues,
} from '@portico/contract/users/user-fields.ts'
import type { Scope } from '../../db/scope.ts'
import { columnOfField } from '../account/public.ts'
import { type NamedSources, sourcesOfSystem } from '../grants/public.ts'
import type { ResolvedCriteria, AccessCriteria, DayRange, UserListCriteria } from './report-criteria.ts'

/** A user of the User List report. */
export interface ListedUserRow extends FieldColumns {
  firstName: string
  lastName: string
  userName: string
  email: string
  clientName: string
  departmentName: string | null
  status: 1 | 2 | 3
  isLocked: boolean
  isInternal: boolean
  isAdministrator: boolean
  createdAt: Date
  lastSignedInAt: Date | null
}

/** An application of a user, in the PCI User and User Access reports. */
export interface AccessRow extends FieldColumns {
  firstName: string
  lastName: string
  userName: string
  email: string
  clientName: string
  status: 1 | 2 | 3
  isLocked: boolean
  isInternal: boolean
  systemName: string
  isAdmin: boolean
  hasSensitiveData: boolean
  /** True: all customers of the facility. */
  hasAllCustomers: boolean
  /** The assigned customers that give the access, with ', ' between; as far as the administrator may see them. */
  customerNames: string
  /** What gives the application; absent in reports of earlier versions. */
  isByHand?: boolean
  sources?: NamedSources
  grantedAt: Date
  createdAt: Date
  lastSignedInAt: Date | null
}

/** Fields that the table of user fields makes columns; null where the administrator does not see them. */
type FieldColumns = Pick<UserFieldValues, ColumnFieldName>

const fieldColumns = (user: string, scope: Scope): string => {
  const seen = columnFieldsFor(scope.kind === 'everything')
  return columnFieldList
    .map(
      (field) => `${seen.includes(field) ? `${user}.${columnOfField(field.name)}` : 'null::text'} as "${field.name}", `,
    )
    .join('')
}

interface Statement {
  text: string
  values: unknown[]
}

/** Assigned customers that one row names; more are told by '…'. */
const CUSTOMERS_NAMED = 5

/** Numbers the values of a statement. */
class Values {
  readonly list: unknown[] = []

  /** Returns the placeholder of a value. */
  add(value: unknown): string {
    this.list.push(value)
    return `$${this.list.length}`
  }
}

/** Condition that an instant falls on one of the days, both included, of the business time zone. */
function onDays(values: Values, column: string, { from, to }: DayRange, timeZone: string): string {
  const zone = values.add(timeZone)
  return (
    `${column} >= (${values.add(from)}::date::timestamp at time zone ${zone}) and ` +
    `${column} < ((${values.add(to)}::date + 1)::timestamp at time zone ${zone})`
  )
}

type UserConditions = Pick<UserListCriteria, 'statuses' | 'isInternal' | 'created' | 'signedIn'>

/** Conditions on users `u` and their sign-ins `s`, with the scope once more for indexes by employer. */
function userConditions(values: Values, scope: Scope, criteria: UserConditions, timeZone: string): string[] {
  const { statuses, isInternal, created, signedIn } = criteria
  const conditions = [`u.status = any (${values.add(statuses)}::smallint[])`]
  if (scope.kind === 'client') conditions.push(`u.client_id = ${values.add(scope.clientId)}`)
  if (isInternal !== null) conditions.push(`u.is_internal = ${values.add(isInternal)}`)
  if (created !== null) conditions.push(onDays(values, 'u.created_at', created, timeZone))
  if (signedIn !== null) conditions.push(onDays(values, 's.last_signed_in_at', signedIn, timeZone))
  return conditions
}

/** By what users hold, displayed or not. */
const administers = `(
  exists (select from current_system_grants own where own.user_id = u.id and own.is_admin)
  or exists (select from current_page_grants own
               join pages page on page.id = own.page_id and page.system_id = ${PORTAL_SYSTEM_ID}
              where own.user_id = u.id))`

/** The statement that reads the User List report as ListedUserRow, by last name, for `database.stream`. */
export function reportedUsersStatement(scope: Scope, criteria: UserListCriteria, timeZone: string): Statement {
  const values = new Values()
  const conditions = userConditions(values, scope, criteria, timeZone)
  const { isAdministrator } = criteria
  if (isAdministrator !== null) conditions.push(`${isAdministrator ? '' : 'not '}${administers}`)
  const text = `
    select u.first_name as "firstName", u.last_name as "lastName", u.user_name as "userName", u.email,
           c.name as "clientName", ${fieldColumns('u', scope)}department.name as "departmentName", u.status,
           coalesce(s.locked_until > clock_now(), false) as "isLocked", u.is_internal as "isInternal",
           ${administers} as "isAdministrator", u.created_at as "createdAt", s.last_signed_in_at as "lastSignedInAt"
      from users u
      join clients c on c.id = u.client_id
      left join departments department on department.id = u.department_id
      left join user_sign_ins s on s.user_id = u.id
     where ${conditions.join(' and ')}
     order by u.last_name, u.first_name, u.id`
  return { text, values: values.list }
}

/**
 * Users with access to the customer, by inheritance too, or to any of the facility; each once. Found before the users
 * are read, because they may be few.
 */
function holders(values: Values, facility: string, path: readonly number[] | null): string {
  const customers =
    path === null
      ? `select given.user_id from current_customer_grants given
           join customers customer on customer.id = given.customer_id where customer.facility_code = ${facility}`
      : `select user_id from current_customer_grants where customer_id = any (${values.add(path)}::integer[])`
  const all = path === null ? '' : ' and all_customers'
  return `
    holders as materialized (
      select user_id from current_facility_grants where facility_code = ${facility}${all}
      union ${customers})`
}

/** The customers through which a user `u` has the access, nearest first. */
function through(values: Values, facility: string, { path, reach }: Pick<ResolvedCriteria, 'path' | 'reach'>): string {
  const conditions = [
    'given.user_id = u.id',
    path === null ? `customer.facility_code = ${facility}` : `given.customer_id = any (${values.add(path)}::integer[])`,
    ...(reach === 'all' ? [] : [`customer.path && ${values.add(reach)}::integer[]`]),
  ]
  return `
    left join lateral (
      select string_agg(case when at <= ${CUSTOMERS_NAMED} then name else '…' end, ', ' order by at) as names
        from (select customer.name, row_number() over (order by cardinality(customer.path) desc, customer.name) as at
                from current_customer_grants given join customers customer on customer.id = given.customer_id
               where ${conditions.join(' and ')} limit ${CUSTOMERS_NAMED + 1}) named) through on true`
}

/**
 * The statement that reads the PCI User or User Access report as AccessRow, for `database.stream`. A user with many
 * applications has many rows: what is the same in all of them is found once, and only for users with a row.
 */
export function accessStatement(
  scope: Scope,
  criteria: AccessCriteria,
  choices: Pick<ResolvedCriteria, 'path' | 'reach'>,
  timeZone: string,
): Statement {
  const values = new Values()
  const facility = values.add(criteria.facilityCode)
  const conditions = userConditions(values, scope, criteria, timeZone)
  const ofGrant = ['held.user_id = u.id']
  if (criteria.systemId !== null) ofGrant.push(`held.system_id = ${values.add(criteria.systemId)}`)
  if (criteria.kind === 'pci-user') ofGrant.push('held.has_sensitive_data')
  const text = `
    with ${holders(values, facility, choices.path)},
    people as materialized (
      select u.id, u.first_name, u.last_name, u.user_name, u.email, c.name as client_name, ${columnFieldList.map(({ name }) => `u.${columnOfField(name)}, `).join('')}u.status,
             coalesce(s.locked_until > clock_now(), false) as is_locked, u.is_internal,
             coalesce(whole.all_customers, false) as has_all_customers, coalesce(through.names, '') as customer_names,
             u.created_at, s.last_signed_in_at
        from holders
        join users u on u.id = holders.user_id
        join clients c on c.id = u.client_id
        left join user_sign_ins s on s.user_id = u.id
        left join current_facility_grants whole
          on whole.user_id = u.id and whole.facility_code = ${facility} and whole.all_customers
        ${through(values, facility, choices)}
       where ${conditions.join(' and ')}
         and exists (select from current_system_grants held where ${ofGrant.join(' and ')}))
    select u.first_name as "firstName", u.last_name as "lastName", u.user_name as "userName", u.email,
           u.client_name as "clientName", ${fieldColumns('u', scope)}u.status, u.is_locked as "isLocked", u.is_internal as "isInternal",
           system.name::text as "systemName", held.is_admin as "isAdmin", held.has_sensitive_data as "hasSensitiveData",
           u.has_all_customers as "hasAllCustomers", u.customer_names as "customerNames", not given.by_group as "isByHand",
           ${sourcesOfSystem('u.id', 'held.system_id')} as sources, held.valid_from as "grantedAt",
           u.created_at as "createdAt", u.last_signed_in_at as "lastSignedInAt"
      from people u
      join current_system_grants held on ${ofGrant.join(' and ')}
      join user_system_grants given on given.id = held.id
      join systems system on system.id = held.system_id and system.deleted_at is null
     order by u.last_name, u.first_name, u.id, system.name`
  return { text, values: values.list }
}
