import { query } from '../../db/query.ts'
import type { Stores } from '../../stores.ts'

type Table = 'pages' | 'systems' | 'sections'

const deletionSql = (table: Table) => ({
  remove: `update ${table} set deleted_at = clock_now(), changed_by = $2 where id = any($1)`,
  restore: `
    with deleted as (
      select id, deleted_at::text as "deletedAt" from ${table} where id = any($1) and deleted_at is not null for update)
    update ${table} restored set deleted_at = null, changed_by = $2
      from deleted where restored.id = deleted.id returning deleted.id, deleted."deletedAt"`,
})

const statements = { pages: deletionSql('pages'), systems: deletionSql('systems'), sections: deletionSql('sections') }

/** The kind of the permissions for a record. */
const grantKinds = { pages: 'page', systems: 'system', sections: null } as const

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

/**
 * Records of the catalog that are deleted, which stay for a while so that the deletion can be undone. What it took away
 * from users is found by its moment, so that no list of all users has to be kept.
 */
export function deletionStore({ tx, grants }: Pick<Stores, 'grants' | 'tx'>, table: Table) {
  const { remove, restore } = statements[table]
  const kind = grantKinds[table]
  return {
    /** Deletes records and ends the permissions for them. */
    remove: async (ids: readonly number[], by: number): Promise<void> => {
      if (kind) for (const id of ids) await grants.closeAll(kind, id, by)
      await query(tx, remove, [ids, by])
    },
    /** Takes deletions back; returns how many permissions are there again. */
    restore: async (ids: readonly number[], by: number): Promise<number> => {
      const restored = await query<{ id: number; deletedAt: string }>(tx, restore, [ids, by])
      let reopened = 0
      if (kind) for (const { id, deletedAt } of restored) reopened += await grants.reopenAll(kind, id, deletedAt)
      return reopened
    },
    /** Offers of a user to take back deletions of applications. */
    offersOf: (offerKind: string, userId: number) => query<OfferedApplication>(tx, offers, [offerKind, userId]),
  }
}
