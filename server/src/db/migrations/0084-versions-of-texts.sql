-- Administrators word texts; who changed one and when.
alter table resource_texts
  add column version integer not null default 1,
  add column changed_at timestamptz not null default clock_now(),
  add column changed_by integer references users on delete set null;
create index resource_texts_by_changer on resource_texts (changed_by);
create trigger row_version before update on resource_texts for each row execute function row_version();
