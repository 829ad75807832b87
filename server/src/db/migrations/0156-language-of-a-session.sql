-- step: expand; oldest serving version: 0.2.0

-- The language in which the user signed in: that of mails to users who have chosen none. Any code, as that of an account.
alter table sessions add column language text check (language ~ '^[a-z]{2}$');
