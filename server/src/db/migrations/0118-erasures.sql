-- step: expand; oldest serving version: 0.2.0

-- Erasures of users: those that were asked for and wait, and those that are done, with their certificates.
create table erasures (
  user_id integer primary key references users,
  -- The user's, for the scope of readers.
  client_id integer not null references clients,
  -- Null: nobody asked for it; the user was deleted long ago.
  requested_at timestamptz,
  -- Null: a command.
  requested_by integer references users on delete set null,
  reason text not null default '',
  due_at timestamptz,
  erased_at timestamptz,
  -- The file as it is downloaded: its SHA-256 is in the audit trail.
  certificate text,
  check (requested_at is null or due_at >= requested_at),
  check (requested_at is not null or erased_at is not null),
  check ((erased_at is null) = (certificate is null))
);
create index erasures_by_client on erasures (client_id);
create index erasures_by_requester on erasures (requested_by) where requested_by is not null;
create index erasures_waiting on erasures (due_at) where erased_at is null;

alter table erasures enable row level security;
create policy erasures_in_scope on erasures
  using ((select scope_is_everything()) or client_id = (select scope_client_id()));
