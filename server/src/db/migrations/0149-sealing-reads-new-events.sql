-- step: expand; oldest serving version: 0.2.0

-- As it was. With the first id in the text of the statement it is planned for the newest ids; as a value that is only
-- known later it made the database read the whole trail, and all seals, each time.
create or replace function seal_audit_events(most integer)
  returns table (sealed integer, head_sequence bigint, head_hash bytea)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  candidate audit_events;
  unsealed constant text := $query$
    select entry.* from audit_events entry
     where entry.id > %1$s
       and not exists (select from audit_seals seal where seal.event_id = entry.id and seal.event_id > %1$s)
     order by entry.id limit %2$s
  $query$;
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
  end loop;
  return next;
end $$;
