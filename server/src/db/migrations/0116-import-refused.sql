-- step: expand; oldest serving version: 0.2.0

-- Whether an import was stopped because its administrator could no longer add its users.
alter table user_imports add column is_refused boolean not null default false;
