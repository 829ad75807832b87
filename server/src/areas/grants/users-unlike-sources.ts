import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { int, statement } from '../../db/statement.ts'
import { lacksSet } from './sets-by-group.ts'
import { unlikeCustomers } from './source-customers.ts'
import { endOf, hasOtherEnd } from './source-ends.ts'
import { mayGiveBySource } from './source-rights.ts'

/** Users whose grants one transaction compares with their sources. */
export const SOURCE_USERS_MAX = 1_000

/** SQL: no source of the user gives what they hold by a source. */
const comesFromNone = (condition: string) => `
      not exists (
       select from given where given.user_id = held.user_id and given.client_id = person.client_id and ${condition})`

const differingStatement = statement([], {
  name: 'grants: users who differ from their sources',
  text: `
  with access as materialized (select * from source_access where may_give and kind <> 'group-set'),
  set_access as materialized (select * from scim_group_set_access where may_give),
  customer_access as materialized (select * from source_customers where may_give),
  given as materialized (
    select one.client_id, one.user_id, one.kind, one.source_id, one.ends_at, item.system_id, item.page_id
      from source_members one join source_items item on item.kind = one.kind and item.source_id = one.source_id),
  lacking as materialized (
    select person.client_id, person.id as user_id, person.status, person.is_internal, access.may_give,
           access.granted_by, access.is_portal_admin, access.giver_is_internal, access.may_sign_on_as,
           access.admin_system_ids, access.page_ids
      from access join source_members one on one.kind = access.kind and one.source_id = access.source_id
      join users person on person.id = one.user_id and person.client_id = one.client_id and person.status = 1
     where case when access.page_id is null
             then not exists (select from user_system_grants held
                               where held.user_id = person.id and held.system_id = access.system_id and held.valid_to is null)
             else not exists (select from user_page_grants held
                               where held.user_id = person.id and held.page_id = access.page_id and held.valid_to is null) end),
  dated as materialized (
    select user_id from permission_set_holders where valid_to is null and ends_at is not null
    union
    select user_id from user_system_grants where by_group and valid_to is null and ends_at is not null
    union
    select user_id from user_page_grants where by_group and valid_to is null and ends_at is not null),
  people as materialized (
    select account.client_id, account.id as user_id, account.status, account.is_internal, held.is_portal_admin,
           held.admin_system_ids, held.page_ids, held.may_sign_on_as
      from users account join lateral (
        select * from protected_authorities one where one.user_id = account.id) held on true
     where account.id in (select user_id from dated)),
  lasting as materialized (
    select given.client_id, given.user_id, given.system_id, given.page_id,
           ${endOf('given')} as lasts, ${endOf('given', mayGiveBySource('access', 'person'))} as may_last
      from given join people person on person.user_id = given.user_id and person.client_id = given.client_id
      left join access on access.kind = given.kind and access.source_id = given.source_id
       and access.system_id = given.system_id and access.page_id is not distinct from given.page_id
     group by given.client_id, given.user_id, given.system_id, given.page_id),
  differing as (
    select lasting.client_id, lasting.user_id
      from lasting join user_system_grants held on held.user_id = lasting.user_id and held.system_id = lasting.system_id
     where lasting.page_id is null and held.by_group and held.valid_to is null and ${hasOtherEnd('held', 'lasting')}
    union
    select lasting.client_id, lasting.user_id
      from lasting join user_page_grants held on held.user_id = lasting.user_id and held.page_id = lasting.page_id
     where held.by_group and held.valid_to is null and ${hasOtherEnd('held', 'lasting')}
    union
    select lacking.client_id, lacking.user_id
      from lacking join lateral (
        select lacking.user_id, lacking.status, lacking.is_internal, held.is_portal_admin, held.admin_system_ids,
               held.page_ids, held.may_sign_on_as
          from protected_authorities held where held.user_id = lacking.user_id) person on ${mayGiveBySource('lacking', 'person')}
    union
    select person.client_id, held.user_id
      from user_system_grants held join users person on person.id = held.user_id
     where held.by_group and held.valid_to is null
       and ${comesFromNone('given.system_id = held.system_id and given.page_id is null')}
    union
    select person.client_id, held.user_id
      from user_page_grants held join users person on person.id = held.user_id
     where held.by_group and held.valid_to is null and ${comesFromNone('given.page_id = held.page_id')}
    union
    select person.client_id, held.user_id
      from permission_set_holders held join users person on person.id = held.user_id
     where held.by_group and held.valid_to is null
       and not exists (select from scim_group_set_members one
                        where one.user_id = held.user_id and one.set_id = held.set_id and one.client_id = person.client_id)
    union
    select person.client_id, one.user_id
      from scim_group_set_members one join set_access access on access.id = one.link_id
      join users account on account.id = one.user_id and account.client_id = one.client_id and account.status = 1
      join lateral (
        select account.id as user_id, account.client_id, account.status, account.is_internal, held.is_portal_admin,
               held.admin_system_ids, held.page_ids, held.may_sign_on_as
          from protected_authorities held where held.user_id = account.id) person on ${lacksSet('one', 'access', 'person')}
    union
    ${unlikeCustomers})
  select client_id as "clientId", user_id as "userId" from differing order by client_id, user_id limit ${SOURCE_USERS_MAX}`,
  row: { clientId: int, userId: int },
})

/** Some users, of any employer, whose grants are not what their sources give; for a transaction that sees everything. */
export const usersUnlikeSources = (tx: Tx): Promise<{ clientId: number; userId: number }[]> =>
  run(tx, differingStatement())
