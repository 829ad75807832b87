-- Every user has a row, so that the list sorted by the last sign-in is an inner join.
create function begin_sign_ins() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into user_sign_ins (user_id) select id from new_rows on conflict do nothing;
  return null;
end $$;
-- Created first: it locks the table users before the insert below locks its rows. The other order deadlocks with
-- a change of a user that is under way.
create trigger begin_sign_ins after insert on users
  referencing new table as new_rows for each statement execute function begin_sign_ins();
insert into user_sign_ins (user_id)
  select id from users where not exists (select from user_sign_ins where user_id = users.id)
  on conflict do nothing;
create index user_sign_ins_by_time on user_sign_ins (last_signed_in_at desc nulls last, user_id);
