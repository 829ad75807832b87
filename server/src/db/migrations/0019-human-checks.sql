-- Failed sign-ins of the last minutes, by who might be behind them: 'network:…' and 'name:…', the name
-- as a fingerprint and whether somebody has it or not.
create table sign_in_failures (
  source text primary key,
  failures integer not null default 1,
  since timestamptz not null default clock_now()
);
create index sign_in_failures_by_age on sign_in_failures (since);

-- Pre-login tokens whose browser has passed the human check.
create table passed_human_checks (
  token_id bytea primary key,
  expires_at timestamptz not null
);
create index passed_human_checks_by_expiry on passed_human_checks (expires_at);
