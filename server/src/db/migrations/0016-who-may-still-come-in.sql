-- Deleting a client ends its people's sessions and sign-ins, and an administration page counts only
-- while it is displayed and the portal's own system is still granted beside it.
create or replace view session_callers as
select
  session.id as session_id, session.token_hash, session.csrf_hash, session.binding_hash,
  session.actor_user_id, session.created_at, session.last_active_at, session.expires_at,
  session.closing_at, session.ended_at, session.end_reason, session.idle_minutes,
  account.id as user_id, account.user_name, account.first_name, account.last_name, account.client_id,
  account.status, account.is_internal, account.is_us_associate, account.sign_in_kind,
  account.second_factor_required, account.password_changed_at, account.temporary_password_expires_at,
  account.password_ages, account.security_question_id, account.licence_accepted_at,
  account.licence_version, account.may_sign_on_as,
  client.idle_minutes as client_idle_minutes,
  account.is_internal and exists (
    select from user_system_grants given
    where given.user_id = account.id and given.system_id = 2 and given.is_admin and given.valid_to is null
  ) as is_portal_admin,
  array(
    select page.name::text
    from user_page_grants given
    join pages page on page.id = given.page_id
    join user_system_grants portal on portal.user_id = given.user_id and portal.system_id = 2 and portal.valid_to is null
    where given.user_id = account.id and given.valid_to is null
      and page.system_id = 2 and page.is_displayed and page.deleted_at is null
    order by page.display_order
  ) as admin_pages,
  clock_now() as now,
  client.is_deleted as client_is_deleted
from sessions session
join users account on account.id = session.user_id
join clients client on client.id = account.client_id;

create or replace view sign_in_accounts as
select
  account.id as user_id, account.user_name, account.user_name_folded, account.first_name, account.last_name,
  account.email, account.client_id, account.status, account.is_internal, account.is_us_associate,
  account.sign_in_kind, account.second_factor_required, account.password_hash, account.password_changed_at,
  account.temporary_password_expires_at, account.password_ages, account.security_question_id,
  account.security_answer_hash, account.licence_accepted_at, account.licence_version, account.may_sign_on_as,
  client.name::text as client_name, client.idle_minutes as client_idle_minutes,
  coalesce(sign_in.attempts, 0) as attempts, sign_in.attempts_since, sign_in.locked_until,
  sign_in.last_signed_in_at, sign_in.previous_signed_in_at,
  clock_now() as now,
  client.is_deleted as client_is_deleted
from users account
join clients client on client.id = account.client_id
left join user_sign_ins sign_in on sign_in.user_id = account.id;
