-- An emulated session belongs to a session of its administrator and cannot outlive it. Rows without one were never
-- opened by the portal and are refused.
alter table sessions add column actor_session_id bigint references sessions;
-- True: the administrator can read but not change anything.
alter table sessions add column is_look_only boolean not null default false;
create index open_sessions_by_actor_session on sessions (actor_session_id)
  where ended_at is null and actor_session_id is not null;

create or replace view session_callers as
select
  session.id as session_id, session.token_hash, session.csrf_hash, session.binding_hash,
  session.actor_user_id, session.last_active_at, session.expires_at, session.ended_at, session.end_reason,
  session.idle_minutes,
  account.id as user_id, account.user_name, account.first_name, account.client_id, account.status,
  account.is_internal, account.sign_in_kind, account.password_changed_at, account.password_ages,
  account.security_question_id, account.license_accepted_at,
  client.is_deleted as client_is_deleted,
  clock_now() as now,
  account.password_spent_at,
  session.actor_session_id, session.is_look_only
from sessions session
join users account on account.id = session.user_id
join clients client on client.id = account.client_id;

-- Whether an emulation may continue: asked at every call inside one, so that a right that the administrator loses ends
-- it at once. Passes the policies on purpose; its reader asks by session_id.
create view emulation_standings as
select
  session.id as session_id,
  actor.status = 1 and actor.may_sign_on_as and not client.is_deleted
    and own.ended_at is null and own.expires_at > clock_now()
    and exists (
      select from held_admin_pages held where held.user_id = actor.id and held.page_name = 'User Administration'
    ) as may_continue
from sessions session
join sessions own on own.id = session.actor_session_id and own.user_id = session.actor_user_id
join users actor on actor.id = session.actor_user_id
join clients client on client.id = actor.client_id;

create or replace view user_authorities as
select
  account.id as user_id,
  account.is_internal and exists (
    select from user_system_grants given
    where given.user_id = account.id and given.system_id = 2 and given.is_admin
      and is_grant_current(given.valid_to, given.ends_at)
  ) as is_portal_admin,
  array(
    select given.system_id from user_system_grants given
    where given.user_id = account.id and given.is_admin and is_grant_current(given.valid_to, given.ends_at)
    order by given.system_id
  ) as admin_system_ids,
  account.may_sign_on_as,
  account.is_us_associate
from users account;

revoke insert, update, delete on session_callers, emulation_standings, user_authorities from portal_app;
