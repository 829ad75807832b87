-- step: expand; oldest serving version: 0.2.0

-- The counts of a user who moves to another employer are locked before their former directory loses them: everything
-- locks the counts of users first and those of the people of a directory second, as what provides a person does.
create or replace function follow_user_in_scim() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.client_id <> old.client_id then
    perform from user_counts
      where (client_id, status) in ((old.client_id, old.status), (new.client_id, new.status))
      order by client_id, status for no key update;
    delete from scim_group_members link using scim_users one
     where one.user_id = new.id and one.client_id = old.client_id
       and link.client_id = one.client_id and link.member_id = one.id;
    update users set provided_fields = '{}' where id = new.id and provided_fields <> '{}';
  end if;
  update scim_users set
    is_active = new.status = 1,
    deleted_at = case when new.client_id <> old.client_id then coalesce(deleted_at, clock_now()) else deleted_at end,
    version = version + 1,
    updated_at = date_trunc('milliseconds', clock_now())
  where user_id = new.id and client_id = old.client_id;
  return null;
end $$;
