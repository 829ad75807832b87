-- step: expand; oldest serving version: 0.2.0

-- Which attribute of its directory fills which field of an account of a client, version by version: the newest counts.
create table scim_mappings (
  client_id integer not null references clients on delete cascade,
  version integer not null check (version > 0),
  -- Paths of attributes by the name of the field; one that is not named is filled as without a mapping.
  paths jsonb not null,
  saved_at timestamptz not null default clock_now(),
  saved_by integer references users,
  primary key (client_id, version)
);

alter table scim_mappings enable row level security;
create policy scim_mappings_in_scope on scim_mappings
  using ((select scope_is_everything()) or client_id = (select scope_client_id()));

-- The version by which the account was filled last; 0: without a mapping.
alter table scim_users add column mapping_version integer not null default 0;
