-- PORTAL_RECOVERY_MODE=link: whoever forgot the password gets a link by mail, good once, of which only a
-- hash is kept. The latest one of a user replaces the one before.
create table recovery_links (
  user_id integer primary key references users on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null default clock_now()
);
create index recovery_links_by_expiry on recovery_links (expires_at);

-- Whoever has a new password, or is out, has no use for a link of before.
create function forget_recovery_links() returns trigger language plpgsql as $$
begin
  delete from recovery_links where user_id = new.id;
  return null;
end $$;
create trigger forget_recovery_links after update of password_hash, status, email on users
  for each row when (old.password_hash is distinct from new.password_hash or old.status <> new.status
                     or old.email is distinct from new.email)
  execute function forget_recovery_links();
