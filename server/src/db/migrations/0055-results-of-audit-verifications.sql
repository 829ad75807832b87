-- What the daily verification of the audit trail found; the portal adds results and changes none.
create table audit_verifications (
  id bigint generated always as identity primary key,
  verified_at timestamptz not null default clock_now(),
  -- Null: the trail was whole.
  problem text,
  -- The newest seal that was verified; null where nothing was sealed yet.
  sequence bigint
);
revoke all on audit_verifications from portal_app;
grant select, insert (problem, sequence) on audit_verifications to portal_app;
