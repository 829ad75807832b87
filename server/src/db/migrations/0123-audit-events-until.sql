-- step: expand; oldest serving version: 0.2.0

-- All events until now, and those of 13 to 14 months to come, become the first partition: an operator who breaks the
-- upgrade off goes on with the release before for so long. Where there are no events, two months do. The condition is stated
-- first and validated by the next migration, without a lock that others wait for: the partition is attached unread.
do $$
declare
  until timestamptz := date_trunc('month', greatest(now(), clock_now(), (select max(at) from audit_events)), 'UTC');
begin
  until := (until at time zone 'UTC' + case when exists (select from audit_events) then interval '14 months' else interval '2 months' end) at time zone 'UTC';
  execute format('alter table audit_events add constraint audit_events_until check (at < %L) not valid', until);
  execute format('comment on constraint audit_events_until on audit_events is %L', until);
end $$;
