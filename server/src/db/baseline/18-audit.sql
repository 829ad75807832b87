-- The audit trail: written by the portal, and never changed but by the redaction below. There are no foreign keys,
-- because an event outlives what it is about.
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

-- Each seal hashes the seal before it together with its event: whoever changes, removes or inserts an event has to
-- rewrite every later seal, and copies of the head are kept elsewhere.
create table audit_seals (
  event_id bigint primary key,
  sequence bigint not null unique,
  hash bytea not null
);

-- The text that is hashed. It names its fields one by one: a column that is added later leaves old seals valid.
create function audit_event_text(sequence bigint, event audit_events) returns text
  language sql stable set timezone = 'UTC'
  return jsonb_build_object('sequence', sequence, 'id', (event).id, 'at', (event).at, 'event', (event).event,
    'actor_user_id', (event).actor_user_id, 'subject_user_id', (event).subject_user_id,
    'client_id', (event).client_id, 'target_kind', (event).target_kind, 'target_id', (event).target_id,
    'before', (event).before, 'after', (event).after, 'address', (event).address,
    'session_id', (event).session_id, 'request_id', (event).request_id)::text;

-- Seals events, and returns how many and the head of the chain. Events commit out of order, so a seal counts in the
-- order of sealing. Only the newest 100,000 ids are searched for an unsealed event; none is that late, and verifying
-- reads all. Runs as the owner: it writes what portal_app may not.
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

-- Heads of the seal chain with a signature of a node, whose keys are not in the database: whoever rebuilds the seals
-- cannot make the signatures. The portal adds checkpoints and changes none.
create table audit_checkpoints (
  sequence bigint primary key,
  head_hash bytea not null,
  -- Key id and keyed hash, as "id.hash".
  signature text not null,
  created_at timestamptz not null default clock_now()
);

-- Personal data of an erased user leave the audit trail (decision 40): the texts in the states of an event become
-- '(erased)', and its address is removed. The seals stay: a redaction holds the seal that the event had, and the hash
-- over what is left of it, signed by a node, whose keys are not in the database.
create table audit_redactions (
  event_id bigint primary key,
  seal_hash bytea not null,
  -- SHA-256 over audit_event_text() of the event as it is now.
  text_hash bytea not null,
  -- Key id and keyed hash over the three values, as "id.hash".
  signature text not null,
  redacted_at timestamptz not null default clock_now()
);

-- A state of an event with '(erased)' for every text that is one of the names, which are in lower case; where the state
-- is personal, for every text but moments and those of the kept fields.
create function redacted_state(state jsonb, names text[], is_personal boolean, kept text[]) returns jsonb
  language plpgsql immutable parallel safe set search_path = public, pg_temp as $$
begin
  case jsonb_typeof(state)
    when 'string' then
      if lower(state #>> '{}') = any (names) or is_personal and state #>> '{}' !~ '^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$' then
        return to_jsonb('(erased)'::text);
      end if;
      return state;
    when 'array' then
      return (select coalesce(jsonb_agg(redacted_state(part, names, is_personal, kept) order by place), '[]')
                from jsonb_array_elements(state) with ordinality parts (part, place));
    when 'object' then
      return (select coalesce(jsonb_object_agg(field,
                redacted_state(part, names, is_personal and field <> all (kept), kept)), '{}')
                from jsonb_each(state) fields (field, part));
    else return state;
  end case;
end $$;

-- Redacts the events after first up to last, for those of the users who are deleted. Of an event about them, unless it
-- is one of the plain ones, all texts; of any other the names that they had. Returns what has to be signed: the sealed
-- ones. An event that did not fit its seal is redacted, too, and gets none, so that it stays one that was changed.
create function redact_audit_events(users integer[], first bigint, last bigint, plain text[], kept text[])
  returns table (id bigint, seal_hash text, text_hash text)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  erased integer[] := array(select one.id from users one where one.id = any (redact_audit_events.users) and one.status = 3);
  erased_texts text[] := array(select each::text from unnest(erased) each);
  names text[] := array(
    select distinct lower(name) from users one
     cross join unnest(array[one.user_name, one.email, one.pending_email, one.first_name || ' ' || one.last_name,
       one.last_name || ', ' || one.first_name, one.work_phone, one.home_phone, one.mobile_phone, one.fax, one.employee_id]) name
     where one.id = any (erased) and length(name) > 2);
begin
  -- Nothing is sealed meanwhile: a seal would be over what is read before.
  perform pg_advisory_xact_lock(hashtextextended('portal audit seals', 0));
  return query
  with page as materialized (
    select entry.id, entry.before, entry.after, entry.address,
        (entry.subject_user_id = any (erased) or (entry.target_kind = 'user' and entry.target_id = any (erased_texts))
          or (entry.subject_user_id is null and entry.actor_user_id = any (erased))) is true as is_about,
        coalesce(entry.actor_user_id, entry.subject_user_id) = any (erased) as is_by,
        entry.event = any (plain) as is_plain
      from audit_events entry where entry.id > first and entry.id <= last
  ), redacted as (
    select page.id,
        redacted_state(page.before, names, is_about and not is_plain, kept) as before,
        redacted_state(page.after, names, is_about and not is_plain, kept) as after,
        case when is_by then null else page.address end as address
      from page
     where is_about or is_by or exists (
       select from jsonb_path_query(jsonb_build_array(page.before, page.after), 'strict $.**') part
        where jsonb_typeof(part) = 'string' and lower(part #>> '{}') = any (names))
  ), changed as (
    select redacted.*, seal.sequence, seal.hash,
        case when former.event_id is null
          then seal.hash = sha256(coalesce(previous.hash, ''::bytea) || convert_to(audit_event_text(seal.sequence, entry), 'UTF8'))
          else seal.hash = former.seal_hash and former.text_hash = sha256(convert_to(audit_event_text(seal.sequence, entry), 'UTF8'))
        end as fits
      from redacted
      join audit_events entry on entry.id = redacted.id
      left join audit_seals seal on seal.event_id = entry.id
      left join audit_seals previous on previous.sequence = seal.sequence - 1
      left join audit_redactions former on former.event_id = entry.id
     where (redacted.before, redacted.after, redacted.address) is distinct from (entry.before, entry.after, entry.address)
  ), updated as (
    update audit_events entry set before = changed.before, after = changed.after, address = changed.address
      from changed where entry.id = changed.id
    returning entry.id, changed.fits, changed.hash,
      sha256(convert_to(audit_event_text(changed.sequence, entry), 'UTF8')) as text_hash
  )
  select updated.id, encode(updated.hash, 'hex'), encode(updated.text_hash, 'hex') from updated where updated.fits;
end $$;

-- The first place where seals and events do not fit, or no row. An event may wait an hour for its seal. A redacted
-- event fits while its seal is the one that it had and nothing was changed since.
create function verify_audit_chain() returns table (sequence bigint, event_id bigint, problem text)
  language sql stable set search_path = public, pg_temp as $$
  with sealed as (
    select seal.sequence, seal.event_id, seal.hash, entry.id as found,
      row_number() over in_order as expected_sequence,
      case when redaction.event_id is null
        then seal.hash = sha256(coalesce(lag(seal.hash) over in_order, ''::bytea)
          || convert_to(audit_event_text(seal.sequence, entry), 'UTF8'))
        else seal.hash = redaction.seal_hash
          and redaction.text_hash = sha256(convert_to(audit_event_text(seal.sequence, entry), 'UTF8'))
      end as fits
    from audit_seals seal
    left join audit_events entry on entry.id = seal.event_id
    left join audit_redactions redaction on redaction.event_id = seal.event_id
    window in_order as (order by seal.sequence)
  ), breaks as (
    select sealed.sequence, sealed.event_id,
      case when sealed.sequence <> expected_sequence then 'a seal is missing before this one'
        when found is null then 'the event of this seal is missing'
        else 'the event or a seal before it has been changed' end as problem
    from sealed
    where sealed.sequence <> expected_sequence or found is null or fits is not true
    union all
    select null, entry.id, 'this event has been without a seal for more than an hour'
    from audit_events entry
    where entry.at < clock_now() - interval '1 hour'
      and not exists (select from audit_seals seal where seal.event_id = entry.id)
  )
  select breaks.sequence, breaks.event_id, breaks.problem
  from breaks order by breaks.sequence nulls last, breaks.event_id limit 1
$$;

-- What the daily verification of the audit trail found; the portal adds results and changes none.
create table audit_verifications (
  id bigint generated always as identity primary key,
  verified_at timestamptz not null default clock_now(),
  -- Null: the trail was whole.
  problem text,
  -- The newest seal that was verified; null where nothing was sealed yet.
  sequence bigint
);

-- Errors that browsers report.
create table client_log_entries (
  id bigint generated by default as identity primary key,
  user_id integer references users on delete set null,
  kind text not null,
  message text not null,
  url text,
  stack text,
  cause text,
  build text,
  request_id text,
  created_at timestamptz not null default clock_now()
);
create index client_log_entries_by_creation on client_log_entries (created_at);
create index client_log_entries_by_user on client_log_entries (user_id);
