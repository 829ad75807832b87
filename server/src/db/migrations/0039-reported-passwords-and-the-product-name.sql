-- "This wasn't me" spends a password: it opens nothing any more, and nothing of it was ever temporary. Who
-- reported it stands at a gate of its own until a new one is chosen.
alter table users add column password_spent_at timestamptz;

create or replace view session_callers as
select
  session.id as session_id, session.token_hash, session.csrf_hash, session.binding_hash,
  session.actor_user_id, session.last_active_at, session.expires_at, session.ended_at, session.end_reason,
  session.idle_minutes,
  account.id as user_id, account.user_name, account.first_name, account.client_id, account.status,
  account.is_internal, account.sign_in_kind, account.password_changed_at, account.password_ages,
  account.security_question_id, account.licence_accepted_at,
  client.is_deleted as client_is_deleted,
  clock_now() as now,
  account.password_spent_at
from sessions session
join users account on account.id = session.user_id
join clients client on client.id = account.client_id;

-- The name of the product is guessed as soon as that of the organisation.
update password_rules set rule_text = 'Without your user ID, your name, your organisation or ‘Portico’'
 where type_code = 'OWN_WORDS' and rule_text = 'Without your user ID, your name or your organisation';
