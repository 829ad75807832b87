-- When the user last showed who they are in this session; sensitive administration asks for it anew.
alter table sessions add column authenticated_at timestamptz not null default clock_now();
update sessions set authenticated_at = created_at;
-- After the password of a user with a second factor, and after a trip to the provider.
alter table sign_in_tickets drop constraint sign_in_tickets_step_check;
alter table sign_in_tickets add constraint sign_in_tickets_step_check
  check (step in ('factor', 'factor-shown', 'enrolment', 'enrolled', 'factor-passed', 'directory', 'federated',
    'reauthentication-factor', 'reauthentication'));
