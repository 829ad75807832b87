-- A lock without an end is an administrator's, and puts its owner out at once. One that wrong passwords
-- brought on ends by itself, and leaves running sessions alone.
create function end_sessions_of_locked_user() returns trigger language plpgsql as $$
begin
  update sessions set ended_at = clock_now(), end_reason = 'revoked'
   where (user_id = new.user_id or actor_user_id = new.user_id) and ended_at is null;
  return null;
end $$;
create trigger user_sign_ins_end_sessions after update of locked_until on user_sign_ins
  for each row when (new.locked_until = 'infinity' and old.locked_until is distinct from 'infinity')
  execute function end_sessions_of_locked_user();
create trigger user_sign_ins_end_sessions_at_once after insert on user_sign_ins
  for each row when (new.locked_until = 'infinity') execute function end_sessions_of_locked_user();
