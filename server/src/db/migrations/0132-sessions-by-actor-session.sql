-- step: expand; oldest serving version: 0.2.0; concurrent

-- A session that is deleted is looked for among those that emulate from it, ended ones, too.
create index concurrently if not exists sessions_by_actor_session on sessions (actor_session_id) where actor_session_id is not null;
