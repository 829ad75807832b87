-- One index for three questions: the users of one employer in their order; how many users match a search, of one
-- employer or of all; and the matches of words that are too short (or not Latin) for the trigram index.
create index users_by_client_new on users (client_id, first_name, id) include (status, search_text);
drop index users_by_client;
alter index users_by_client_new rename to users_by_client;
-- A tenth of each new block stays free: a change of no indexed column (password, license, preferences) then stays
-- in its block and touches no index.
alter table users set (fillfactor = 90);
-- Small, so that the statement that happens to empty it into the index waits milliseconds.
alter index users_by_search_text set (gin_pending_list_limit = 1024);
