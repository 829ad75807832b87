-- step: expand; oldest serving version: 0.2.0

-- The systems and pages that a row gives, as they are to be stored; null: none.
alter table user_import_rows add column access jsonb;

-- Whether the administrator had confirmed their sign-in lately when they had the users created.
alter table user_imports add column is_fresh boolean not null default false;
