-- step: expand; oldest serving version: 0.2.0

-- Versions of a license that administrators write. A client's own text ends when the default holds for its users again.
alter table license_texts
  add column asks_again boolean not null default false,
  -- Users who accepted before this time accept again at their next sign-in; null: nobody does. A version that does not
  -- ask has the time of the one before it.
  add column asks_since timestamptz,
  add column ended_at timestamptz,
  add column ended_by integer references users,
  add constraint license_texts_default_stays check (client_id is not null or ended_at is null);

-- The newest version of the default and of each client that has one, ended ones included.
create view latest_licenses as
select distinct on (client_id) *
  from license_texts
 order by client_id, version desc;

-- Users of the client who accepted a license before this time accept it again at their next sign-in; null: nobody does.
-- Once a client's own text has ended, only what the default asks from then on counts.
create function license_asked_since(client integer) returns timestamptz
  language sql stable
  return (
    select case
             when own.id is null then standard.asks_since
             when own.ended_at is null then own.asks_since
             else greatest(own.asks_since, case when standard.asks_since > own.ended_at then standard.asks_since end)
           end
      from latest_licenses standard
      left join latest_licenses own on own.client_id = client
     where standard.client_id is null);

-- Where a user has to accept again, the time of the acceptance that counts is null.
create or replace view sign_in_accounts as
select
  account.id as user_id, account.user_name, account.user_name_folded, account.first_name, account.last_name,
  account.email, account.client_id, account.status, account.is_internal, account.is_us_associate,
  account.sign_in_kind, account.second_factor_required, account.password_hash, account.password_changed_at,
  account.temporary_password_expires_at, account.password_ages, account.security_question_id,
  account.security_answer_hash,
  account.license_accepted_at, account.license_version, account.may_sign_on_as,
  client.name::text as client_name, client.idle_minutes as client_idle_minutes,
  coalesce(sign_in.attempts, 0) as attempts, sign_in.attempts_since, sign_in.locked_until,
  sign_in.last_signed_in_at, sign_in.previous_signed_in_at,
  clock_now() as now,
  client.is_deleted as client_is_deleted,
  array(
    select provider from second_factor_enrollments enrolled where enrolled.user_id = account.id
  ) as second_factor_providers,
  client.second_factor_skips as client_second_factor_skips,
  case when account.is_internal or account.license_accepted_at >= coalesce(license_asked_since(account.client_id), '-infinity')
    then account.license_accepted_at end as counted_license_accepted_at
from users account
join clients client on client.id = account.client_id
left join user_sign_ins sign_in on sign_in.user_id = account.id;
