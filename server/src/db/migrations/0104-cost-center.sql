-- step: expand; oldest serving version: 0.2.0

-- Whose budget pays for what the user does. Only internal administrators see and set it.
alter table users add column cost_center text;
create index users_by_cost_center on users (lower(cost_center) text_pattern_ops) where cost_center is not null;

create or replace view users_in_scope as
select
  id, user_name, user_name_folded, first_name, middle_initial, last_name, email, email_folded, search_text,
  client_id, department_id, employee_id, status, is_internal, is_us_associate, sign_in_kind,
  second_factor_required, created_at, status_changed_at, cost_center
from users
where (select scope_is_everything())
  or client_id = (select scope_client_id())
  or id = (select scope_user_id());
