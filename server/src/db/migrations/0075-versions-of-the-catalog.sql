-- Two administrators never overwrite each other's applications, sections and systems silently.
alter table systems
  add column version integer not null default 1,
  add column changed_at timestamptz not null default clock_now(),
  add column changed_by integer references users on delete set null;
create trigger row_version before update on systems for each row execute function row_version();

alter table sections
  add column version integer not null default 1,
  add column changed_at timestamptz not null default clock_now(),
  add column changed_by integer references users on delete set null;
create trigger row_version before update on sections for each row execute function row_version();

alter table pages
  add column version integer not null default 1,
  add column changed_at timestamptz not null default clock_now(),
  add column changed_by integer references users on delete set null;
create trigger row_version before update on pages for each row execute function row_version();
