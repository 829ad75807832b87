-- step: expand; oldest serving version: 0.2.0

-- The license that the user accepted; null: not known, as of acceptances from before this column.
alter table users add column license_id integer references license_texts on delete set null;

-- Since when users had to accept again as the session began; null: its user did not have to. A later question of a
-- license does not concern the session.
alter table sessions add column license_asked_at timestamptz;

-- The value of `asks_since` before users were asked: it counts again where that is withdrawn.
alter table license_texts add column asks_since_before timestamptz;

create or replace view latest_licenses as
select distinct on (client_id) *
  from license_texts
 order by client_id, version desc;

-- What `license_asked_since` is once the latest question is withdrawn.
create function license_asked_before(client integer) returns timestamptz
  language sql stable
  return (
    select case
             when own.id is null then standard.asks_since_before
             when own.ended_at is null then own.asks_since_before
             when standard.asks_since > own.ended_at
               then greatest(own.asks_since,
                      case when standard.asks_since_before > own.ended_at then standard.asks_since_before end)
             else own.asks_since_before
           end
      from latest_licenses standard
      left join latest_licenses own on own.client_id = client
     where standard.client_id is null);

-- Where the session has to accept again, the time of the acceptance that counts is null; users keep their earlier one.
create or replace view session_callers as
select
  session.id as session_id, session.token_hash, session.csrf_hash, session.binding_hash,
  session.actor_user_id, session.last_active_at, session.expires_at, session.ended_at, session.end_reason,
  session.idle_minutes,
  account.id as user_id, account.user_name, account.first_name, account.client_id, account.status,
  account.is_internal, account.sign_in_kind, account.password_changed_at, account.password_ages,
  account.security_question_id,
  case when session.license_asked_at is null or account.license_accepted_at >= session.license_asked_at
         or account.license_accepted_at >= coalesce(license_asked_since(account.client_id), '-infinity')
    then account.license_accepted_at end as license_accepted_at,
  client.is_deleted as client_is_deleted,
  clock_now() as now,
  account.password_spent_at,
  session.actor_session_id, session.is_look_only,
  session.closing_at, session.authenticated_at,
  account.language,
  -- A sign-in is not noted; whatever it has written, a replica that may be read has replayed it after that time.
  case when session.created_at > clock_now() - interval '15 seconds' then 'FFFFFFFF/FFFFFFFF' else session.written_to end
    as written_to
from sessions session
join users account on account.id = session.user_id
join clients client on client.id = account.client_id;
