-- step: expand; oldest serving version: 0.2.0

-- The users that wrong passwords have locked, for the list of users and the overview of administrators.
create index locked_user_sign_ins on user_sign_ins (locked_until, user_id) where locked_until is not null;
