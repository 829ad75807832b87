/**
 * SQL of decision E4, the counterpart of `mayManageUser` for administrators who are no portal administrators: `admin`
 * is the user who acts, with `user_authorities held`, `target` the user acted on, with
 * `protected_authorities target_held`.
 */
export const mayManageInSql = `
  (admin.is_internal or (not target.is_internal and target.client_id = admin.client_id))
  and not target_held.is_portal_admin
  and (not target_held.may_sign_on_as or held.may_sign_on_as)
  and target_held.admin_system_ids <@ held.admin_system_ids
  and target_held.page_ids <@ held.page_ids`
