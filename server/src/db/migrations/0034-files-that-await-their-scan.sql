-- Stored while the virus scanner was away, where the portal may do so: scanned once it is back.
alter table stored_files
  add awaits_scan boolean not null default false,
  add check (not (is_scanned and awaits_scan));
create index stored_files_to_scan on stored_files (id) where awaits_scan;
