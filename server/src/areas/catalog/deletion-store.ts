import type { Tx } from '../../db/database.ts'
import { query } from '../../db/query.ts'

type Table = 'pages' | 'systems' | 'sections'

/** Where the permissions for a record are, and what of them is kept for restoring. */
const grants = {
  pages: { table: 'user_page_grants', key: 'page_id', columns: 'user_id, page_id, ends_at' },
  systems: {
    table: 'user_system_grants',
    key: 'system_id',
    columns: 'user_id, system_id, is_admin, has_sensitive_data, ends_at',
  },
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
      `update ${held.table} set valid_to = greatest(valid_from, least(ends_at, clock_now())),
              closed_by = case when ends_at <= clock_now() then null else $2::integer end
        where ${held.key} = any($1) and valid_to is null`,
    reopen:
      held &&
      `insert into ${held.table} (${held.columns}, granted_by)
       select ${held.columns
         .split(', ')
         .map((column) => `closed.${column}`)
         .join(', ')}, closed.granted_by
         from ${held.table} closed
         join ${table} deleted on deleted.id = closed.${held.key} and closed.valid_to = deleted.deleted_at
         join users u on u.id = closed.user_id and u.status <> 3
        where deleted.id = any($1) and closed.closed_by is not null
          and (closed.ends_at is null or closed.ends_at > clock_now())
       on conflict do nothing returning 1`,
  }
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
      if (close) await query(tx, close, [ids, by])
      await query(tx, remove, [ids, by])
    },
    /** Takes deletions back; returns how many permissions are there again. */
    restore: async (ids: readonly number[], by: number): Promise<number> => {
      const reopened = reopen ? await query(tx, reopen, [ids]) : []
      await query(tx, restore, [ids, by])
      return reopened.length
    },
    /** Offers of a user to take back deletions of applications. */
    offersOf: (kind: string, userId: number) => query<OfferedApplication>(tx, offers, [kind, userId]),
  }
}
