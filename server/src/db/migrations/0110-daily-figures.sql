-- step: expand; oldest serving version: 0.2.0

-- How often something happened on a day, counted from the audit trail by a job: for all clients, and for each of them.
create table daily_figures (
  day date not null,
  kind text not null check (kind in ('signIns', 'failedSignIns', 'newUsers', 'accessRequests')),
  -- Null: of all clients, and of events that belong to none.
  client_id integer,
  amount integer not null
);
create unique index daily_figures_by_client on daily_figures (coalesce(client_id, 0), day, kind);

alter table daily_figures enable row level security;
create policy daily_figures_in_scope on daily_figures
  using ((select scope_is_everything()) or client_id = (select scope_client_id()));
