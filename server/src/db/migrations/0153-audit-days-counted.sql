-- step: expand; oldest serving version: 0.2.0

-- Counts what is sealed. Nothing is sealed meanwhile, and a call of the former function that already waits gets the lock
-- first.
select pg_advisory_xact_lock(hashtextextended('portal audit seals', 0));
delete from audit_day_counts;
insert into audit_day_counts (client_id, day, events)
  select coalesce(entry.client_id, 0), (entry.at at time zone 'UTC')::date, count(*)
    from audit_events entry
   where exists (select from audit_seals seal where seal.event_id = entry.id)
   group by grouping sets (((entry.at at time zone 'UTC')::date), (entry.client_id, (entry.at at time zone 'UTC')::date))
  having grouping(entry.client_id) = 1 or entry.client_id is not null;
