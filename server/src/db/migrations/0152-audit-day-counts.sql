-- step: expand; oldest serving version: 0.2.0

-- How many sealed events a day has, in UTC, so that pages of a month need not count them all (decision 35). Client 0: all
-- events, also those of no client. Written with the seals; what was sealed before is counted by the next step.
create table audit_day_counts (
  client_id integer not null,
  day date not null,
  events integer not null,
  primary key (client_id, day)
);

-- As it was, and counts what it seals.
create or replace function seal_audit_events(most integer)
  returns table (sealed integer, head_sequence bigint, head_hash bytea)
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  candidate audit_events;
  unsealed constant text := $query$
    select entry.* from audit_events entry
     where entry.id > %1$s
       and not exists (select from audit_seals seal where seal.event_id = entry.id and seal.event_id > %1$s)
     order by entry.id limit %2$s
  $query$;
  clients integer[] := '{}';
  days date[] := '{}';
begin
  perform pg_advisory_xact_lock(hashtextextended('portal audit seals', 0));
  sealed := 0;
  select seal.sequence, seal.hash into head_sequence, head_hash
    from audit_seals seal order by seal.sequence desc limit 1;
  head_sequence := coalesce(head_sequence, 0);
  head_hash := coalesce(head_hash, ''::bytea);
  for candidate in execute format(unsealed,
      (select coalesce(max(seal.event_id), 0) - 100000 from audit_seals seal), most)
  loop
    head_sequence := head_sequence + 1;
    head_hash := sha256(head_hash || convert_to(audit_event_text(head_sequence, candidate), 'UTF8'));
    insert into audit_seals values (candidate.id, head_sequence, head_hash);
    sealed := sealed + 1;
    clients := clients || candidate.client_id;
    days := days || (candidate.at at time zone 'UTC')::date;
  end loop;
  insert into audit_day_counts as counted (client_id, day, events)
    select coalesce(one.client_id, 0), one.day, count(*) from unnest(clients, days) one(client_id, day)
     group by grouping sets ((one.day), (one.client_id, one.day))
    having grouping(one.client_id) = 1 or one.client_id is not null
    on conflict (client_id, day) do update set events = counted.events + excluded.events;
  return next;
end $$;

-- As it was, and the counts of its days go with a month.
create or replace function detach_audit_month(partition text, redactions bytea, file_record audit_detached_months)
  returns boolean
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
  delete from audit_day_counts counted where counted.day < oldest.until_at::date;
  execute format('alter table audit_events detach partition %I', partition);
  execute format('drop table %I', partition);
  return true;
end $$;
