-- Between two steps of one sign-in: whoever has shown who he is, but is not in yet. Good once, in the
-- browser that began, for a few minutes.
create table sign_in_tickets (
  token_hash bytea primary key,
  -- What the ticket opens: the second factor, its enrolment, or the check of the user after a step elsewhere.
  step text not null check (step in ('factor', 'enrolment', 'factor-passed', 'directory', 'federated')),
  user_id integer not null references users on delete cascade,
  binding_hash bytea not null,
  -- The user has confirmed that his other sessions end.
  is_confirmed boolean not null default false,
  expires_at timestamptz not null
);
create index sign_in_tickets_by_expiry on sign_in_tickets (expires_at);
create index sign_in_tickets_by_user on sign_in_tickets (user_id);
