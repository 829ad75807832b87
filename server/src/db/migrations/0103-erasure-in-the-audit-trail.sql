-- step: expand; oldest serving version: 0.1.0
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
revoke all on audit_redactions from portal_app;
grant select, insert (event_id, seal_hash, text_hash, signature), update (text_hash, signature, redacted_at)
  on audit_redactions to portal_app;

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
revoke all on function redact_audit_events(integer[], bigint, bigint, text[], text[]) from public;
grant execute on function redact_audit_events(integer[], bigint, bigint, text[], text[]) to portal_app;

-- As before, and for a redacted event: its seal is the one that it had, and nothing was changed since.
create or replace function verify_audit_chain() returns table (sequence bigint, event_id bigint, problem text)
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
