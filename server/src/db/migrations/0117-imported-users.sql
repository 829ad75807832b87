-- step: expand; oldest serving version: 0.2.0; concurrent

-- The rows of which users were created, which are erased with the users.
create index concurrently if not exists user_import_rows_by_created_user on user_import_rows (created_user_id)
  where created_user_id is not null;
