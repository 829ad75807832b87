-- A grant can end on a date. The row stays open (no valid_to) until its end is recorded, so that one open
-- row per user and object stays the rule; what counts at a moment is decided in one place, the views below.
alter table user_system_grants add column ends_at timestamptz check (ends_at > valid_from);
alter table user_page_grants add column ends_at timestamptz check (ends_at > valid_from);
alter table user_facility_grants add column ends_at timestamptz check (ends_at > valid_from);
alter table user_customer_grants add column ends_at timestamptz check (ends_at > valid_from);

-- Ends that the expiry job has yet to record, and that its notices look ahead to.
create index user_system_grants_by_end on user_system_grants (ends_at) where valid_to is null and ends_at is not null;
create index user_page_grants_by_end on user_page_grants (ends_at) where valid_to is null and ends_at is not null;
create index user_facility_grants_by_end on user_facility_grants (ends_at)
  where valid_to is null and ends_at is not null;
create index user_customer_grants_by_end on user_customer_grants (ends_at)
  where valid_to is null and ends_at is not null;

-- True while a grant counts. Taken into the plan of each statement, which then sees the partial indexes.
create function is_grant_current(valid_to timestamptz, ends_at timestamptz) returns boolean
  language sql stable parallel safe
  return valid_to is null and (ends_at is null or ends_at > clock_now());

-- The grants that count now. They run as their reader, so that row-level security holds.
create view current_system_grants with (security_invoker = true) as
select id, user_id, system_id, is_admin, has_sensitive_data, valid_from, ends_at, granted_by
from user_system_grants where is_grant_current(valid_to, ends_at);
create view current_page_grants with (security_invoker = true) as
select id, user_id, page_id, valid_from, ends_at, granted_by
from user_page_grants where is_grant_current(valid_to, ends_at);
create view current_facility_grants with (security_invoker = true) as
select id, user_id, facility_code, all_customers, valid_from, ends_at, granted_by
from user_facility_grants where is_grant_current(valid_to, ends_at);
create view current_customer_grants with (security_invoker = true) as
select id, user_id, customer_id, valid_from, ends_at, granted_by
from user_customer_grants where is_grant_current(valid_to, ends_at);
revoke insert, update, delete on current_system_grants, current_page_grants, current_facility_grants,
  current_customer_grants from portal_app;

-- Passes the policies on purpose, as before: it is asked before the caller has a scope.
create or replace view held_admin_pages as
select given.user_id, page.id as page_id, page.name::text as page_name, page.display_order
from user_page_grants given
join pages page on page.id = given.page_id
join user_system_grants portal on portal.user_id = given.user_id and portal.system_id = 2
  and is_grant_current(portal.valid_to, portal.ends_at)
where is_grant_current(given.valid_to, given.ends_at) and page.system_id = 2 and page.is_displayed and page.deleted_at is null;
