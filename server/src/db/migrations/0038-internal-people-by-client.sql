-- Everybody may share documents with internal people: which clients have some, and who they are.
create index users_internal_by_client on users (client_id, id) where is_internal and status = 1;
