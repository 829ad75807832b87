-- A ticket may be shown again while its owner thinks about his other session. However often he is asked,
-- his time runs from here.
alter table sign_in_tickets add column issued_at timestamptz not null default clock_now();
