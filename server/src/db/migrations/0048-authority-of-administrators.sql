-- What a user administers (decision E4); its reader asks by user_id, before there is a scope.
create view user_authorities as
select
  account.id as user_id,
  account.is_internal and exists (
    select from user_system_grants given
    where given.user_id = account.id and given.system_id = 2 and given.is_admin
      and is_grant_current(given.valid_to, given.ends_at)
  ) as is_portal_admin,
  array(
    select given.system_id from user_system_grants given
    where given.user_id = account.id and given.is_admin and is_grant_current(given.valid_to, given.ends_at)
    order by given.system_id
  ) as admin_system_ids
from users account;
revoke insert, update, delete on user_authorities from portal_app;

update pages set name = 'Audit Trail' where system_id = 2 and name = 'Audit';
