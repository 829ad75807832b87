import { run, runOne } from '../../db/run.ts'
import {
  arrayOf,
  bool,
  type Column,
  type Columns,
  type FixedStatement,
  instant,
  instantText,
  int,
  jsonText,
  nullable,
  statement,
  text,
} from '../../db/statement.ts'
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
  /** Property → column, its type and its values; the first one says what is granted. */
  columns: Readonly<Record<string, readonly [column: string, type: string, values: Column<unknown>]>>
}

const kinds: Readonly<Record<GrantKind, KindTable>> = {
  system: {
    table: 'user_system_grants',
    view: 'current_system_grants',
    columns: {
      systemId: ['system_id', 'integer', int],
      isAdmin: ['is_admin', 'boolean', bool],
      hasSensitiveData: ['has_sensitive_data', 'boolean', bool],
    },
  },
  page: {
    table: 'user_page_grants',
    view: 'current_page_grants',
    columns: { pageId: ['page_id', 'integer', int] },
  },
  facility: {
    table: 'user_facility_grants',
    view: 'current_facility_grants',
    columns: { facilityCode: ['facility_code', 'text', text], hasAllCustomers: ['all_customers', 'boolean', bool] },
  },
  customer: {
    table: 'user_customer_grants',
    view: 'current_customer_grants',
    columns: { customerId: ['customer_id', 'integer', int] },
  },
}

const endsAt = ['ends_at', 'timestamptz', nullable(instant)] as const

/** Grants that one statement ends or reopens, so that none takes longer for a record that every user holds. */
const BATCH = 2_000

/** How an open grant is closed: one whose end has passed as of that end and without an actor, others now. */
const closing = (closed: string, by: string) => `
  valid_to = greatest(${closed}.valid_from, least(${closed}.ends_at, clock_now())),
  closed_by = case when ${closed}.ends_at <= clock_now() then null else ${by} end`

/** The statements that end or reopen grants of many users. */
const manyOf = (table: string, key: string, id: Column<number | string>) => ({
  closeAll: statement([id, int, int], {
    name: `grants: close all of ${table}`,
    text: `
    with due as (
      select id, user_id from ${table}
       where ${key} = $1 and user_id > $2 and valid_to is null order by user_id limit ${BATCH}),
    ended as (
      update ${table} closed set ${closing('closed', '$3::integer')}
        from due where closed.id = due.id returning closed.ends_at is null or closed.ends_at > clock_now() as counted)
    select (select count(*)::int from ended where counted) as count, (select max(user_id) from due) as last,
           clock_now()::text as "endedAt"`,
    row: { count: int, last: nullable(int), endedAt: text },
  }),
  reopenAll: statement([id, int, instantText], {
    name: `grants: reopen all of ${table}`,
    text: `
    with due as (
      select id, user_id from ${table}
       where ${key} = $1 and user_id > $2 and valid_to = $3::timestamptz order by user_id limit ${BATCH}),
    reopened as (
      update ${table} closed set valid_to = null, closed_by = null
        from due, users u
       where closed.id = due.id and u.id = due.user_id and u.status < 3 and closed.closed_by is not null
         and (closed.ends_at is null or closed.ends_at > clock_now())
         and not exists (select from ${table} again
                          where again.user_id = due.user_id and again.${key} = $1 and again.valid_to is null)
      returning 1)
    select (select count(*)::int from reopened) as count, (select max(user_id) from due) as last`,
    row: { count: int, last: nullable(int) },
  }),
  closeOfUsers: statement([arrayOf(int)], {
    name: `grants: close of users ${table}`,
    text: `
    update ${table} closed set ${closing('closed', 'null::integer')}
     where user_id = any ($1::integer[]) and valid_to is null`,
  }),
})

/**
 * SQL: whether this transaction has closed a grant of the same thing that a source gave, and what is opened is one that
 * sources give; it stays one of the source then: who is made an administrator of an application, gets all customers of a facility
 * or has it until another day, has it by hand.
 */
const wasOfGroup = (table: string, key: string, columns: object) => `
      ${'isAdmin' in columns ? 'not wanted."isAdmin" and' : ''}
      ${'hasAllCustomers' in columns ? 'not wanted."hasAllCustomers" and' : ''}
      exists (select from ${table} former
               where former.user_id = $1 and former.${key} and former.by_group and former.valid_to is not null
                 and former.ends_at is not distinct from wanted."endsAt" and former.xmin = pg_current_xact_id()::xid)`

function statementsOf<Kind extends GrantKind>({ table, view, columns }: KindTable) {
  const all = Object.entries({ ...columns, endsAt })
  const [[key, , id]] = Object.values(columns) as [KindTable['columns'][string]]
  const names = all.map(([, [column]]) => column)
  const listed = (alias: string) => names.map((name) => `${alias}.${name}`).join(', ')
  const shown = (alias: string) => all.map(([property, [column]]) => `${alias}.${column} as "${property}"`).join(', ')
  const wanted = `json_to_recordset($2::json) as wanted (${all.map(([property, [, type]]) => `"${property}" ${type}`).join(', ')})`
  const values = all.map(([property]) => `wanted."${property}"`).join(', ')
  const row = Object.fromEntries(all.map(([property, [, , column]]) => [property, column]))
  const grant = row as unknown as Columns<Grants[Kind][number]>
  return {
    read: statement([int], {
      name: `grants: read ${table}`,
      text: `select ${shown('held')} from ${view} held where held.user_id = $1 order by held.${key}`,
      row: grant,
    }),
    readOfUsers: statement([arrayOf(int)], {
      name: `grants: read of users ${table}`,
      text: `
      select held.user_id as "userId", ${shown('held')} from ${view} held
       where held.user_id = any ($1::integer[]) order by held.user_id, held.${key}`,
      row: { ...grant, userId: int } as Columns<Grants[Kind][number] & { userId: number }>,
    }),
    close: statement([int, jsonText, nullable(int)], {
      name: `grants: close ${table}`,
      text: `
      with held as (select * from ${table} where user_id = $1 and valid_to is null order by id for update),
      ended as (
        update ${table} as closed set ${closing('closed', '$3::integer')}
          from held
         where closed.id = held.id
           and (held.ends_at <= clock_now()
                or not exists (select from ${wanted} where row(${values}) is not distinct from row(${listed('held')})))
        returning closed.id)
      select ${shown('held')} from held join ended on ended.id = held.id
       where held.ends_at is null or held.ends_at > clock_now()`,
      row: grant,
    }),
    open: statement([int, jsonText, nullable(int)], {
      name: `grants: open ${table}`,
      text: `
      insert into ${table} as opened (user_id, ${names.join(', ')}, granted_by, by_group)
      select $1, ${values}, $3::integer, ${wasOfGroup(table, `${key} = wanted."${Object.keys(columns)[0]}"`, columns)}
        from ${wanted}
       where not exists (select from ${table} held
                          where held.user_id = $1 and held.valid_to is null and held.${key} = wanted."${Object.keys(columns)[0]}")
      returning ${shown('opened')}`,
      row: grant,
    }),
    ...manyOf(table, key, id as Column<number | string>),
  }
}

const statements: { readonly [Kind in GrantKind]: ReturnType<typeof statementsOf<Kind>> } = {
  system: statementsOf<'system'>(kinds.system),
  page: statementsOf<'page'>(kinds.page),
  facility: statementsOf<'facility'>(kinds.facility),
  customer: statementsOf<'customer'>(kinds.customer),
}

interface Batch {
  count: number
  /** The last user of the batch; null: there were none. */
  last: number | null
}

/** Runs a statement from holder to holder of a record; returns the batches that it made. */
async function inBatches<Row extends Batch>(tx: Tx, batchAfter: (userId: number) => FixedStatement<Row>) {
  const batches: Row[] = []
  for (let after: number | null = 0; after !== null;) {
    const batch: Row = await runOne(tx, batchAfter(after))
    batches.push(batch)
    after = batch.last
  }
  return batches
}

const total = (batches: readonly Batch[]) => batches.reduce((sum, { count }) => sum + count, 0)

// The four grant tables. A change closes one row and opens the next; nothing is overwritten but by `reopenAll`.

/** The grants of a user that count now. */
export async function readGrants(tx: Tx, userId: number): Promise<Grants> {
  const [system, page, facility, customer] = await Promise.all([
    run(tx, statements.system.read(userId)),
    run(tx, statements.page.read(userId)),
    run(tx, statements.facility.read(userId)),
    run(tx, statements.customer.read(userId)),
  ])
  return { system, page, facility, customer }
}

/** The systems and pages that count now, of each of these users. */
export async function readPermissionsOfUsers(
  tx: Tx,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Pick<Grants, 'system' | 'page'>>> {
  const [systems, pages] = await Promise.all([
    run(tx, statements.system.readOfUsers(userIds)),
    run(tx, statements.page.readOfUsers(userIds)),
  ])
  const held = new Map(userIds.map((id): [number, Pick<Grants, 'system' | 'page'>] => [id, { system: [], page: [] }]))
  for (const { userId, ...grant } of systems) held.get(userId)?.system.push(grant)
  for (const { userId, ...grant } of pages) held.get(userId)?.page.push(grant)
  return held
}

/**
 * Makes these the grants of one kind that a user holds: two statements however many there are. The caller has
 * locked the user's row, so that two replacements follow each other.
 * @param grantedBy id of the acting user; null for the portal itself
 */
export async function replaceGrants<Kind extends GrantKind>(
  tx: Tx,
  userId: number,
  kind: Kind,
  wanted: Grants[Kind],
  grantedBy: number | null,
): Promise<GrantDiff<Grants[Kind][number]>> {
  const { close, open } = statements[kind]
  const grants = JSON.stringify(wanted)
  const [removed, added] = await Promise.all([
    run(tx, close(userId, grants, grantedBy)),
    run(tx, open(userId, grants, grantedBy)),
  ])
  return { added, removed }
}

/** Adds grants that a user does not hold yet; those that they hold stay as they are. */
export async function giveGrants(tx: Tx, userId: number, given: Grants, grantedBy: number | null): Promise<void> {
  for (const kind of Object.keys(kinds) as GrantKind[])
    if (given[kind].length > 0)
      await run<unknown>(tx, statements[kind].open(userId, JSON.stringify(given[kind]), grantedBy))
}

/**
 * Ends what all users hold of one record, because it is deleted.
 * @returns how many grants counted until then, and the moment by which `reopenAll` finds them
 */
export async function closeAllGrants(
  tx: Tx,
  kind: GrantKind,
  id: number | string,
  by: number,
): Promise<{ count: number; endedAt: string }> {
  const batches = await inBatches(tx, (after) => statements[kind].closeAll(id, after, by))
  return { count: total(batches), endedAt: batches[0]?.endedAt ?? '' }
}

/**
 * Undoes `closeAll` for users who are not deleted and do not hold the record again; a grant whose end has passed
 * meanwhile stays closed. Returns the number of grants.
 * @param endedAt a moment of the database as its text, which has microseconds
 */
export const reopenAllGrants = async (tx: Tx, kind: GrantKind, id: number | string, endedAt: string): Promise<number> =>
  total(await inBatches(tx, (after) => statements[kind].reopenAll(id, after, endedAt)))

/** Ends all that users hold, by the portal itself. */
export async function closeGrantsOfUsers(tx: Tx, userIds: readonly number[]): Promise<void> {
  await Promise.all(Object.values(statements).map(({ closeOfUsers }) => run(tx, closeOfUsers(userIds))))
}
