/**
 * SQL of decision E4: a person has no rights that a giver lacks. For `access` and `person` see `mayGiveBySource`.
 */
export const isNoStronger = (access: string, person: string): string => `
  (${access}.is_portal_admin or (
    (${access}.giver_is_internal or not ${person}.is_internal) and not ${person}.is_portal_admin
    and (not ${person}.may_sign_on_as or ${access}.may_sign_on_as)
    and ${person}.admin_system_ids <@ ${access}.admin_system_ids and ${person}.page_ids <@ ${access}.page_ids))`

/**
 * SQL of decision E4 for the giver of what a source gives, and the person who is to get it.
 * @param access a row of `source_access` or of `scim_group_set_access`
 * @param person a user with what they hold, as `protected_authorities` says it
 */
export const mayGiveBySource = (access: string, person: string): string => `
  (${access}.may_give and ${person}.status = 1 and ${access}.granted_by <> ${person}.user_id
   and ${isNoStronger(access, person)})`

/** SQL: the person of a row, with the rights that they hold, where the source `access` may give them something. */
export const personOf = (row: string) => `
      join users account on account.id = ${row}.user_id
      join lateral (
        select account.id as user_id, account.status, account.is_internal, held.is_portal_admin, held.admin_system_ids,
               held.page_ids, held.may_sign_on_as
          from protected_authorities held where held.user_id = account.id) person on ${mayGiveBySource('access', 'person')}`
