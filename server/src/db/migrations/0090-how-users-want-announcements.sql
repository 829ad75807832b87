-- How users want announcements, kept with every choice of theirs: the reach of an announcement counts 100,000 users
-- while its author waits.
alter table users
  add column wants_mail boolean not null default false,
  add column wants_text boolean not null default false;

-- Runs as the owner: users choose for themselves, and the rows of others are out of their scope.
create function keep_notification_wishes() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update users u set wants_mail = chosen.by_mail, wants_text = chosen.by_text
    from (select changed.user_id, coalesce(bool_or(not type.is_text_message), false) as by_mail,
                 coalesce(bool_or(type.is_text_message), false) as by_text
            from (select distinct user_id from changed_rows) changed
            left join user_notification_types held on held.user_id = changed.user_id
            left join notification_types type on type.id = held.notification_type_id
           group by changed.user_id) chosen
   where u.id = chosen.user_id and (u.wants_mail, u.wants_text) <> (chosen.by_mail, chosen.by_text);
  return null;
end $$;
create trigger keep_wishes_added after insert on user_notification_types
  referencing new table as changed_rows for each statement execute function keep_notification_wishes();
create trigger keep_wishes_changed after update on user_notification_types
  referencing new table as changed_rows for each statement execute function keep_notification_wishes();
create trigger keep_wishes_removed after delete on user_notification_types
  referencing old table as changed_rows for each statement execute function keep_notification_wishes();

update users u set wants_mail = chosen.by_mail, wants_text = chosen.by_text
  from (select held.user_id, bool_or(not type.is_text_message) as by_mail, bool_or(type.is_text_message) as by_text
          from user_notification_types held join notification_types type on type.id = held.notification_type_id
         group by held.user_id) chosen
 where u.id = chosen.user_id;

-- What the reach is counted by, so that it reads this index alone.
create index users_reached on users (client_id, id) include (department_id, is_internal, wants_mail) where status = 1;
