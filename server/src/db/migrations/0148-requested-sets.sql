-- step: expand; oldest serving version: 0.2.0

-- Users may ask for a permission set.
alter table permission_sets add column is_requestable boolean not null default false;

-- A request is for a page or for a permission set. Nodes of earlier versions leave out those for sets.
alter table access_requests
  alter column page_id drop not null,
  add column set_id integer references permission_sets,
  add constraint access_requests_for_one check (num_nonnulls(page_id, set_id) = 1);
create unique index pending_set_requests on access_requests (user_id, set_id) where state = 'pending' and set_id is not null;
create index access_requests_by_set on access_requests (set_id) where set_id is not null;
