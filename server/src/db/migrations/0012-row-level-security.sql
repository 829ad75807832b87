-- The second line behind the conditions that queries write themselves: a transaction sees users and
-- grants of its scope, and none without one. The owner of the tables, who migrates, is not held.
-- Each function stands in a subselect so that it is asked once a query and not once a row.
alter table users enable row level security;
create policy users_in_scope on users
  using (
    (select scope_is_everything())
    or client_id = (select scope_client_id())
    or id = (select scope_user_id())
  )
  with check (
    (select scope_is_everything())
    or client_id = (select scope_client_id())
    or (id = (select scope_user_id()) and client_id = (select scope_own_client_id()))
  );

alter table user_counts enable row level security;
create policy user_counts_in_scope on user_counts
  using ((select scope_is_everything()) or client_id = (select scope_client_id()));

-- A grant is seen where its user is. Nobody gives himself one: in the scope 'own' none is written.
alter table user_system_grants enable row level security;
create policy user_system_grants_in_scope on user_system_grants
  using (
    (select scope_is_everything())
    or user_id = (select scope_user_id())
    or exists (select from users where users.id = user_id and users.client_id = (select scope_client_id()))
  )
  with check (
    (select scope_is_everything())
    or exists (select from users where users.id = user_id and users.client_id = (select scope_client_id()))
  );

alter table user_page_grants enable row level security;
create policy user_page_grants_in_scope on user_page_grants
  using (
    (select scope_is_everything())
    or user_id = (select scope_user_id())
    or exists (select from users where users.id = user_id and users.client_id = (select scope_client_id()))
  )
  with check (
    (select scope_is_everything())
    or exists (select from users where users.id = user_id and users.client_id = (select scope_client_id()))
  );

alter table user_facility_grants enable row level security;
create policy user_facility_grants_in_scope on user_facility_grants
  using (
    (select scope_is_everything())
    or user_id = (select scope_user_id())
    or exists (select from users where users.id = user_id and users.client_id = (select scope_client_id()))
  )
  with check (
    (select scope_is_everything())
    or exists (select from users where users.id = user_id and users.client_id = (select scope_client_id()))
  );

alter table user_customer_grants enable row level security;
create policy user_customer_grants_in_scope on user_customer_grants
  using (
    (select scope_is_everything())
    or user_id = (select scope_user_id())
    or exists (select from users where users.id = user_id and users.client_id = (select scope_client_id()))
  )
  with check (
    (select scope_is_everything())
    or exists (select from users where users.id = user_id and users.client_id = (select scope_client_id()))
  );
