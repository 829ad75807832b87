import type { Tx } from '../../db/database.ts'
import { queue, run, runFirst, runOne } from '../../db/run.ts'
import { arrayOf, bool, int, nullable, type RowOf, statement, text } from '../../db/statement.ts'
import type { WantedItems } from '../permissions/public.ts'

// The tables permission_sets, permission_set_items and permission_set_versions; for permission_set_customers see set-customers.ts.

const findStatement = statement([int], {
  name: 'permission sets: find',
  text: `
  select id, client_id as "clientId", name, description, is_requestable as "isRequestable", version,
         deleted_at is not null as "isDeleted"
    from permission_sets where id = $1`,
  row: {
    id: int,
    clientId: nullable(int),
    name: text,
    description: text,
    isRequestable: bool,
    version: int,
    isDeleted: bool,
  },
})

/** The set of an id, also a deleted one; undefined where there is none. */
export const findSet = (tx: Tx, id: number): Promise<StoredSet | undefined> => runFirst(tx, findStatement(id))

const takeLock = statement([int], {
  name: 'permission sets: take lock',
  text: `select from pg_advisory_xact_lock(hashtext('permission set'), $1)`,
})

/** A set as it is stored; a deleted one, too. */
export type StoredSet = RowOf<typeof findStatement>

/**
 * The set of an id, which no other transaction changes, gives or takes until this one ends; undefined where there is
 * none. No lock of the row: administrators of a client give sets of the installation, which they may not change.
 */
export async function lockSet(tx: Tx, id: number): Promise<StoredSet | undefined> {
  await run(tx, takeLock(id))
  return findSet(tx, id)
}

/** Locks sets as `lockSet` does, in one order: before their users, as all who give and take them. */
export async function holdSets(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const id of [...new Set(ids)].toSorted((one, other) => one - other)) await run(tx, takeLock(id))
}

const itemsStatement = statement([arrayOf(int)], {
  name: 'permission sets: what sets give',
  text: `
  select item.source_id as "setId", item.system_id as "systemId", item.page_id as "pageId", item.may_give as "mayGive",
         system.name || case when page.id is null then '' else ' / ' || page.name end as name,
         system.is_assignable and system.deleted_at is null
           and (page.id is null or (page.is_assignable and page.deleted_at is null)) as "isOffered"
    from source_access item join systems system on system.id = item.system_id
    left join pages page on page.id = item.page_id
   where item.kind = 'set' and item.source_id = any ($1::integer[]) order by name`,
  row: { setId: int, systemId: int, pageId: nullable(int), mayGive: bool, name: text, isOffered: bool },
})

/** What a set gives; an item that is not offered any more is given to no further holder. */
export type SetItem = RowOf<typeof itemsStatement>

export const readSetItems = (tx: Tx, setId: number): Promise<SetItem[]> => readItemsOfSets(tx, [setId])

export const readItemsOfSets = (tx: Tx, setIds: readonly number[]): Promise<SetItem[]> =>
  run(tx, itemsStatement(setIds))

const hasItemStatement = statement([int, int], {
  name: 'permission sets: has item of',
  text: 'select exists (select from permission_set_items where set_id = $1 and system_id = $2) as found',
  row: { found: bool },
})

/** Whether a set, also a deleted one, has an application or a page of it. */
export const hasItemOf = async (tx: Tx, setId: number, systemId: number): Promise<boolean> =>
  (await runOne(tx, hasItemStatement(setId, systemId))).found

const insertStatement = statement([nullable(int), text, text, bool, int], {
  name: 'permission sets: insert',
  text: `
  insert into permission_sets (client_id, name, description, is_requestable, owner_id)
  values ($1, $2, $3, $4, $5) returning id`,
  row: { id: int },
})

/** What administrators type of a set. */
export interface SetName {
  readonly name: string
  readonly description: string
  /** Users may ask for it. */
  readonly isRequestable: boolean
}

/** Returns the id of the new set, which gives nothing yet. */
export const insertSet = async (tx: Tx, clientId: number | null, set: SetName, ownerId: number) =>
  (await runOne(tx, insertStatement(clientId, set.name, set.description, set.isRequestable, ownerId))).id

const updateStatement = statement([int, text, text, bool, bool], {
  name: 'permission sets: update',
  text: `
  update permission_sets
     set name = $2, description = $3, is_requestable = $5, deleted_at = case when $4 then clock_now() end,
         version = version + 1
   where id = $1 returning version`,
  row: { version: int },
})

/** Stores the name of a set and whether it is deleted; returns its next version. */
export const updateSet = async (tx: Tx, id: number, set: SetName, isDeleted: boolean) =>
  (await runOne(tx, updateStatement(id, set.name, set.description, isDeleted, set.isRequestable))).version

/** $5, $6: applications and pages that stay stopped. */
const staysStopped = `
  case when wanted.page_id is null then wanted.system_id = any ($5::integer[]) else wanted.page_id = any ($6::integer[]) end`

const replaceStatement = statement([int, arrayOf(int), arrayOf(int), int, arrayOf(int), arrayOf(int)], {
  name: 'permission sets: replace what a set gives',
  text: `
  with wanted as (
    select distinct system_id, null::integer as page_id from unnest($2::integer[]) given (system_id)
    union all
    select page.system_id, page.id from pages page where page.id = any ($3::integer[])),
  gone as (
    delete from permission_set_items item
     where item.set_id = $1
       and not exists (select from wanted where wanted.system_id = item.system_id and wanted.page_id is not distinct from item.page_id)),
  stopped as (
    select system_id, page_id from source_access where kind = 'set' and source_id = $1 and not may_give)
  insert into permission_set_items as item (set_id, system_id, page_id, granted_by)
  select $1, wanted.system_id, wanted.page_id, $4 from wanted where not ${staysStopped}
  on conflict on constraint permission_set_items_once do update set granted_by = excluded.granted_by, granted_at = clock_now()
   where exists (select from stopped where stopped.system_id = item.system_id and stopped.page_id is not distinct from item.page_id)`,
})

/**
 * Makes this what a set gives; what it gives already keeps who decided it, unless they may not any more and it does not
 * stay stopped.
 */
export const replaceSetItems = (
  tx: Tx,
  { setId, by }: { setId: number; by: number },
  { systemIds, pageIds }: WantedItems,
  stopped: WantedItems,
): void => queue(tx, replaceStatement(setId, systemIds, pageIds, by, stopped.systemIds, stopped.pageIds))

const versionStatement = statement([int, arrayOf(text), int], {
  name: 'permission sets: keep version',
  text: `
  insert into permission_set_versions (set_id, version, name, description, gives, changed_by, customer_ids)
  select id, version, name, description, $2, $3,
         array(select given.customer_id from permission_set_customers given where given.set_id = $1 order by 1)
    from permission_sets where id = $1`,
})

/** Keeps what a set is called and gives now as its version. */
export const keepVersion = (tx: Tx, setId: number, gives: readonly string[], by: number): void =>
  queue(tx, versionStatement(setId, gives, by))
