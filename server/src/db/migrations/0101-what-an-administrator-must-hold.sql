-- step: expand; oldest serving version: 0.1.0
-- Who may act on whom compares what two users hold. Until now a page that was hidden protected nobody, so that who may
-- hide pages could act on users with rights that they lack. What counts is decided here alone, in two views of the same
-- columns: `user_authorities` for the user who acts, `protected_authorities` for the user acted on.

-- What opens the administration: displayed, begun and not ended.
create or replace view held_admin_pages as
select given.user_id, page.id as page_id, page.name::text as page_name, page.display_order
from user_page_grants given
join pages page on page.id = given.page_id
join user_system_grants portal on portal.user_id = given.user_id and portal.system_id = 2
  and is_grant_current(portal.valid_to, portal.ends_at) and portal.valid_from <= clock_now()
where is_grant_current(given.valid_to, given.ends_at) and given.valid_from <= clock_now()
  and page.system_id = 2 and page.is_displayed and page.deleted_at is null;

-- What users hold now. `page_ids`: pages of the portal's own system, displayed or not.
create or replace view user_authorities as
select
  account.id as user_id,
  account.is_internal and exists (
    select from user_system_grants given
    where given.user_id = account.id and given.system_id = 2 and given.is_admin
      and is_grant_current(given.valid_to, given.ends_at) and given.valid_from <= clock_now()
  ) as is_portal_admin,
  array(
    select given.system_id from user_system_grants given
    where given.user_id = account.id and given.is_admin
      and is_grant_current(given.valid_to, given.ends_at) and given.valid_from <= clock_now()
    order by given.system_id
  ) as admin_system_ids,
  account.may_sign_on_as,
  account.is_us_associate,
  array(
    select given.page_id from user_page_grants given
    join pages page on page.id = given.page_id and page.system_id = 2
    where given.user_id = account.id
      and is_grant_current(given.valid_to, given.ends_at) and given.valid_from <= clock_now()
      and exists (
        select from user_system_grants portal
        where portal.user_id = account.id and portal.system_id = 2
          and is_grant_current(portal.valid_to, portal.ends_at) and portal.valid_from <= clock_now())
    order by given.page_id
  ) as page_ids
from users account;

-- What others must hold to act on a user: also what begins later, pages that are held without their system, and the
-- administration of a system that was deleted, for as long as the deletion can be taken back.
create view protected_authorities as
select
  held.user_id,
  account.is_internal and 2 = any (held.admin_system_ids) as is_portal_admin,
  held.admin_system_ids,
  held.page_ids,
  account.may_sign_on_as
from users account
cross join lateral (
  select
    account.id as user_id,
    array(
      select given.system_id from user_system_grants given
      where given.user_id = account.id and given.is_admin
        and (is_grant_current(given.valid_to, given.ends_at)
          or ((given.ends_at is null or given.ends_at > clock_now()) and given.closed_by is not null and exists (
            select from systems system
            join undo_offers offer on offer.kind = 'delete systems' and offer.expires_at > clock_now()
              and offer.snapshot -> 'ids' @> to_jsonb(system.id)
            where system.id = given.system_id and system.deleted_at = given.valid_to)))
      group by given.system_id
      order by given.system_id
    ) as admin_system_ids,
    array(
      select given.page_id from user_page_grants given
      join pages page on page.id = given.page_id and page.system_id = 2
      where given.user_id = account.id and is_grant_current(given.valid_to, given.ends_at)
      order by given.page_id
    ) as page_ids
) held;

revoke insert, update, delete on user_authorities, protected_authorities from portal_app;
