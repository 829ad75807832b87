-- step: expand; oldest serving version: 0.2.0

-- The text that is sealed, as it was to the last character: that of a jsonb object, whose fields are in order of their
-- length. Put together by hand it takes a third of the time, and without a setting of its own it becomes part of the
-- statement that calls it. Moments are in UTC whatever the time zone of the session.
create or replace function audit_event_text(sequence bigint, event audit_events) returns text
  language sql stable parallel safe
  return '{"at": ' || case
      when (event).at >= '0001-01-02 00:00:00+00' and (event).at < 'infinity'
        then rtrim(to_json((event).at at time zone 'UTC')::text, '"') || '+00:00"'
      when isfinite((event).at) then replace(to_json((event).at at time zone 'UTC')::text, ' BC"', '+00:00 BC"')
      else to_json((event).at)::text end
    || (', "id": ' || (event).id::text) || (', "after": ' || coalesce((event).after::text, 'null'))
    || (', "event": ' || to_json((event).event)::text) || (', "before": ' || coalesce((event).before::text, 'null'))
    || (', "address": ' || coalesce(to_json((event).address)::text, 'null'))
    || coalesce(', "sequence": ' || sequence::text, ', "sequence": null')
    || coalesce(', "client_id": ' || (event).client_id::text, ', "client_id": null')
    || (', "target_id": ' || coalesce(to_json((event).target_id)::text, 'null'))
    || (', "request_id": ' || coalesce(to_json((event).request_id)::text, 'null'))
    || coalesce(', "session_id": ' || (event).session_id::text, ', "session_id": null')
    || (', "target_kind": ' || coalesce(to_json((event).target_kind)::text, 'null'))
    || coalesce(', "actor_user_id": ' || (event).actor_user_id::text, ', "actor_user_id": null')
    || coalesce(', "subject_user_id": ' || (event).subject_user_id::text, ', "subject_user_id": null')
    || coalesce(', "service_account_id": ' || (event).service_account_id::text, '') || '}';

-- The first of the seals of the events with these ids, or of the events, that does not fit; no row where all do. Seals
-- before the one at which the newest detached month ends are not read.
create function verify_audit_events(first_id bigint, end_id bigint, sealed_until timestamptz, newest audit_detached_months)
  returns table (sequence bigint, event_id bigint, problem text)
  language plpgsql stable set search_path = public, pg_temp as $$
declare
  start_sequence constant bigint := coalesce(newest.sequence, 0);
  first_sequence bigint;
  last_sequence bigint;
  -- With the values in the text of the statement it is planned for them, and runs in parallel where the server allows.
  seals constant text := $query$
    select seal.sequence, seal.event_id,
        case when previous.sequence is null and seal.sequence <> greatest(%3$s, 1) then 'a seal is missing before this one'
          when entry.id is null and seal.sequence is distinct from %6$L and seal.event_id <> all (%8$L::bigint[])
          then 'the event of this seal is missing'
          else 'the event or a seal before it has been changed' end as problem
      from audit_seals seal
      left join audit_events entry on entry.id = seal.event_id and entry.id >= %1$s and entry.id < %2$s
      left join audit_seals previous on previous.sequence = seal.sequence - 1
        and previous.sequence >= %4$s - 1 and previous.sequence < %5$s
      left join audit_redactions redaction
        on redaction.event_id = seal.event_id and redaction.event_id >= %1$s and redaction.event_id < %2$s
     where seal.event_id >= %1$s and seal.event_id < %2$s and seal.sequence >= %3$s
       and (previous.sequence is null and seal.sequence <> greatest(%3$s, 1)
         or case when seal.sequence = %6$L then seal.hash = %7$L
              when entry.id is null then seal.event_id = any (%8$L::bigint[])
              when redaction.event_id is null then seal.hash = sha256(coalesce(previous.hash, ''::bytea)
                || convert_to(audit_event_text(seal.sequence, entry), 'UTF8'))
              else seal.hash = redaction.seal_hash
                and redaction.text_hash = sha256(convert_to(audit_event_text(seal.sequence, entry), 'UTF8'))
            end is not true)
     order by seal.sequence
  $query$;
  unsealed constant text := $query$
    select null::bigint, entry.id, 'this event has been without a seal for more than an hour'
      from audit_events entry
     where entry.id >= %1$s and entry.id < %2$s and entry.at < %3$L
       and not exists (select from audit_seals seal
                        where seal.event_id = entry.id and seal.event_id >= %1$s and seal.event_id < %2$s)
     order by entry.id
  $query$;
begin
  select min(seal.sequence), max(seal.sequence) into first_sequence, last_sequence
    from audit_seals seal where seal.event_id >= first_id and seal.event_id < end_id and seal.sequence >= start_sequence;
  if first_sequence is not null then
    execute format(seals, first_id, end_id, start_sequence, first_sequence, last_sequence, newest.sequence, newest.hash,
        coalesce(newest.later_events, '{}'))
      into sequence, event_id, problem;
  end if;
  if problem is null then
    execute format(unsealed, first_id, end_id, sealed_until) into sequence, event_id, problem;
  end if;
  if problem is not null then
    return next;
  end if;
end $$;

-- As it was: the first place where seals and events do not fit, or no row. It goes through the events by their ids, a
-- hundred thousand at a time, so that no step sorts or hashes the whole trail.
create or replace function verify_audit_chain() returns table (sequence bigint, event_id bigint, problem text)
  language plpgsql stable set search_path = public, pg_temp set work_mem = '64MB' set jit = off as $$
declare
  many constant bigint := 100000;
  sealed_until constant timestamptz := clock_now() - interval '1 hour';
  newest audit_detached_months;
  first_id bigint;
  place record;
begin
  select month.* into newest from audit_detached_months month order by month.number desc limit 1;
  select least((select min(entry.id) from audit_events entry), (select min(seal.event_id) from audit_seals seal)) into first_id;
  while first_id is not null loop
    select * into place from verify_audit_events(first_id, first_id + many, sealed_until, newest);
    if place.problem is not null
        and (problem is null or place.sequence < sequence or sequence is null and place.sequence is not null) then
      sequence := place.sequence;
      event_id := place.event_id;
      problem := place.problem;
    end if;
    select least((select min(entry.id) from audit_events entry where entry.id >= first_id + many),
                 (select min(seal.event_id) from audit_seals seal where seal.event_id >= first_id + many)) into first_id;
  end loop;
  if problem is not null then
    return next;
  end if;
end $$;
