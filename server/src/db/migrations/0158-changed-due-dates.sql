-- step: expand; oldest serving version: 0.2.0

-- Those who decide are mailed again before another due date.
alter table access_reviews add column is_due_changed boolean not null default false;
