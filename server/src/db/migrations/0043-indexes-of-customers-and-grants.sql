-- Children of a customer in their order, 100 at a time; also serves what the index by parent alone did.
create index customers_by_parent_and_name on customers (parent_id, name, id);
drop index customers_by_parent;
-- Who had a system on a day: answered from the index alone.
create index user_system_grants_by_system_new on user_system_grants (system_id, user_id)
  include (valid_from, valid_to, ends_at, is_admin, has_sensitive_data);
drop index user_system_grants_by_system;
alter index user_system_grants_by_system_new rename to user_system_grants_by_system;
