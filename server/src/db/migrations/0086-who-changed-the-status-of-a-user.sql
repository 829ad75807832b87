-- Who gave a user their status; null: a job, a command, or nobody since the user was added.
alter table users
  add column status_changed_by integer references users on delete set null;
update users set status_changed_by = deletion.actor_user_id
  from (select distinct on (target_id) target_id, actor_user_id
          from audit_events
         where event = 'user_updated' and target_kind = 'user' and after ->> 'status' = '3'
         order by target_id, id desc) deletion
 where users.status = 3 and deletion.target_id = users.id::text;
create index users_by_status_changed_by on users (status_changed_by) where status_changed_by is not null;

-- Deleted users in the order of their deletion.
create index users_by_deletion on users (status_changed_at, id) include (client_id) where status = 3;

create or replace view users_in_scope as
select
  id, user_name, user_name_folded, first_name, middle_initial, last_name, email, email_folded, search_text,
  client_id, department_id, employee_id, status, is_internal, is_us_associate, sign_in_kind,
  second_factor_required, created_at, status_changed_at
from users
where (select scope_is_everything())
  or client_id = (select scope_client_id())
  or id = (select scope_user_id());
