-- step: expand; oldest serving version: 0.2.0; concurrent

-- A table in partitions by time has the time in its primary key.
create unique index concurrently if not exists audit_events_by_id_and_time on audit_events (id, at);
