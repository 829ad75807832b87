-- Whoever is made inactive or deleted is out for good: making him active again does not bring back the
-- sessions that he had, nor those in which he saw the portal through the eyes of others.
create function end_sessions_of_user() returns trigger language plpgsql as $$
begin
  update sessions set ended_at = clock_now(), end_reason = 'revoked'
   where (user_id = new.id or actor_user_id = new.id) and ended_at is null;
  return null;
end $$;
create trigger users_end_sessions after update of status on users
  for each row when (old.status = 1 and new.status <> 1) execute function end_sessions_of_user();

create function end_sessions_of_client() returns trigger language plpgsql as $$
begin
  update sessions set ended_at = clock_now(), end_reason = 'revoked'
   where user_id in (select id from users where client_id = new.id) and ended_at is null;
  return null;
end $$;
create trigger clients_end_sessions after update of is_deleted on clients
  for each row when (new.is_deleted and not old.is_deleted) execute function end_sessions_of_client();

-- To tell whether a browser or a kind of device was seen before.
create index sessions_by_user on sessions (user_id, created_at);
