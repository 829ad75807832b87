import { mayManageInSql } from '../permissions/public.ts'

/**
 * SQL of decision E4 for requests: whether an administrator can decide one. `admin` is the user who decides with their
 * rights `held`, `target` the user who asked with theirs, `target_held`, `page` and `system` what they asked for. The first
 * part is `mayManageUser`, the second `grantRefusal`.
 */
export const canDecide = `
  admin.id <> target.id and (
    held.is_portal_admin
    or (
      ${mayManageInSql}
      and page.system_id = any (held.admin_system_ids)
      and (not page.is_assignable
           or exists (select from current_page_grants own where own.user_id = admin.id and own.page_id = page.id))
    ))`
