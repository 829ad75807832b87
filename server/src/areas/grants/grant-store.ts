import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'

/** When a grant ends by itself; null = no planned end. */
interface Ending {
  endsAt: Date | null
}
export interface SystemGrant extends Ending {
  systemId: number
  isAdmin: boolean
  hasSensitiveData: boolean
}
export interface PageGrant extends Ending {
  pageId: number
}
export interface FacilityGrant extends Ending {
  facilityCode: string
  hasAllCustomers: boolean
}
export interface CustomerGrant extends Ending {
  customerId: number
}

/** The grants of a user by kind. */
export interface Grants {
  system: SystemGrant[]
  page: PageGrant[]
  facility: FacilityGrant[]
  customer: CustomerGrant[]
}
export type GrantKind = keyof Grants

/** What a replacement did; a grant with another flag or end is in `removed` (as it was) and in `added` (as it is). */
export interface GrantDiff<Grant> {
  added: Grant[]
  removed: Grant[]
}

interface KindTable {
  table: string
  view: string
  /** Property → column and type; the first one says what is granted. */
  columns: Readonly<Record<string, readonly [column: string, type: string]>>
}

const kinds: Readonly<Record<GrantKind, KindTable>> = {
  system: {
    table: 'user_system_grants',
    view: 'current_system_grants',
    columns: {
      systemId: ['system_id', 'integer'],
      isAdmin: ['is_admin', 'boolean'],
      hasSensitiveData: ['has_sensitive_data', 'boolean'],
    },
  },
  page: {
    table: 'user_page_grants',
    view: 'current_page_grants',
    columns: { pageId: ['page_id', 'integer'] },
  },
  facility: {
    table: 'user_facility_grants',
    view: 'current_facility_grants',
    columns: { facilityCode: ['facility_code', 'text'], hasAllCustomers: ['all_customers', 'boolean'] },
  },
  customer: {
    table: 'user_customer_grants',
    view: 'current_customer_grants',
    columns: { customerId: ['customer_id', 'integer'] },
  },
}

const endsAt: readonly [string, string] = ['ends_at', 'timestamptz']

interface KindSql {
  read: string
  close: string
  open: string
}

function sqlOf({ table, view, columns }: KindTable): KindSql {
  const all = Object.entries({ ...columns, endsAt })
  const key = Object.values(columns)[0]?.[0]
  const names = all.map(([, [column]]) => column)
  const listed = (alias: string) => names.map((name) => `${alias}.${name}`).join(', ')
  const shown = (alias: string) => all.map(([property, [column]]) => `${alias}.${column} as "${property}"`).join(', ')
  const wanted = `json_to_recordset($2::json) as wanted (${all.map(([property, [, type]]) => `"${property}" ${type}`).join(', ')})`
  const values = all.map(([property]) => `wanted."${property}"`).join(', ')
  return {
    read: `select ${shown('held')} from ${view} held where held.user_id = $1 order by held.${key}`,
    // A row whose end has passed is closed as of that end, without an actor.
    close: `
      with held as (select * from ${table} where user_id = $1 and valid_to is null order by id for update),
      closed as (
        update ${table} as closing
           set valid_to = greatest(closing.valid_from, least(closing.ends_at, clock_now())),
               closed_by = case when closing.ends_at <= clock_now() then null else $3::integer end
          from held
         where closing.id = held.id
           and (held.ends_at <= clock_now()
                or not exists (select from ${wanted} where row(${values}) is not distinct from row(${listed('held')})))
        returning closing.id)
      select ${shown('held')} from held join closed on closed.id = held.id
       where held.ends_at is null or held.ends_at > clock_now()`,
    open: `
      insert into ${table} as opened (user_id, ${names.join(', ')}, granted_by)
      select $1, ${values}, $3::integer from ${wanted}
       where not exists (select from ${table} held
                          where held.user_id = $1 and held.valid_to is null and held.${key} = wanted."${Object.keys(columns)[0]}")
      returning ${shown('opened')}`,
  }
}

const sql = Object.fromEntries(Object.entries(kinds).map(([kind, table]) => [kind, sqlOf(table)])) as Record<
  GrantKind,
  KindSql
>

/** The four grant tables. A change closes one row and opens the next; nothing is overwritten. */
export function grantStore(tx: Tx) {
  const read = <Kind extends GrantKind>(kind: Kind, userId: number) =>
    query<Grants[Kind][number]>(tx, sql[kind].read, [userId])
  return {
    /** The grants of a user that count now. */
    read: async (userId: number): Promise<Grants> => {
      const [system, page, facility, customer] = await Promise.all([
        read('system', userId),
        read('page', userId),
        read('facility', userId),
        read('customer', userId),
      ])
      return { system, page, facility, customer }
    },

    /**
     * Makes these the grants of one kind that a user holds: two statements however many there are. The caller has
     * locked the user's row, so that two replacements follow each other.
     * @param grantedBy id of the acting user; null for the portal itself
     */
    replace: async <Kind extends GrantKind>(
      userId: number,
      kind: Kind,
      wanted: Grants[Kind],
      grantedBy: number | null,
    ): Promise<GrantDiff<Grants[Kind][number]>> => {
      const values = [userId, JSON.stringify(wanted), grantedBy]
      const [removed, added] = await Promise.all([
        query<Grants[Kind][number]>(tx, sql[kind].close, values),
        query<Grants[Kind][number]>(tx, sql[kind].open, values),
      ])
      return { added, removed }
    },
  }
}
