-- 4: erased. Personal data of a user who was deleted long ago are gone for good; the row stays, because grants,
-- reviews and the audit trail name it.
alter table users drop constraint users_status_check;
alter table users add constraint users_status_check check (status in (1, 2, 3, 4));
