-- step: expand; oldest serving version: 0.2.0

-- Reads all events; others go on reading and writing.
alter table audit_events validate constraint audit_events_until;
