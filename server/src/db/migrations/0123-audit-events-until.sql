-- step: expand; oldest serving version: 0.2.0

-- All events until now, and those of one to two months to come, become the first partition. The condition is stated
-- first and validated by the next migration, without a lock that others wait for: the partition is attached unread.
do $$
declare
  until timestamptz := date_trunc('month', greatest(now(), clock_now(), (select max(at) from audit_events)), 'UTC');
begin
  until := (until at time zone 'UTC' + interval '2 months') at time zone 'UTC';
  execute format('alter table audit_events add constraint audit_events_until check (at < %L) not valid', until);
  execute format('comment on constraint audit_events_until on audit_events is %L', until);
end $$;
