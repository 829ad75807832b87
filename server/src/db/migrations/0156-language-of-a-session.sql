-- step: expand; oldest serving version: 0.2.0

-- The language in which the user signed in: that of mails to users who have chosen none. No check, which would read all
-- sessions while every request waits.
alter table sessions add column language text;
