-- Written by the portal, changed by nobody. No foreign keys: an event outlives what it speaks of.
create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_now(),
  event text not null,
  actor_user_id integer,
  subject_user_id integer,
  client_id integer,
  target_kind text,
  target_id text,
  before jsonb,
  after jsonb,
  address inet,
  session_id bigint,
  request_id text
);
create index audit_events_by_time on audit_events (at);
create index audit_events_by_actor on audit_events (actor_user_id, id);
create index audit_events_by_subject on audit_events (subject_user_id, id);
create index audit_events_by_client on audit_events (client_id, id);
create index audit_events_by_target on audit_events (target_kind, target_id, id);
revoke all on audit_events from portal_app;
-- Neither the number nor the time of an event is the portal's to choose.
grant select, insert (event, actor_user_id, subject_user_id, client_id, target_kind, target_id, before, after,
  address, session_id, request_id) on audit_events to portal_app;

-- Each seal hashes the seal before it together with its event: whoever changes, removes or slips in
-- an event has to rewrite every later seal, and the head is handed out to be kept elsewhere.
create table audit_seals (
  event_id bigint primary key,
  sequence bigint not null unique,
  hash bytea not null
);
revoke all on audit_seals from portal_app;
grant select on audit_seals to portal_app;

-- The text that is hashed. It names its fields one by one: a column added later leaves old seals good.
create function audit_event_text(sequence bigint, event audit_events) returns text
  language sql stable set timezone = 'UTC'
  return jsonb_build_object('sequence', sequence, 'id', (event).id, 'at', (event).at, 'event', (event).event,
    'actor_user_id', (event).actor_user_id, 'subject_user_id', (event).subject_user_id,
    'client_id', (event).client_id, 'target_kind', (event).target_kind, 'target_id', (event).target_id,
    'before', (event).before, 'after', (event).after, 'address', (event).address,
    'session_id', (event).session_id, 'request_id', (event).request_id)::text;

-- Events commit out of order, so a seal counts in the order of sealing. Only the newest 100,000
-- numbers are searched for an unsealed event; none is that late, and verifying looks at all.
create function seal_audit_events(most integer)
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
-- As the owner it writes what portal_app may not; nobody else has a use for it.
revoke all on function seal_audit_events(integer) from public;
grant execute on function seal_audit_events(integer) to portal_app;

-- The first place where seals and events do not fit, or no row. An event may wait an hour for its seal.
create function verify_audit_chain() returns table (sequence bigint, event_id bigint, problem text)
  language sql stable set search_path = public, pg_temp as $$
  with sealed as (
    select seal.sequence, seal.event_id, seal.hash, entry.id as found,
      row_number() over in_order as expected_sequence,
      sha256(coalesce(lag(seal.hash) over in_order, ''::bytea)
        || convert_to(audit_event_text(seal.sequence, entry), 'UTF8')) as expected_hash
    from audit_seals seal left join audit_events entry on entry.id = seal.event_id
    window in_order as (order by seal.sequence)
  ), breaks as (
    select sealed.sequence, sealed.event_id,
      case when sealed.sequence <> expected_sequence then 'a seal is missing before this one'
        when found is null then 'the event of this seal is missing'
        else 'the event or a seal before it has been changed' end as problem
    from sealed
    where sealed.sequence <> expected_sequence or found is null or hash <> expected_hash
    union all
    select null, entry.id, 'this event has been without a seal for more than an hour'
    from audit_events entry
    where entry.at < clock_now() - interval '1 hour'
      and not exists (select from audit_seals seal where seal.event_id = entry.id)
  )
  select breaks.sequence, breaks.event_id, breaks.problem
  from breaks order by breaks.sequence nulls last, breaks.event_id limit 1
$$;
