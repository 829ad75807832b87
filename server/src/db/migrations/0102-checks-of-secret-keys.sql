-- step: expand; oldest serving version: 0.1.0
-- What nodes have to agree on beside the tables: a node reads here whether it may serve on this schema, and whether
-- its keys are those of the others.
grant select on schema_migrations to portal_app;

-- The keys of PORTAL_SECRET_KEYS that nodes have started with, without the keys themselves.
create table secret_key_checks (
  id text primary key,
  -- HMAC of a fixed text with the key.
  key_check text not null,
  recorded_at timestamptz not null default clock_timestamp(),
  -- When a node first had it in front, where it signs; null: it has only verified so far.
  signs_since timestamptz
);
