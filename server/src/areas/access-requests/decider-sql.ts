import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Authority } from '../../http/caller.ts'
import { mayManageInSql, mayManageTarget } from '../permissions/public.ts'

/**
 * SQL of decision E4 for requests: whether an administrator can decide one. `admin` is the user who decides with their
 * rights `held`, `target` the user who asked with theirs, `target_held`, and `request` what they asked for, with its
 * `page`. The first part is `mayManageUser`, the second `grantRefusal`, of a permission set for all that it gives.
 */
export const canDecide = `
  admin.id <> target.id and (
    held.is_portal_admin
    or (
      ${mayManageInSql}
      and case when request.set_id is null then
        page.system_id = any (held.admin_system_ids)
        and (not page.is_assignable
             or exists (select from current_page_grants own where own.user_id = admin.id and own.page_id = page.id))
      else
        exists (select from permission_sets asked where asked.id = request.set_id)
        and not exists (
          select from permission_set_items item
           where item.set_id = request.set_id
             and not (item.system_id = any (held.admin_system_ids)
                      and (item.page_id is null
                           or exists (select from current_page_grants own
                                       where own.user_id = admin.id and own.page_id = item.page_id))))
      end
    ))`

/**
 * The same condition for lists, on `request` and its user `target`: what the administrator may give is found once, and
 * not for each request.
 */
export function mayDecideListed(authority: Authority): RawBuilder<SqlBool> {
  const { userId, isPortalAdmin, adminSystemIds } = authority
  const isOther = sql<SqlBool>`target.id <> ${userId}::integer`
  if (isPortalAdmin) return isOther
  const ownPages = sql`select own.page_id from current_page_grants own where own.user_id = ${userId}::integer`
  return sql`${isOther} and ${mayManageTarget(authority)} and (
    request.page_id = any (array(
      select page.id from pages page
       where page.system_id = any (${adminSystemIds}::integer[])
         and (not page.is_assignable or page.id in (${ownPages}))))
    or request.set_id = any (array(
      select asked.id from permission_sets asked
       where not exists (
         select from permission_set_items item
          where item.set_id = asked.id
            and not (item.system_id = any (${adminSystemIds}::integer[])
                     and (item.page_id is null or item.page_id in (${ownPages})))))))`
}
