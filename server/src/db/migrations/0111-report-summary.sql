-- step: expand; oldest serving version: 0.2.0

-- What the rows of a finished report have in common: numbers, and names of applications and employers. Null where an
-- earlier version has generated it.
alter table reports add column summary jsonb;
