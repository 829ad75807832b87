-- What has run on this database: the baseline as version 0, and every migration. Nodes of other versions read here
-- whether they may serve.
create table schema_migrations (
  version integer primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now(),
  oldest_serving_version text not null default '0.1.0'
);

create extension if not exists pg_trgm with schema public;

-- Rights of portal_app on tables and sequences that are added later; grants.sql states those that count.
grant usage on schema public to portal_app;
alter default privileges in schema public grant select, insert, update, delete on tables to portal_app;
alter default privileges in schema public grant usage, select on sequences to portal_app;

-- The time that decides is the database's, so that two nodes with different clocks decide alike. PostgreSQL takes the
-- function into the plan of each statement.
create function clock_now() returns timestamptz
  language sql stable parallel safe
  return now();

-- For rehearsals of another day, by the owner of the database: replaces clock_now().
create function set_clock_offset(ahead_by interval) returns void
  language plpgsql
  as $$
begin
  execute format(
    'create or replace function public.clock_now() returns timestamptz language sql stable parallel safe return now() + interval %L',
    ahead_by);
end
$$;

create function business_today(time_zone text) returns date
  language sql stable parallel safe
  return (public.clock_now() at time zone time_zone)::date;

-- The scope of a transaction, set by its first statement. Where nothing is set, each of these is null or false, and the
-- policies that use them let no row through.
create function scope_is_everything() returns boolean
  language sql stable parallel safe
  return coalesce(current_setting('portal.scope', true) = 'everything', false);

create function scope_client_id() returns integer
  language sql stable parallel safe
  return case when current_setting('portal.scope', true) = 'client'
    then nullif(current_setting('portal.client_id', true), '')::integer end;

create function scope_user_id() returns integer
  language sql stable parallel safe
  return case when current_setting('portal.scope', true) = 'own'
    then nullif(current_setting('portal.user_id', true), '')::integer end;

-- The employer of a user who acts on their own rows: they may not move themselves to another.
create function scope_own_client_id() returns integer
  language sql stable parallel safe
  return case when current_setting('portal.scope', true) = 'own'
    then nullif(current_setting('portal.client_id', true), '')::integer end;

-- Counts the changes of a row, so that two administrators never overwrite each other silently. A table that takes
-- part has the columns version, changed_at and changed_by, and this trigger.
create function row_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.changed_at := clock_now();
  return new;
end $$;

-- Seconds since the oldest open transaction in this database began, a statement that waits for a lock included; 0 where
-- none is open. As the owner, because portal_app does not see when the transactions of others began.
create function oldest_transaction_seconds() returns double precision
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(extract(epoch from clock_timestamp() - min(xact_start)), 0)::double precision
    from pg_stat_activity
   where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
$$;

-- The keys of PORTAL_SECRET_KEYS that nodes have started with, without the keys themselves.
create table secret_key_checks (
  id text primary key,
  -- HMAC of a fixed text with the key.
  key_check text not null,
  recorded_at timestamptz not null default clock_timestamp(),
  -- When a node first had it in front, where it signs; null: it has only verified so far.
  signs_since timestamptz
);
