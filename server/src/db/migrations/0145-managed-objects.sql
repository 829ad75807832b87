-- step: expand; oldest serving version: 0.2.0

-- What files of configuration manage, since they were applied: by its id, so that it stays theirs under another name.
create table managed_objects (
  -- List of the files in which it stands.
  kind text not null,
  -- Its id in its own table; of what has two, both with a slash between.
  object_id text not null,
  -- The client that it is of; null: the installation.
  client_id integer references clients,
  -- Files that are applied together have one name.
  file_set text not null,
  file text not null,
  applied_at timestamptz not null,
  applied_by integer not null references users,
  primary key (kind, object_id)
);

alter table managed_objects enable row level security;
create policy managed_objects_in_scope on managed_objects
  using (
    (select scope_is_everything())
    or client_id = (select scope_client_id())
    or (client_id is null and (select scope_client_id()) is not null)
  )
  with check ((select scope_is_everything()));
