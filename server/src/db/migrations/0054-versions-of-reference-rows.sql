-- Counts the changes of a row, so that two administrators never overwrite each other silently. A table that takes
-- part has the columns version, changed_at and changed_by, and this trigger.
create function row_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.changed_at := clock_now();
  return new;
end $$;

alter table departments
  add column version integer not null default 1,
  add column changed_at timestamptz not null default clock_now(),
  add column changed_by integer references users on delete set null;
create trigger row_version before update on departments for each row execute function row_version();

-- What a user may take back for a while, as it was.
create table undo_offers (
  id bigint generated always as identity primary key,
  kind text not null,
  user_id integer not null references users on delete cascade,
  snapshot jsonb not null,
  expires_at timestamptz not null
);
create index undo_offers_by_expiry on undo_offers (expires_at);
create index undo_offers_by_user on undo_offers (user_id);
revoke update on undo_offers from portal_app;
