import type { Tx } from '../../db/database.ts'
import { closeAllGrants, reopenAllGrants } from '../grants/public.ts'
import { run } from '../../db/run.ts'
import { arrayOf, instant, int, statement, text } from '../../db/statement.ts'

type Table = 'pages' | 'systems' | 'sections'

const deletionSql = (table: Table) => ({
  remove: statement([arrayOf(int), int], {
    name: `catalog: remove ${table}`,
    text: `update ${table} set deleted_at = clock_now(), changed_by = $2 where id = any($1)`,
  }),
  restore: statement([arrayOf(int), int], {
    name: `catalog: restore ${table}`,
    text: `
    with deleted as (
      select id, deleted_at::text as "deletedAt" from ${table} where id = any($1) and deleted_at is not null for update)
    update ${table} restored set deleted_at = null, changed_by = $2
      from deleted where restored.id = deleted.id returning deleted.id, deleted."deletedAt"`,
    row: { id: int, deletedAt: text },
  }),
})

const statements = { pages: deletionSql('pages'), systems: deletionSql('systems'), sections: deletionSql('sections') }

/** The kind of the permissions for a record. */
const grantKinds = { pages: 'page', systems: 'system', sections: null } as const

const offers = statement([text, int], {
  name: 'catalog: offers',
  text: `
  select offer.id as "undoId", offer.expires_at as "undoUntilDt", page.name::text as "pageNm",
         system.name::text as "systemNm"
    from undo_offers offer
    join pages page on page.id = (offer.snapshot ->> 'id')::int
    join systems system on system.id = page.system_id
   where offer.user_id = $2 and offer.kind = $1 and offer.expires_at > clock_now()
   order by offer.id desc`,
  row: { undoId: int, undoUntilDt: instant, pageNm: text, systemNm: text },
})

// Records of the catalog that are deleted, which stay for a while so that the deletion can be undone. What it took away
// from users is found by its moment, so that no list of all users has to be kept.

/** Deletes records and ends the permissions for them. */
export async function removeRecords(tx: Tx, table: Table, ids: readonly number[], by: number): Promise<void> {
  const kind = grantKinds[table]
  if (kind) for (const id of ids) await closeAllGrants(tx, kind, id, by)
  await run(tx, statements[table].remove(ids, by))
}

/** Takes deletions back; returns how many permissions are there again. */
export async function undeleteRecords(tx: Tx, table: Table, ids: readonly number[], by: number): Promise<number> {
  const kind = grantKinds[table]
  const restored = await run(tx, statements[table].restore(ids, by))
  let reopened = 0
  if (kind) for (const { id, deletedAt } of restored) reopened += await reopenAllGrants(tx, kind, id, deletedAt)
  return reopened
}

/** Offers of a user to take back deletions of applications. */
export const listDeletionOffers = (tx: Tx, offerKind: string, userId: number) => run(tx, offers(offerKind, userId))
