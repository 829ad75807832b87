-- Announcements count the changes of administrators, as reference data does. What the job notes about sending an
-- announcement is none.
alter table announcements rename column updated_at to changed_at;
alter table announcements rename column updated_by to changed_by;
alter table announcements add column version integer not null default 1;
create trigger row_version before update of title, message_html, kind, audience, status, effective_from, effective_to
  on announcements for each row execute function row_version();

-- Of text, dates and targets, so that the same announcement is not added twice by a repeated request. Null: written
-- before digests were kept.
alter table announcements add column digest bytea;
create unique index announcements_by_digest on announcements (digest)
  where digest is not null and status in ('review', 'published');
