-- step: expand; oldest serving version: 0.2.0

-- The position in the write-ahead log after the latest change of the session: a replica that has not replayed it does
-- not answer its calls. Empty where there is no replica.
alter table sessions add column written_to pg_lsn;

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
  session.actor_session_id, session.is_look_only,
  session.closing_at, session.authenticated_at,
  account.language,
  -- A sign-in is not noted; whatever it has written, a replica that may be read has replayed it after that time.
  case when session.created_at > clock_now() - interval '15 seconds' then 'FFFFFFFF/FFFFFFFF' else session.written_to end
    as written_to
from sessions session
join users account on account.id = session.user_id
join clients client on client.id = account.client_id;
