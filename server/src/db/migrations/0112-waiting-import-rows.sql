-- step: expand; oldest serving version: 0.2.0

-- Rows with errors wait in an import of their own while the others are created: the import of the whole file.
alter table user_imports add column first_import_id integer references user_imports on delete set null;
create index user_imports_by_first on user_imports (first_import_id) where first_import_id is not null;

-- The user that was created from a row.
alter table user_import_rows add column created_user_id integer references users;
