-- Whether the audit trail has the end of an emulation. Those that end by themselves are recorded by a job.
alter table sessions add column is_end_recorded boolean not null default false;
update sessions set is_end_recorded = true where actor_user_id is null or ended_at is not null or expires_at <= clock_now();
create index emulations_without_recorded_end on sessions (id) where actor_session_id is not null and not is_end_recorded;
