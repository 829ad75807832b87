-- step: expand; oldest serving version: 0.1.0
-- Seconds since the oldest open transaction in this database began, a statement that waits for a lock included; 0 where
-- none is open. As the owner, because portal_app does not see when the transactions of others began.
create function oldest_transaction_seconds() returns double precision
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(extract(epoch from clock_timestamp() - min(xact_start)), 0)::double precision
    from pg_stat_activity
   where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
$$;
revoke all on function oldest_transaction_seconds() from public;
grant execute on function oldest_transaction_seconds() to portal_app;
