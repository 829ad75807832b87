-- What portal_app may do is granted here once, for every table and function that follows; the few
-- tables it may not write to take that back where they are made.
grant usage on schema public to portal_app;
alter default privileges in schema public grant select, insert, update, delete on tables to portal_app;
alter default privileges in schema public grant usage, select on sequences to portal_app;

-- The time that decides is the database's, so that two nodes with different clocks decide alike.
-- ahead_by is zero except where the owner of the database rehearses another day.
create table clock (
  only_row boolean primary key default true check (only_row),
  ahead_by interval not null default '0'
);
insert into clock default values;
revoke insert, update, delete on clock from portal_app;

create function clock_now() returns timestamptz
  language sql stable parallel safe
  return now() + (select ahead_by from public.clock);

create function business_today(time_zone text) returns date
  language sql stable parallel safe
  return (public.clock_now() at time zone time_zone)::date;

-- The scope of a transaction, set by its first statement. Nothing set means nothing seen: each of
-- these is null or false then, and the policies built on them let no row through.
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

-- The employer of somebody who acts on his own rows: he may not move himself to another.
create function scope_own_client_id() returns integer
  language sql stable parallel safe
  return case when current_setting('portal.scope', true) = 'own'
    then nullif(current_setting('portal.client_id', true), '')::integer end;
