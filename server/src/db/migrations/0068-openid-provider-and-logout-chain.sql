-- What the OpenID Connect provider keeps, so that any node answers. Ids of codes, tokens and cookies are hashes.
create table oidc_state (
  model text not null,
  id text not null,
  payload jsonb not null,
  uid text,
  grant_id text,
  -- The session of the portal in which it was given; null before a user has come.
  session_id bigint references sessions on delete cascade,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (model, id)
);
create index oidc_state_by_expiry on oidc_state (expires_at);
create index oidc_state_by_uid on oidc_state (uid) where uid is not null;
create index oidc_state_by_grant on oidc_state (grant_id) where grant_id is not null;
create index oidc_state_by_session on oidc_state (session_id) where session_id is not null;

-- Name by which an OpenID Connect application knows the user of the session.
alter table application_sessions add column subject text;

-- Logout tokens that applications are sent when a session has ended, or is closing.
create table back_channel_logouts (
  session_id bigint not null references sessions on delete cascade,
  system_id integer not null references systems on delete cascade,
  subject text not null,
  state text not null default 'waiting' check (state in ('waiting', 'retrying', 'delivered', 'failed')),
  attempts integer not null default 0,
  created_at timestamptz not null default clock_now(),
  next_attempt_at timestamptz not null default clock_now(),
  primary key (session_id, system_id)
);
create index waiting_back_channel_logouts on back_channel_logouts (next_attempt_at) where state in ('waiting', 'retrying');
create index back_channel_logouts_by_system on back_channel_logouts (system_id);
create index back_channel_logouts_by_age on back_channel_logouts (created_at);

-- The logout chain of a session: every application that was open, and what became of it.
create table logout_steps (
  -- The session that makes the calls of the chain.
  session_id bigint not null references sessions on delete cascade,
  system_id integer not null references systems on delete cascade,
  position integer not null,
  outcome text not null check (outcome in ('waiting', 'done', 'no-answer', 'skipped', 'not-supported')),
  changed_at timestamptz not null default clock_now(),
  primary key (session_id, system_id)
);
create index logout_steps_by_system on logout_steps (system_id);

-- Takes back what applications got in these sessions, and queues their logout tokens.
create function queue_back_channel_logouts(ids bigint[]) returns void language sql as $$
  insert into back_channel_logouts (session_id, system_id, subject)
  select distinct on (open.session_id, open.system_id) open.session_id, open.system_id, open.subject
    from application_sessions open
    join single_sign_on_settings setting on setting.system_id = open.system_id
    join oidc_state given
      on given.model = 'Grant' and given.session_id = open.session_id and given.payload->>'clientId' = setting.client_id
   where open.session_id = any (ids) and open.subject is not null and setting.protocol = 'oidc' and setting.back_channel_logout_address is not null
  on conflict do nothing;
  delete from oidc_state where session_id = any (ids);
$$;

create function end_application_sessions() returns trigger language plpgsql as $$
begin
  perform queue_back_channel_logouts(array[new.id]);
  return null;
end $$;
create trigger end_application_sessions after update of ended_at on sessions
  for each row when (old.ended_at is null and new.ended_at is not null)
  execute function end_application_sessions();

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
  session.closing_at, session.authenticated_at
from sessions session
join users account on account.id = session.user_id
join clients client on client.id = account.client_id;

revoke insert, update, delete on session_callers from portal_app;
