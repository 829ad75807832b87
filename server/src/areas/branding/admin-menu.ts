import type { AdminPage } from '@portico/contract/kit/guard.ts'
import { ask } from '../../db/ask.ts'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { ownScope } from '../../stores.ts'

const menuPages = `
  select p.id as "pageId", p.name as "pageNm" from pages p
   where p.system_id = 2 and p.deleted_at is null and p.name = any($1)`

/** The administration pages that the caller holds; an emulated session has none (decision E8). */
export async function readAdminMenu(db: Db, caller: Caller): Promise<{ pageId: number; pageNm: AdminPage }[]> {
  if (caller.actorId !== null || caller.adminPages.length === 0) return []
  return db.read(ownScope(caller), (tx) => ask(tx, 'admin-menu', menuPages, [caller.adminPages]))
}
