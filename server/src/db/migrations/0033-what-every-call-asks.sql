-- The clock was read from a table, in a function that no plan could take in: fifty microseconds at
-- every mention. It is the server's own clock now, taken into the plan of each statement, and another
-- function altogether while the owner of the database rehearses another day.
create or replace function clock_now() returns timestamptz
  language sql stable parallel safe
  return now();

create function rehearse_clock(ahead_by interval) returns void
  language plpgsql
  as $$
begin
  execute format(
    'create or replace function public.clock_now() returns timestamptz language sql stable parallel safe return now() + interval %L',
    ahead_by);
end
$$;
revoke execute on function rehearse_clock(interval) from public, portal_app;

drop table clock;

-- The session of a call, its user and what the gates need, and no more: this is read at every call.
drop view session_callers;
create view session_callers as
select
  session.id as session_id, session.token_hash, session.csrf_hash, session.binding_hash,
  session.actor_user_id, session.last_active_at, session.expires_at, session.ended_at, session.end_reason,
  session.idle_minutes,
  account.id as user_id, account.user_name, account.first_name, account.client_id, account.status,
  account.is_internal, account.sign_in_kind, account.password_changed_at, account.password_ages,
  account.security_question_id, account.licence_accepted_at,
  client.is_deleted as client_is_deleted,
  clock_now() as now
from sessions session
join users account on account.id = session.user_id
join clients client on client.id = account.client_id;

-- The administration pages that a user holds: displayed, and the portal's own system granted beside them.
create view held_admin_pages as
select given.user_id, page.id as page_id, page.name::text as page_name, page.display_order
from user_page_grants given
join pages page on page.id = given.page_id
join user_system_grants portal on portal.user_id = given.user_id and portal.system_id = 2 and portal.valid_to is null
where given.valid_to is null and page.system_id = 2 and page.is_displayed and page.deleted_at is null;

revoke insert, update, delete on session_callers, held_admin_pages from portal_app;
