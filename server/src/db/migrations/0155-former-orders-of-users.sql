-- step: expand; oldest serving version: 0.2.0

-- Nodes of the release before sort users of one first name themselves from now on.
drop index users_by_first_name;
drop index users_by_last_name;
drop index users_by_client;
