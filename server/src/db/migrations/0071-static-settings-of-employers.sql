-- Settings of the application itself count their changes, as other static settings do.
alter table application_settings
  drop column updated_at,
  add column version integer not null default 1,
  add column changed_at timestamptz not null default clock_now(),
  add column changed_by integer references users on delete set null;
create trigger row_version before update on application_settings for each row execute function row_version();

-- Employers that get a regular list of their users and what these may do (decision I4).
create table entitlement_report_settings (
  client_id integer primary key references clients on delete cascade,
  -- How the report names the employer; null: by its own code.
  client_code text,
  is_enabled boolean not null,
  version integer not null default 1,
  changed_at timestamptz not null default clock_now(),
  changed_by integer references users on delete set null
);
create trigger row_version before update on entitlement_report_settings for each row execute function row_version();
alter table entitlement_report_settings enable row level security;
create policy entitlement_report_settings_in_scope on entitlement_report_settings
  using ((select scope_is_everything()) or client_id = (select scope_client_id()));

-- The session timeouts of employers as a table of their own. They stay where sessions read them.
alter table clients
  add column timeout_version integer not null default 1,
  add column timeout_changed_at timestamptz not null default clock_now(),
  add column timeout_changed_by integer references users on delete set null;
create view client_session_timeouts with (security_invoker) as
select
  id as client_id, idle_minutes, timeout_version as version, timeout_changed_at as changed_at,
  timeout_changed_by as changed_by
from clients where idle_minutes is not null and not is_deleted;

create function write_client_session_timeout() returns trigger language plpgsql as $$
declare
  held public.clients;
begin
  if tg_op = 'DELETE' then
    update public.clients set idle_minutes = null where id = old.client_id;
    return old;
  end if;
  if tg_op = 'INSERT' then
    select * into held from public.clients where id = new.client_id and not is_deleted for update;
    if not found then
      raise exception 'there is no such client' using errcode = 'foreign_key_violation',
        constraint = 'client_session_timeouts_client_id_fkey';
    end if;
    if held.idle_minutes is not null then
      raise exception 'the client has a session timeout' using errcode = 'unique_violation',
        constraint = 'client_session_timeouts_pkey';
    end if;
    new.version := coalesce(new.version, 1);
  else
    new.client_id := old.client_id;
    new.version := old.version + 1;
  end if;
  new.changed_at := public.clock_now();
  update public.clients
     set idle_minutes = new.idle_minutes, timeout_version = new.version, timeout_changed_at = new.changed_at,
         timeout_changed_by = new.changed_by
   where id = new.client_id;
  return new;
end $$;
create trigger write_client_session_timeout instead of insert or update or delete on client_session_timeouts
  for each row execute function write_client_session_timeout();

-- Ended grants of a facility stay after it is deleted; a new one still needs its facility.
alter table user_facility_grants drop constraint user_facility_grants_facility_code_fkey;
create function require_facility() returns trigger language plpgsql as $$
begin
  perform from public.facilities where code = new.facility_code for key share;
  if not found then
    raise exception 'there is no such facility' using errcode = 'foreign_key_violation',
      constraint = 'user_facility_grants_facility_code_fkey';
  end if;
  return new;
end $$;
create trigger require_facility before insert on user_facility_grants
  for each row execute function require_facility();
create unique index facilities_by_name on facilities (lower(name));
