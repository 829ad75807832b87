-- The language that a user chose; null: that of the browser. Any code, so that a further language needs no migration.
alter table users add column language text check (language ~ '^[a-z]{2}$');

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
  account.language
from sessions session
join users account on account.id = session.user_id
join clients client on client.id = account.client_id;
revoke insert, update, delete on session_callers from portal_app;

-- The reader of a mail whose address is not the one of the account, such as a new one or that of a telephone.
alter table outbox_mails add column reader_id integer references users on delete set null;
create index outbox_mails_by_reader on outbox_mails (reader_id) where reader_id is not null;

-- Texts are worded in each language by itself.
alter table resource_texts add column language text not null default 'en' check (language ~ '^[a-z]{2}$');
alter table resource_texts drop constraint resource_texts_key_client_id_key;
alter table resource_texts add constraint resource_texts_key_client_id_language_key
  unique nulls not distinct (key, client_id, language);
