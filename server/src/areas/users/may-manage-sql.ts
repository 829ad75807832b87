/**
 * SQL of decision E4, the counterpart of `mayManageUser` for administrators who are no portal administrators: `admin`
 * is the user who acts with their rights `held`, `sender` the other one with theirs, `sent_by`.
 */
export const mayManageInSql = `
  (admin.is_internal or (not sender.is_internal and sender.client_id = admin.client_id))
  and not sent_by.is_portal_admin
  and (not sent_by.may_sign_on_as or held.may_sign_on_as)
  and sent_by.admin_system_ids <@ held.admin_system_ids
  and not exists (
    select from held_admin_pages theirs
     where theirs.user_id = sender.id
       and not exists (select from held_admin_pages own
                        where own.user_id = admin.id and own.page_id = theirs.page_id))`
