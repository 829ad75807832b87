-- An administrator of the operator states what becomes of an enhancement request, with an answer that the sender reads.
alter table enhancement_requests
  add column answer text not null default '',
  add column version integer not null default 1,
  add column changed_by integer references users on delete set null;
create index enhancement_requests_by_changer on enhancement_requests (changed_by) where changed_by is not null;

alter table enhancement_requests enable row level security;
create policy enhancement_requests_in_scope on enhancement_requests
  using (
    (select scope_is_everything())
    or client_id = (select scope_client_id())
    or user_id = (select scope_user_id())
  );
