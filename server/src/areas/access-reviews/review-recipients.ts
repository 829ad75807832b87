import { mayManageInSql } from '../permissions/public.ts'

/**
 * Table expressions, the last of which is `recipients`: those who decide about access under review, with its count.
 * `items`: name of the table expression with what is to be decided: `review_id`, `user_id` and `system_id`.
 * Administrators of the application decide; where none of them can, portal administrators do. Users with the same rights
 * are judged once.
 */
export const recipientsOf = (items: string): string => `
  groups as materialized (
    select row_number() over () as number, item.review_id, item.system_id, target.client_id, target.is_internal, target_held.is_portal_admin,
           target_held.may_sign_on_as, target_held.admin_system_ids, target_held.page_ids,
           case when target_held.is_portal_admin or target_held.may_sign_on_as or target_held.admin_system_ids <> '{}'
                  or target_held.page_ids <> '{}'
                then target.id else 0 end as id,
           count(*) as items
      from ${items} item
      join users target on target.id = item.user_id
      join protected_authorities target_held on target_held.user_id = target.id
     group by 2, 3, 4, 5, 6, 7, 8, 9, 10),
  deciders as materialized (
    select target.number, target.review_id, target.items, admin.id, admin.email, admin.client_id, admin.first_name, not held.is_portal_admin as is_system_admin
      from groups target
      cross join lateral (select target.is_portal_admin, target.may_sign_on_as, target.admin_system_ids, target.page_ids) target_held
      join held_admin_pages opener on opener.page_name = 'User Administration'
      join users admin on admin.id = opener.user_id and admin.status = 1
      join user_authorities held on held.user_id = admin.id
     where admin.id <> target.id
       and (held.is_portal_admin or (target.system_id = any (held.admin_system_ids) and ${mayManageInSql}))),
  recipients as (
    select review_id, id, email, client_id, first_name, sum(items) as items
      from deciders decider
     where is_system_admin
        or not exists (select from deciders system_admin where system_admin.is_system_admin and system_admin.number = decider.number)
     group by 1, 2, 3, 4, 5)`
