-- Administrators change schedules: their rows count changes, as other static settings do. A removed schedule stays as a
-- row, so that a start does not add its default again.
alter table job_schedules
  add column version integer not null default 1,
  add column is_removed boolean not null default false;
alter table job_schedules rename column updated_at to changed_at;
alter table job_schedules rename column updated_by to changed_by;
alter index job_schedules_by_updater rename to job_schedules_by_changer;
create trigger row_version before update on job_schedules for each row execute function row_version();
