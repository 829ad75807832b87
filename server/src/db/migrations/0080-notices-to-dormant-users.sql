-- The latest notice to a user that the account is inactivated unless they sign in. `active_at` is the activity after
-- which it was sent: any later one makes the notice void.
create table dormancy_notices (
  user_id integer primary key references users on delete cascade,
  active_at timestamptz not null,
  noticed_at timestamptz not null default clock_now()
);

-- For jobs alone.
alter table dormancy_notices enable row level security;
create policy dormancy_notices_of_jobs on dormancy_notices using ((select scope_is_everything()));

-- Temporary passwords that are still stored, for the job that erases those that have expired.
create index users_by_end_of_temporary_password on users (temporary_password_expires_at)
  where temporary_password_expires_at is not null and password_hash is not null;
