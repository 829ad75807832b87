-- A try at a user name that nobody has costs what a try at a real one does, so that the time of the
-- answer tells nothing: it is counted too, in one of a fixed number of slots.
create table nobody_sign_ins (
  slot smallint primary key check (slot between 0 and 1023),
  attempts integer not null default 0,
  attempts_since timestamptz
) with (fillfactor = 50);
insert into nobody_sign_ins (slot) select generate_series(0, 1023);
