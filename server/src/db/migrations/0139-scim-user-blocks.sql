-- step: expand; oldest serving version: 0.2.0

-- How many people of a directory have ids from block * 1024 on: a list finds its total and the beginning of a page by
-- them, without reading everyone before it.
create table scim_user_blocks (
  client_id integer not null references clients on delete cascade,
  block integer not null,
  people integer not null,
  primary key (client_id, block)
);

alter table scim_user_blocks enable row level security;
create policy scim_user_blocks_in_scope on scim_user_blocks
  using ((select scope_is_everything()) or client_id = (select scope_client_id()));

-- Runs as the owner: the portal may not write the counts.
create function count_scim_users() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into scim_user_blocks (client_id, block, people)
      select client_id, id / 1024, count(*) filter (where deleted_at is null) from new_rows
       group by client_id, id / 1024 order by client_id, id / 1024
      on conflict (client_id, block) do update set people = scim_user_blocks.people + excluded.people;
  elsif tg_op = 'DELETE' then
    update scim_user_blocks set people = scim_user_blocks.people - gone.people
      from (select client_id, id / 1024 as block, count(*)::integer as people from old_rows where deleted_at is null
             group by client_id, id / 1024) gone
     where scim_user_blocks.client_id = gone.client_id and scim_user_blocks.block = gone.block;
  else
    update scim_user_blocks set people = people + case when new.deleted_at is null then 1 else -1 end
     where client_id = new.client_id and block = new.id / 1024;
  end if;
  return null;
end $$;
create trigger count_added_scim_users after insert on scim_users
  referencing new table as new_rows for each statement execute function count_scim_users();
create trigger count_removed_scim_users after delete on scim_users
  referencing old table as old_rows for each statement execute function count_scim_users();
create trigger count_changed_scim_users after update of deleted_at on scim_users
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function count_scim_users();

-- Nothing writes scim_users until this is over: the triggers hold the table. Those who were deleted have their block,
-- too, because they may come back.
insert into scim_user_blocks (client_id, block, people)
select client_id, id / 1024, count(*) filter (where deleted_at is null) from scim_users group by client_id, id / 1024;
