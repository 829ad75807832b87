-- step: expand; oldest serving version: 0.2.0

-- Months of the audit trail that were written to a file and detached (decision 58). The newest one says where the
-- verification of the rest begins; nodes of the release before look for the seals before it, and find them as long as
-- no month was detached.
create table audit_detached_months (
  -- The order in which they were detached.
  number integer not null unique,
  month text primary key,
  file text not null,
  event_count bigint not null,
  -- All seals up to this number are of events in files; the seal itself stays. Several months have the same one where an
  -- event after it is of a later month.
  sequence bigint not null,
  hash bytea not null,
  -- Events in files whose seals come later: at the turn of a month events are sealed in turn.
  later_events bigint[] not null,
  -- SHA-256 of the lines of the file before its last one.
  file_hash bytea not null,
  -- Key id and keyed hash over all of these, as "id.hash".
  signature text not null,
  detached_at timestamptz not null default clock_now()
);

-- The oldest month that is attached, with its bounds; null bounds are open.
create function oldest_audit_month() returns table (partition text, month text, from_at timestamptz, until_at timestamptz)
  language sql stable set search_path = public, pg_temp set timezone = 'UTC' as $$
  with bounds as (
    select relname, pg_get_expr(relpartbound, pg_class.oid) as bound
      from pg_inherits join pg_class on pg_class.oid = inhrelid
     where inhparent = 'audit_events'::regclass
  ), months as (
    select relname::text, substring(bound from 'FROM \(''([^'']+)''\)')::timestamptz as from_at,
           substring(bound from 'TO \(''([^'']+)''\)')::timestamptz as until_at
      from bounds where bound <> 'DEFAULT'
  )
  select months.relname, replace(substring(months.relname from '^audit_events_(.*)$'), '_', '-'), months.from_at, months.until_at
    from months order by months.until_at limit 1
$$;

-- True where the record of a file has all events of a month, its seal is one of the trail and not before that of the month
-- detached last, all events of seals up to it are in files, and those of later seals are named.
create function fits_audit_month(partition text, file_record audit_detached_months) returns boolean
  language plpgsql stable set search_path = public, pg_temp as $$
declare
  previous audit_detached_months;
  fits boolean;
begin
  select month.* into previous from audit_detached_months month order by month.number desc limit 1;
  execute format($query$
    with own as (
      select entry.id::bigint as id, seal.sequence from %I entry left join audit_seals seal on seal.event_id = entry.id
    ), in_files as (
      select own.id, own.sequence from own
       union all select seal.event_id, seal.sequence from audit_seals seal where seal.event_id = any ($1)
    )
    select (select count(*) = $2 and count(own.sequence) = $2 from own)
       and $4 >= $3
       and (select count(*) = $4 - $3 from in_files where in_files.sequence > $3 and in_files.sequence <= $4)
       and coalesce((select array_agg(in_files.id order by in_files.id) from in_files where in_files.sequence > $4), '{}') = $5
       and ($4 = 0 and $6 = ''::bytea or exists (select from audit_seals seal where seal.sequence = $4 and seal.hash = $6))
    $query$, partition)
    into fits
    using coalesce(previous.later_events, '{}'), file_record.event_count, coalesce(previous.sequence, 0),
      file_record.sequence, file_record.later_events, file_record.hash;
  return fits;
end $$;

-- Takes the oldest month out of the audit trail in the transaction that records its file. Only a month that ended a year
-- ago or earlier; the record of the file of one with events has to be given, and has to fit the events and their seals.
-- `redactions` is a hash over those that the file has: false where there are others now, as an erasure has changed the
-- month since, and its file has to be written anew. It gives up where others use the table for longer than a moment. Runs
-- as the owner of the tables.
create function detach_audit_month(partition text, redactions bytea, file_record audit_detached_months) returns boolean
  language plpgsql security definer
  set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '50ms' as $$
declare
  oldest record;
  has_events boolean;
  is_changed boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('portal audit months', 0));
  -- No event is sealed or redacted meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('portal audit seals', 0));
  select * into oldest from oldest_audit_month();
  if oldest.partition is distinct from detach_audit_month.partition or oldest.until_at > clock_now() - interval '365 days' then
    raise exception 'the month % is not the oldest one, or ended less than a year ago', partition;
  end if;
  execute format('select exists (select from %I)', partition) into has_events;
  if has_events then
    execute format($query$
      select sha256(convert_to(coalesce(string_agg(done.event_id || ':' || encode(done.text_hash, 'hex') || E'\n', ''
               order by seal.sequence), ''), 'UTF8')) is distinct from $1
        from audit_redactions done join %I entry on entry.id = done.event_id
        left join audit_seals seal on seal.event_id = done.event_id$query$, partition)
      into is_changed using redactions;
    if is_changed then
      return false;
    end if;
    if file_record.month is distinct from oldest.month or fits_audit_month(partition, file_record) is not true then
      raise exception 'the record of a file does not fit the events and seals of the month %', oldest.month;
    end if;
    insert into audit_detached_months
        (number, month, file, event_count, sequence, hash, later_events, file_hash, signature)
      values ((select coalesce(max(month.number), 0) + 1 from audit_detached_months month),
              file_record.month, file_record.file, file_record.event_count, file_record.sequence, file_record.hash,
              file_record.later_events, file_record.file_hash, file_record.signature);
  end if;
  execute format('alter table audit_events detach partition %I', partition);
  execute format('drop table %I', partition);
  return true;
end $$;

-- Deletes seals, redactions and checkpoints that only events in files have; returns how many seals, of at most so many.
-- The seal at which verification begins stays. Runs as the owner of the tables.
create function drop_seals_of_detached_months(most integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  start bigint := (select max(month.sequence) from audit_detached_months month);
  gone integer;
begin
  with chosen as (
    select seal.event_id from audit_seals seal where seal.sequence < start order by seal.sequence limit most
  ), seals as (
    delete from audit_seals seal using chosen where seal.event_id = chosen.event_id returning seal.event_id
  ), redactions as (
    delete from audit_redactions redaction using chosen where redaction.event_id = chosen.event_id
  )
  select count(*) into gone from seals;
  delete from audit_checkpoints checkpoint where checkpoint.sequence < start;
  return gone;
end $$;

-- As it was, from the seal on at which the newest detached month ends. Events of later seals that are in its file are not
-- missing.
create or replace function verify_audit_chain() returns table (sequence bigint, event_id bigint, problem text)
  language sql stable set search_path = public, pg_temp as $$
  with start as (
    select coalesce(max(month.sequence), 0) as sequence from audit_detached_months month
  ), anchor as (
    select month.sequence, month.hash, month.later_events
      from audit_detached_months month order by month.number desc limit 1
  ), sealed as (
    select seal.sequence, seal.event_id, seal.hash, entry.id as found,
      greatest(start.sequence - 1, 0) + row_number() over in_order as expected_sequence,
      seal.sequence = anchor.sequence or entry.id is null and seal.event_id = any (anchor.later_events) as is_in_file,
      case when seal.sequence = anchor.sequence then seal.hash = anchor.hash
        when entry.id is null then seal.event_id = any (anchor.later_events)
        when redaction.event_id is null
        then seal.hash = sha256(coalesce(lag(seal.hash) over in_order, ''::bytea)
          || convert_to(audit_event_text(seal.sequence, entry), 'UTF8'))
        else seal.hash = redaction.seal_hash
          and redaction.text_hash = sha256(convert_to(audit_event_text(seal.sequence, entry), 'UTF8'))
      end as fits
    from start
    left join anchor on true
    join audit_seals seal on seal.sequence >= start.sequence
    left join audit_events entry on entry.id = seal.event_id
    left join audit_redactions redaction on redaction.event_id = seal.event_id
    window in_order as (order by seal.sequence)
  ), breaks as (
    select sealed.sequence, sealed.event_id,
      case when sealed.sequence <> expected_sequence then 'a seal is missing before this one'
        when found is null and is_in_file is not true then 'the event of this seal is missing'
        else 'the event or a seal before it has been changed' end as problem
    from sealed
    where sealed.sequence <> expected_sequence or found is null and is_in_file is not true or fits is not true
    union all
    select null, entry.id, 'this event has been without a seal for more than an hour'
    from audit_events entry
    where entry.at < clock_now() - interval '1 hour'
      and not exists (select from audit_seals seal where seal.event_id = entry.id)
  )
  select breaks.sequence, breaks.event_id, breaks.problem
  from breaks order by breaks.sequence nulls last, breaks.event_id limit 1
$$;
