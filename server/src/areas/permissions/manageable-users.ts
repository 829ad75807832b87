import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Authority } from '../../http/caller.ts'

/**
 * Condition on `target`, a row of users: the administrator may act on the user (decision E4). The counterpart of
 * `mayManageUser` for lists: most users never administered anything, which is quicker found than what they hold, and the
 * rights of the others alone are compared.
 */
export function mayManageTarget(authority: Authority): RawBuilder<SqlBool> {
  const { clientId, isInternal, isPortalAdmin, adminSystemIds, pageIds, maySignOnAs } = authority
  if (isPortalAdmin) return sql`true`
  return sql`${isInternal ? sql`true` : sql`(not target.is_internal and target.client_id = ${clientId}::integer)`}
    and ${maySignOnAs ? sql`true` : sql`not target.may_sign_on_as`}
    and (
      (not exists (select from user_system_grants given where given.user_id = target.id and given.is_admin)
       and not exists (
         select from user_page_grants given join pages page on page.id = given.page_id and page.system_id = ${sql.lit(PORTAL_SYSTEM_ID)}
          where given.user_id = target.id))
      or exists (
        select from protected_authorities target_held
         where target_held.user_id = target.id and not target_held.is_portal_admin
           and target_held.admin_system_ids <@ ${adminSystemIds}::integer[]
           and target_held.page_ids <@ ${pageIds}::integer[]))`
}
