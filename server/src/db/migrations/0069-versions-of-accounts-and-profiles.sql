-- Accounts count their changes, so that two administrators do not overwrite each other.
alter table user_system_accounts
  add column version integer not null default 1,
  add column changed_at timestamptz,
  add column changed_by integer references users on delete set null;
create trigger row_version before update on user_system_accounts for each row execute function row_version();

-- When the profile last got another version, whoever changed it; null: not since this column exists.
alter table users add column profile_changed_at timestamptz;
create function note_profile_change() returns trigger language plpgsql as $$
begin
  new.profile_changed_at := clock_now();
  return new;
end $$;
-- Runs after count_profile_change: triggers run by name.
create trigger note_profile_change before update on users
  for each row when (old.profile_version is distinct from new.profile_version) execute function note_profile_change();
