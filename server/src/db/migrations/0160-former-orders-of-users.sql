-- step: expand; oldest serving version: 0.2.0

-- Every list of users compares both names, by the indexes of step 0154, which begin with the columns of these. Nodes of the
-- release before walk those too, and sort users of one name themselves.
drop index users_by_first_name;
drop index users_by_last_name;
drop index users_by_client;
