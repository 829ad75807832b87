-- Notices that were sent about grants that end: one row for each grant and each notice. A change of a grant opens
-- another row in its table, with notices of its own.
create table grant_end_notices (
  kind text not null check (kind in ('system', 'page', 'facility', 'customer')),
  grant_id integer not null,
  days_before smallint not null,
  noticed_at timestamptz not null default clock_now(),
  primary key (kind, grant_id, days_before)
);
create index grant_end_notices_by_time on grant_end_notices (noticed_at);

-- For jobs alone.
alter table grant_end_notices enable row level security;
create policy grant_end_notices_of_jobs on grant_end_notices using ((select scope_is_everything()));
