-- step: expand; oldest serving version: 0.2.0

-- The text that is sealed, as it was to the last character, put together by one call. The moment of the event is given
-- as the database writes it in JSON in UTC.
create function audit_event_text_at(sequence bigint, event audit_events, moment json) returns text
  language sql stable parallel safe
  return concat(
    '{"at": ', moment,
    ', "id": ', (event).id,
    case when (event).after is null then ', "after": null' else ', "after": ' end, (event).after,
    ', "event": ', to_json((event).event),
    case when (event).before is null then ', "before": null' else ', "before": ' end, (event).before,
    case when (event).address is null then ', "address": null' else ', "address": ' end, to_json((event).address),
    case when sequence is null then ', "sequence": null' else ', "sequence": ' end, sequence,
    case when (event).client_id is null then ', "client_id": null' else ', "client_id": ' end, (event).client_id,
    case when (event).target_id is null then ', "target_id": null' else ', "target_id": ' end,
    to_json((event).target_id),
    case when (event).request_id is null then ', "request_id": null' else ', "request_id": ' end,
    to_json((event).request_id),
    case when (event).session_id is null then ', "session_id": null' else ', "session_id": ' end, (event).session_id,
    case when (event).target_kind is null then ', "target_kind": null' else ', "target_kind": ' end,
    to_json((event).target_kind),
    case when (event).actor_user_id is null then ', "actor_user_id": null' else ', "actor_user_id": ' end,
    (event).actor_user_id,
    case when (event).subject_user_id is null then ', "subject_user_id": null' else ', "subject_user_id": ' end,
    (event).subject_user_id,
    case when (event).service_account_id is not null then ', "service_account_id": ' end, (event).service_account_id,
    '}');

create or replace function audit_event_text(sequence bigint, event audit_events) returns text
  language sql stable parallel safe
  return audit_event_text_at(sequence, event, case
    when (event).at >= '0001-01-02 00:00:00+00' and (event).at < 'infinity'
      then (rtrim(to_json((event).at at time zone interval '0')::text, '"') || '+00:00"')::json
    when isfinite((event).at)
      then replace(to_json((event).at at time zone interval '0')::text, ' BC"', '+00:00 BC"')::json
    else to_json((event).at) end);

-- As it was: the first of the seals of the events with these ids, or of the events, that does not fit; no row where all
-- do. That all do is found in one pass over the events, where events and seals are equally many, each event fits its seal
-- and no number of a seal is missing; what does not fit is looked for only otherwise. Only the tables themselves are read,
-- because what inherits from them has indexes of its own.
create or replace function verify_audit_events(first_id bigint, end_id bigint, sealed_until timestamptz, newest audit_detached_months)
  returns table (sequence bigint, event_id bigint, problem text)
  language plpgsql stable set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  start_sequence constant bigint := coalesce(newest.sequence, 0);
  first_sequence bigint;
  last_sequence bigint;
  seal_count bigint;
  are_unique boolean;
  are_whole boolean := false;
  -- With the values in the text of a statement it is planned for them, and runs in parallel where the server allows.
  numbers constant text := $query$
    select min(seal.sequence), max(seal.sequence), count(*)
      from only audit_seals seal where seal.event_id >= %1$s and seal.event_id < %2$s and seal.sequence >= %3$s
  $query$;
  -- The hashes of these seals and of the one before stand one behind the other: the one before a seal is found by its
  -- number, because none is missing. That is counted: a redacted seal fits whatever is before it. Events that are not
  -- sealed yet are left out as long as they may be so.
  whole constant text := $query$
    select (select count(*) from only audit_seals seal where seal.sequence >= %4$s and seal.sequence <= %5$s) = %5$s - %4$s + 1
      and count(*) filter (where seal.event_id is not null or entry.at < %7$L) = %6$s
      and count(*) filter (where
        case when redaction.event_id is null
          then seal.hash = sha256(substring(
              (select string_agg(substring(each.hash for 32), ''::bytea)
                 from (select seal.hash from only audit_seals seal
                        where seal.sequence >= %4$s and seal.sequence <= %5$s order by seal.sequence) each)
              from (32 * (seal.sequence - %4$s) - 31)::integer for 32)
            || convert_to(audit_event_text_at(seal.sequence, entry, to_json(entry.at)), 'UTF8'))
          else seal.hash = redaction.seal_hash
            and redaction.text_hash = sha256(convert_to(audit_event_text_at(seal.sequence, entry, to_json(entry.at)), 'UTF8'))
        end) = %6$s
      from audit_events entry
      left join only audit_seals seal on seal.event_id = entry.id
        and seal.event_id >= %1$s and seal.event_id < %2$s and seal.sequence > %3$s
      left join only audit_redactions redaction
        on redaction.event_id = entry.id and redaction.event_id >= %1$s and redaction.event_id < %2$s
     where entry.id >= %1$s and entry.id < %2$s
  $query$;
  seals constant text := $query$
    select seal.sequence, seal.event_id,
        case when previous.sequence is null and seal.sequence <> greatest(%3$s, 1) then 'a seal is missing before this one'
          when entry.id is null and seal.sequence is distinct from %6$L and seal.event_id <> all (%8$L::bigint[])
          then 'the event of this seal is missing'
          else 'the event or a seal before it has been changed' end as problem
      from only audit_seals seal
      left join audit_events entry on entry.id = seal.event_id and entry.id >= %1$s and entry.id < %2$s
      left join only audit_seals previous on previous.sequence = seal.sequence - 1
        and previous.sequence >= %4$s - 1 and previous.sequence < %5$s
      left join only audit_redactions redaction
        on redaction.event_id = seal.event_id and redaction.event_id >= %1$s and redaction.event_id < %2$s
     where seal.event_id >= %1$s and seal.event_id < %2$s and seal.sequence >= %3$s
       and (previous.sequence is null and seal.sequence <> greatest(%3$s, 1)
         or case when seal.sequence = %6$L then seal.hash = %7$L
              when entry.id is null then seal.event_id = any (%8$L::bigint[])
              when redaction.event_id is null then seal.hash = sha256(coalesce(substring(previous.hash for 32), ''::bytea)
                || convert_to(audit_event_text(seal.sequence, entry), 'UTF8'))
              else seal.hash = redaction.seal_hash
                and redaction.text_hash = sha256(convert_to(audit_event_text(seal.sequence, entry), 'UTF8'))
            end is not true)
     order by seal.sequence
  $query$;
  -- A seal before those that are verified counts for no event: whatever has one of these is in a file.
  unsealed constant text := $query$
    select null::bigint, entry.id, 'this event has been without a seal for more than an hour'
      from audit_events entry
     where entry.id >= %1$s and entry.id < %2$s and entry.at < %3$L
       and not exists (select from only audit_seals seal where seal.event_id = entry.id
                          and seal.event_id >= %1$s and seal.event_id < %2$s and seal.sequence > %4$s)
     order by entry.id
  $query$;
begin
  execute format(numbers, first_id, end_id, start_sequence) into first_sequence, last_sequence, seal_count;
  -- That they are equally many says that none is missing only as long as none is there twice.
  select count(distinct substring(pg_get_indexdef(indexrelid) from '\w+ USING btree \((?:event_id|sequence|id, at)\)$')) = 4
    into are_unique from pg_index
   where indrelid in ('audit_seals'::regclass, 'audit_events'::regclass, 'audit_redactions'::regclass) and indisunique and indisvalid;
  -- At the newest detached month events are in files. Where seals are far apart, reading all between would take memory.
  if are_unique and first_sequence > start_sequence and last_sequence - first_sequence < 2 * (end_id - first_id) then
    execute format(whole, first_id, end_id, start_sequence, greatest(first_sequence - 1, 1), last_sequence, seal_count,
        sealed_until)
      into are_whole;
  end if;
  if are_whole then
    return;
  end if;
  if first_sequence is not null then
    execute format(seals, first_id, end_id, start_sequence, first_sequence, last_sequence, newest.sequence, newest.hash,
        coalesce(newest.later_events, '{}'))
      into sequence, event_id, problem;
  end if;
  if problem is null then
    execute format(unsealed, first_id, end_id, sealed_until, start_sequence) into sequence, event_id, problem;
  end if;
  if problem is not null then
    return next;
  end if;
end $$;

-- As it was, with two hundred thousand ids at a time. The steps begin at multiples of these, wherever the first id lies,
-- and a seal with a number below the first one that there can be is one that was changed.
create or replace function verify_audit_chain() returns table (sequence bigint, event_id bigint, problem text)
  language plpgsql stable set search_path = public, pg_temp set work_mem = '64MB' set jit = off as $$
declare
  many constant bigint := 200000;
  sealed_until constant timestamptz := clock_now() - interval '1 hour';
  newest audit_detached_months;
  first_id bigint;
  place record;
begin
  select month.* into newest from audit_detached_months month order by month.number desc limit 1;
  select least((select min(entry.id) from audit_events entry), (select min(seal.event_id) from only audit_seals seal)) into first_id;
  select seal.sequence, seal.event_id, 'the event or a seal before it has been changed' into sequence, event_id, problem
    from only audit_seals seal where seal.sequence < 1 order by seal.sequence limit 1;
  while first_id is not null loop
    first_id := floor(first_id::numeric / many) * many;
    select * into place from verify_audit_events(first_id, first_id + many, sealed_until, newest);
    if place.problem is not null
        and (problem is null or place.sequence < sequence or sequence is null and place.sequence is not null) then
      sequence := place.sequence;
      event_id := place.event_id;
      problem := place.problem;
    end if;
    select least((select min(entry.id) from audit_events entry where entry.id >= first_id + many),
                 (select min(seal.event_id) from only audit_seals seal where seal.event_id >= first_id + many)) into first_id;
  end loop;
  if problem is not null then
    return next;
  end if;
end $$;
