import type { Tx } from '../../db/database.ts'
import { query } from '../../db/query.ts'

type Table = 'pages' | 'systems' | 'sections'

/** Permissions of one statement, so that none takes longer for a record that everybody holds. */
const BATCH = 2_000

/** Where the permissions for a record are. */
const grants = {
  pages: { table: 'user_page_grants', key: 'page_id' },
  systems: { table: 'user_system_grants', key: 'system_id' },
  sections: null,
} as const

/** What a deletion took away from a user is found by its moment, so that no list of all users has to be kept. */
const deletionSql = (table: Table) => {
  const held = grants[table]
  const restored = `update ${table} set deleted_at = null, changed_by = $2 where id = any($1) and deleted_at is not null`
  const remove = `update ${table} set deleted_at = clock_now(), changed_by = $2 where id = any($1)`
  return {
    remove,
    restore: restored,
    // A permission whose end has passed is closed as of that end, without an actor.
    close:
      held &&
      `with due as (
         select id, user_id from ${held.table}
          where ${held.key} = $1 and user_id > $2 and valid_to is null order by user_id limit ${BATCH}),
       done as (
         update ${held.table} closed set valid_to = greatest(valid_from, least(ends_at, clock_now())),
                closed_by = case when ends_at <= clock_now() then null else $3::integer end
           from due where closed.id = due.id returning 1)
       select (select count(*)::int from done) as count, (select max(user_id) from due) as last`,
    reopen:
      held &&
      `with due as (
         select closed.id, closed.user_id from ${held.table} closed join ${table} deleted on deleted.id = closed.${held.key}
          where closed.${held.key} = $1 and closed.user_id > $2 and closed.valid_to = deleted.deleted_at
          order by closed.user_id limit ${BATCH}),
       done as (
         update ${held.table} closed set valid_to = null, closed_by = null
           from due, users u
          where closed.id = due.id and u.id = due.user_id and u.status < 3 and closed.closed_by is not null
            and (closed.ends_at is null or closed.ends_at > clock_now())
            and not exists (select from ${held.table} again
                             where again.user_id = due.user_id and again.${held.key} = $1 and again.valid_to is null)
         returning 1)
       select (select count(*)::int from done) as count, (select max(user_id) from due) as last`,
  }
}

/** Runs a statement from holder to holder of each record; returns how many permissions it changed. */
async function inBatches(tx: Tx, statement: string, ids: readonly number[], more: readonly unknown[]): Promise<number> {
  let total = 0
  for (const id of ids)
    for (let after: number | null = 0; after !== null;) {
      const [batch]: { count: number; last: number | null }[] = await query(tx, statement, [id, after, ...more])
      total += batch?.count ?? 0
      after = batch?.last ?? null
    }
  return total
}

const statements = { pages: deletionSql('pages'), systems: deletionSql('systems'), sections: deletionSql('sections') }

const offers = `
  select offer.id as "undoId", offer.expires_at as "undoUntilDt", page.name::text as "pageNm",
         system.name::text as "systemNm"
    from undo_offers offer
    join pages page on page.id = (offer.snapshot ->> 'id')::int
    join systems system on system.id = page.system_id
   where offer.user_id = $2 and offer.kind = $1 and offer.expires_at > clock_now()
   order by offer.id desc`

export interface OfferedApplication {
  undoId: number
  undoUntilDt: Date
  pageNm: string
  systemNm: string
}

/** Records of the catalog that are deleted, which stay for a while so that the deletion can be undone. */
export function deletionStore(tx: Tx, table: Table) {
  const { remove, restore, close, reopen } = statements[table]
  return {
    /** Deletes records and ends the permissions for them. */
    remove: async (ids: readonly number[], by: number): Promise<void> => {
      if (close) await inBatches(tx, close, ids, [by])
      await query(tx, remove, [ids, by])
    },
    /** Takes deletions back; returns how many permissions are there again. */
    restore: async (ids: readonly number[], by: number): Promise<number> => {
      const reopened = reopen ? await inBatches(tx, reopen, ids, []) : 0
      await query(tx, restore, [ids, by])
      return reopened
    },
    /** Offers of a user to take back deletions of applications. */
    offersOf: (kind: string, userId: number) => query<OfferedApplication>(tx, offers, [kind, userId]),
  }
}
