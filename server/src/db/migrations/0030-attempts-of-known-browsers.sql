-- Attempts of a browser in which the user has signed in before. They have a budget of their own, so that
-- guesses from elsewhere, which spend the account's and lock it, do not keep him out.
create table device_sign_ins (
  user_id integer not null references users on delete cascade,
  binding_hash bytea not null,
  attempts integer not null,
  attempts_since timestamptz not null,
  primary key (user_id, binding_hash)
) with (fillfactor = 50);
create index device_sign_ins_by_age on device_sign_ins (attempts_since);
