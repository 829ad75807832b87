-- The columns that lists filter by are included, so that a deep page is read from the index alone. A user name needs
-- no second sort column: it is unique. The condition is always true; it keeps PostgreSQL from treating the index as a
-- possible foreign-key target: otherwise every update of a user, whose triggers make all generated columns count as
-- changed, waits for every uncommitted session or grant of that user.
create unique index users_by_user_name_new on users (user_name_folded) include (id, status, client_id)
  where user_name_folded is not null;
create index users_by_email_new on users (email_folded, id) include (status, client_id);
drop index users_by_user_name, users_by_email;
alter index users_by_user_name_new rename to users_by_user_name;
alter index users_by_email_new rename to users_by_email;
