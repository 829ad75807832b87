-- step: expand; oldest serving version: 0.2.0; concurrent

-- Users of one first name are in the order of their last names, and the other way round. Lists of users beside that of the
-- administration, and nodes of the release before, still use the indexes by one name.
create index concurrently if not exists users_by_names on users (first_name, last_name, id) include (status, client_id);
create index concurrently if not exists users_by_last_names on users (last_name, first_name, id) include (status, client_id);
create index concurrently if not exists users_of_client_by_names on users (client_id, first_name, last_name, id)
  include (status, search_text);
