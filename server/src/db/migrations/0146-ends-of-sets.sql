-- step: expand; oldest serving version: 0.2.0

-- When a set ends by itself, as any grant does; null: no planned end.
alter table permission_set_holders add column ends_at timestamptz check (ends_at > valid_from);
create index permission_set_holders_by_end on permission_set_holders (ends_at) where valid_to is null and ends_at is not null;

-- A set counts until its end, and what it gives ends with it. What groups give has no end.
create or replace view source_members as
select one.kind, one.client_id, one.source_id, one.user_id, one.ends_at
from (
  select 'group' as kind, provided.client_id, link.group_id as source_id, provided.user_id, null::timestamptz as ends_at
  from scim_users provided
  join scim_group_members link on link.client_id = provided.client_id and link.member_id = provided.id
  where provided.deleted_at is null
  union all
  select 'set', person.client_id, held.set_id, held.user_id, held.ends_at
  from permission_set_holders held
  join users person on person.id = held.user_id
  join permission_sets named on named.id = held.set_id
  where held.valid_to is null and (held.ends_at is null or held.ends_at > clock_now()) and named.deleted_at is null
    and (named.client_id is null or named.client_id = person.client_id)) one
where (select scope_is_everything()) or one.client_id = (select scope_client_id());
