-- step: expand; oldest serving version: 0.2.0

-- Places to which the setting PORTAL_EVENT_LOG has events of the audit trail written (decision 62).
create table event_log_places (
  -- The setting itself, which has no secret.
  name text primary key,
  -- Events up to the seal of this number are there.
  position bigint not null,
  written_at timestamptz,
  -- Failed attempts since something was written.
  failures integer not null default 0,
  next_attempt_at timestamptz not null default clock_now()
);
