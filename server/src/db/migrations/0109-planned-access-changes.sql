-- step: expand; oldest serving version: 0.2.0

-- Acts that begin on a date.
alter table access_changes add column planned_at timestamptz;
alter table access_changes drop constraint access_changes_state_check;
alter table access_changes add constraint access_changes_state_check
  check (state in ('planned', 'running', 'done', 'stopped', 'undoing', 'undone'));
