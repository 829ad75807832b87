-- step: expand; oldest serving version: 0.2.0

-- The audit trail in monthly partitions (decision 58). The table that there was becomes the first of them as it is, with
-- its indexes: nothing is copied, read or built, and who reads or writes events waits for moments.
lock table audit_events in access exclusive mode;
alter table audit_events drop constraint audit_events_pkey;
alter table audit_events add constraint audit_events_former_pkey primary key using index audit_events_by_id_and_time;
create temporary table audit_events_next on commit drop as select last_value, is_called from audit_events_id_seq;
alter table audit_events alter column id drop identity;
alter table audit_events rename to audit_events_former;
alter index audit_events_by_time rename to audit_events_by_time_former;
alter index audit_events_by_actor rename to audit_events_by_actor_former;
alter index audit_events_by_subject rename to audit_events_by_subject_former;
alter index audit_events_by_client rename to audit_events_by_client_former;
alter index audit_events_by_target rename to audit_events_by_target_former;
alter index audit_all_changes rename to audit_all_changes_former;
alter index audit_all_changes_by_client rename to audit_all_changes_by_client_former;
alter index audit_all_changes_by_target rename to audit_all_changes_by_target_former;
alter index audit_account_changes rename to audit_account_changes_former;

create table audit_events (like audit_events_former including defaults) partition by range (at);
alter table audit_events
  add primary key (id, at),
  alter column id add generated always as identity;
select setval('audit_events_id_seq', last_value, is_called) from audit_events_next;
create index audit_events_by_time on audit_events (at);
create index audit_events_by_actor on audit_events (actor_user_id, id);
create index audit_events_by_subject on audit_events (subject_user_id, id);
create index audit_events_by_client on audit_events (client_id, id);
create index audit_events_by_target on audit_events (target_kind, target_id, id);
-- The conditions are those of migration 0108.
create index audit_all_changes on audit_events (id)
  where event !~ '^(authn|authz|session|emulation|excess|favorite)_|_(opened|downloaded|exported|dismissed|skipped|tried|tested)$'
     or event = 'authz_admin'
     or event = 'authn_password_change' and actor_user_id is distinct from subject_user_id;
create index audit_all_changes_by_client on audit_events (client_id, id)
  where event !~ '^(authn|authz|session|emulation|excess|favorite)_|_(opened|downloaded|exported|dismissed|skipped|tried|tested)$'
     or event = 'authz_admin'
     or event = 'authn_password_change' and actor_user_id is distinct from subject_user_id;
create index audit_all_changes_by_target on audit_events (target_kind, target_id, at, id)
  where event !~ '^(authn|authz|session|emulation|excess|favorite)_|_(opened|downloaded|exported|dismissed|skipped|tried|tested)$'
     or event = 'authz_admin'
     or event = 'authn_password_change' and actor_user_id is distinct from subject_user_id;
create index audit_account_changes on audit_events (subject_user_id, id)
  where event ~ '^(user_|grants_|access_request|access_review_(decided|undone)|second_factor_changed|(directory_)?identity_|system_accounts_|dormant_user_|temporary_password_|authz_admin$|authn_password_(change|recovery)$)';

-- Its type is that of the table, so the function is made anew.
drop function audit_event_text(bigint, audit_events_former);
create function audit_event_text(sequence bigint, event audit_events) returns text
  language sql stable set timezone = 'UTC'
  return (jsonb_build_object('sequence', sequence, 'id', (event).id, 'at', (event).at, 'event', (event).event,
    'actor_user_id', (event).actor_user_id, 'subject_user_id', (event).subject_user_id,
    'client_id', (event).client_id, 'target_kind', (event).target_kind, 'target_id', (event).target_id,
    'before', (event).before, 'after', (event).after, 'address', (event).address,
    'session_id', (event).session_id, 'request_id', (event).request_id)
    || case when (event).service_account_id is null then '{}'::jsonb
         else jsonb_build_object('service_account_id', (event).service_account_id) end)::text;

-- As it was; connections that have it compiled with the former type compile it again.
create or replace function seal_audit_events(most integer)
  returns table (sealed integer, head_sequence bigint, head_hash bytea)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  candidate audit_events;
begin
  perform pg_advisory_xact_lock(hashtextextended('portal audit seals', 0));
  sealed := 0;
  select seal.sequence, seal.hash into head_sequence, head_hash
    from audit_seals seal order by seal.sequence desc limit 1;
  head_sequence := coalesce(head_sequence, 0);
  head_hash := coalesce(head_hash, ''::bytea);
  for candidate in
    select entry.* from audit_events entry
    where entry.id > (select coalesce(max(seal.event_id), 0) - 100000 from audit_seals seal)
      and not exists (select from audit_seals seal where seal.event_id = entry.id)
    order by entry.id limit most
  loop
    head_sequence := head_sequence + 1;
    head_hash := sha256(head_hash || convert_to(audit_event_text(head_sequence, candidate), 'UTF8'));
    insert into audit_seals values (candidate.id, head_sequence, head_hash);
    sealed := sealed + 1;
  end loop;
  return next;
end $$;

do $$
declare
  until text := (select obj_description(oid, 'pg_constraint') from pg_constraint
                  where conrelid = 'audit_events_former'::regclass and conname = 'audit_events_until');
begin
  execute format('alter table audit_events attach partition audit_events_former for values from (minvalue) to (%L)', until);
end $$;
alter table audit_events_former drop constraint audit_events_until;

-- Events of a month that has no partition, so that no write ever fails for one.
create table audit_events_other partition of audit_events default;

-- Partitions are read and written through the table only, whose rights the portal has.
revoke all on audit_events_former, audit_events_other from portal_app;
grant select, insert (event, actor_user_id, subject_user_id, client_id, target_kind, target_id, before, after, address,
  session_id, request_id, service_account_id) on audit_events to portal_app;
revoke update, delete on audit_events from portal_app;
grant usage, select on sequence audit_events_id_seq to portal_app;

-- Adds the partitions of this month and of the three after it, as far as they are missing, and of months whose events
-- had to go to the default partition; none before the first one that there is, whose months lie in files. Returns how many. It gives up at once where others use the default partition, which
-- no other lock waits for long: it is called again. Runs as the owner of the tables.
create function add_audit_months() returns integer
  language plpgsql security definer
  set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '100ms' as $$
declare
  former_until timestamptz := (
    select substring(pg_get_expr(relpartbound, oid) from 'TO \(''([^'']+)''\)')::timestamptz
      from pg_class where oid = to_regclass('public.audit_events_former') and relispartition);
  -- Without the former one the oldest months are in files.
  first_from timestamptz := coalesce(former_until, (
    select min(substring(pg_get_expr(relpartbound, oid) from 'FROM \(''([^'']+)''\)')::timestamptz)
      from pg_inherits join pg_class on oid = inhrelid where inhparent = 'public.audit_events'::regclass));
  month timestamptz;
  partition text;
  added integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('portal audit months', 0));
  for month in
    select generate_series(date_trunc('month', clock_now()), clock_now() + interval '3 months', interval '1 month')
     union select distinct date_trunc('month', entry.at) from audit_events_other entry
     order by 1
  loop
    partition := 'audit_events_' || to_char(month, 'YYYY_MM');
    continue when month < first_from or to_regclass('public.' || partition) is not null;
    execute format('create table %I (like audit_events including defaults)', partition);
    execute format('revoke all on %I from portal_app', partition);
    execute format('with moved as (delete from audit_events_other where at >= %L and at < %L returning *)
      insert into %I select * from moved', month, month + interval '1 month', partition);
    execute format('alter table audit_events attach partition %I for values from (%L) to (%L)',
      partition, month, month + interval '1 month');
    added := added + 1;
  end loop;
  return added;
end $$;
select add_audit_months();
