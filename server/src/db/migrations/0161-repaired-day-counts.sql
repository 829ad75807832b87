-- step: expand; oldest serving version: 0.2.0

-- Compares how many sealed events each day has, and each client on it, with the events, and writes the numbers that are
-- wrong anew; returns those. First without waiting for anything; the days that seem wrong, and no other, are then counted
-- once more while nothing is sealed. A day without events has no number. Of events, which are many, only client and day are
-- read.
create function repair_audit_day_counts()
  returns table (client_id integer, day date, counted integer, events integer)
  language plpgsql security definer
  set search_path = public, pg_temp set timezone = 'UTC' set jit = off as $$
#variable_conflict use_column
declare
  days date[];
  -- With the values in the text of a statement it is planned for them, and runs in parallel where the server allows. What
  -- is not sealed yet is among the newest, as where events are sealed.
  wrong constant text := $query$
    select coalesce(found.client_id, kept.client_id) as client_id, coalesce(found.day, kept.day) as day,
           coalesce(kept.events, 0) as counted, coalesce(found.events, 0)::integer as events
      from (select coalesce(part.client_id, 0) as client_id, part.day, sum(part.events) as events
              from (select entry.client_id, entry.at::date as day, count(*) as events
                      from %2$s group by 1, 2
                    union all
                    select entry.client_id, entry.at::date, -count(*) from %2$s
                     where entry.id > %1$s
                       and not exists (select from audit_seals seal where seal.event_id = entry.id and seal.event_id > %1$s)
                     group by 1, 2) part
             group by grouping sets ((part.day), (part.client_id, part.day))
            having grouping(part.client_id) = 1 or part.client_id is not null) found
      full join (select * from audit_day_counts where %3$s) kept
        on kept.client_id = found.client_id and kept.day = found.day
     where coalesce(found.events, 0) <> coalesce(kept.events, 0)
  $query$;
  newest constant text := '(select coalesce(max(seal.event_id), 0) - 100000 from audit_seals seal)';
begin
  execute format('select array_agg(distinct day) from (%s) each', format(wrong, newest, 'audit_events entry', 'true'))
    into days;
  if days is null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('portal audit seals', 0));
  for client_id, day, counted, events in
    execute format(wrong, newest,
      format('unnest(%L::date[]) sought(day) join audit_events entry on entry.at >= sought.day and entry.at < sought.day + 1',
        days),
      format('day = any (%L::date[])', days))
  loop
    if events = 0 then
      delete from audit_day_counts kept
       where kept.client_id = repair_audit_day_counts.client_id and kept.day = repair_audit_day_counts.day;
    else
      insert into audit_day_counts as kept (client_id, day, events) values (client_id, day, events)
        on conflict (client_id, day) do update set events = excluded.events;
    end if;
    return next;
  end loop;
end $$;
