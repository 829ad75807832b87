-- step: expand; oldest serving version: 0.2.0

-- Administrators change accounts: what the list shows is a version, so that none overwrites another one silently.
alter table service_accounts
  add column version integer not null default 1,
  add column changed_at timestamptz not null default clock_now(),
  -- Null: not changed since, or the user is gone.
  add column changed_by integer references users;
create trigger row_version before update of name, scopes, allowed_networks on service_accounts
  for each row execute function row_version();
