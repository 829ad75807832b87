-- Which session at the provider somebody's sign-in in a browser came from, so that its end there ends it here.
-- The latest of each browser counts, as it does for our own sessions.
create table provider_sessions (
  issuer text not null,
  user_id integer not null references users on delete cascade,
  binding_hash bytea not null,
  provider_session text not null,
  began_at timestamptz not null default clock_now(),
  primary key (issuer, user_id, binding_hash)
);
create index provider_sessions_by_name on provider_sessions (issuer, provider_session);
create index provider_sessions_by_user on provider_sessions (user_id);
create index provider_sessions_by_begin on provider_sessions (began_at);
