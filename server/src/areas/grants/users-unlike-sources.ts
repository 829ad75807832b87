import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { arrayOf, int, statement } from '../../db/statement.ts'
import { isLackedSet } from './sets-by-group.ts'
import { unlikeCustomers } from './source-customers.ts'
import { endOf, hasOtherEnd, isTooLong } from './source-ends.ts'
import { personOf } from './source-rights.ts'

/** Users whose grants one transaction compares with their sources. */
export const SOURCE_USERS_MAX = 1_000

/** SQL: the next users of a table by their numbers, in the order of an index. */
const nextOf = (table: string, condition: string) => `
    (select distinct user_id from ${table} where ${condition} and user_id > $1 order by user_id limit ${SOURCE_USERS_MAX})`

const nextStatement = statement([int], {
  name: 'grants: next users with sources',
  text: `
  select user_id as "userId" from (
    ${nextOf('user_system_grants', 'by_group and valid_to is null')}
    union
    ${nextOf('user_page_grants', 'by_group and valid_to is null')}
    union
    ${nextOf('user_facility_grants', 'by_group and valid_to is null')}
    union
    ${nextOf('user_customer_grants', 'by_group and valid_to is null')}
    union
    ${nextOf('permission_set_holders', 'valid_to is null')}
    union
    ${nextOf('scim_users', 'deleted_at is null')}) one
   order by user_id limit ${SOURCE_USERS_MAX}`,
  row: { userId: int },
})

/** SQL: what sources give of what a user lacks, or has by a source until another moment. */
const doubtful = `
  given as materialized (
    select belongs.user_id, belongs.status, belongs.kind, belongs.source_id, belongs.ends_at, item.system_id, item.page_id,
           ${endOf('belongs')} over (partition by belongs.user_id, item.system_id, item.page_id) as lasts
      from belongs join source_items item on item.kind = belongs.kind and item.source_id = belongs.source_id),
  doubtful as materialized (
    select given.*, held.id is null as is_lacking, held.ends_at as held_until
      from given left join user_system_grants held on held.user_id = given.user_id and held.system_id = given.system_id
       and held.valid_to is null
     where given.page_id is null and case when held.id is null then given.status = 1
             else held.by_group and given.lasts <> coalesce(held.ends_at, 'infinity') end
    union all
    select given.*, held.id is null, held.ends_at
      from given left join user_page_grants held on held.user_id = given.user_id and held.page_id = given.page_id
       and held.valid_to is null
     where given.page_id is not null and case when held.id is null then given.status = 1
             else held.by_group and given.lasts <> coalesce(held.ends_at, 'infinity') end),
  access as materialized (
    select item.* from (select distinct kind, source_id from doubtful) one
      join source_access item on item.kind = one.kind and item.source_id = one.source_id),
  judged as materialized (
    select one.user_id, one.is_lacking, one.held_until as ends_at, one.lasts, ${endOf('one')} as may_last
      from doubtful one join access on access.kind = one.kind and access.source_id = one.source_id
       and access.system_id = one.system_id and access.page_id is not distinct from one.page_id
      ${personOf('one')}
     group by one.user_id, one.system_id, one.page_id, one.is_lacking, one.held_until, one.lasts)`

// The planner knows nothing of the size of the parts: what users have is compared by `except`, which sorts or hashes,
// and otherwise looked up in tables by indexes; rights only of those who may be given something.
const differingStatement = statement([arrayOf(int)], {
  name: 'grants: users who differ from their sources',
  text: `
  with belongs as materialized (
    select person.id as user_id, person.status, one.kind, one.source_id, one.ends_at
      from source_members one join users person on person.id = one.user_id and person.client_id = one.client_id
     where one.user_id = any ($1::integer[])),
  ${doubtful},
  group_sets as materialized (
    select one.user_id, one.link_id
      from scim_group_set_members one join users person on person.id = one.user_id and person.client_id = one.client_id
     where one.user_id = any ($1::integer[]) and person.status = 1 and ${isLackedSet('one')}),
  set_access as materialized (
    select * from scim_group_set_access where id = any (array(select link_id from group_sets))),
  differing as (
    select user_id from judged where is_lacking or ${hasOtherEnd('judged', 'judged')}
    union all
    select user_id from doubtful where not is_lacking and ${isTooLong('held_until', 'lasts')}
    union all
    select user_id from (
      select user_id, system_id from user_system_grants where user_id = any ($1::integer[]) and by_group and valid_to is null
      except
      select user_id, system_id from given where page_id is null) one
    union all
    select user_id from (
      select user_id, page_id from user_page_grants where user_id = any ($1::integer[]) and by_group and valid_to is null
      except
      select user_id, page_id from given where page_id is not null) one
    union all
    select held.user_id
      from permission_set_holders held join users person on person.id = held.user_id
     where held.user_id = any ($1::integer[]) and held.by_group and held.valid_to is null
       and not exists (select from scim_group_set_members one
                        where one.user_id = held.user_id and one.set_id = held.set_id and one.client_id = person.client_id)
    union all
    select one.user_id
      from group_sets one join set_access access on access.id = one.link_id
      ${personOf('one')}
    union all
    ${unlikeCustomers})
  select person.client_id as "clientId", person.id as "userId"
    from users person where person.id in (select user_id from differing) order by person.client_id, person.id`,
  row: { clientId: int, userId: int },
})

/** Users whose grants are not what their sources give, among the next ones. */
export interface UsersUnlikeSources {
  readonly users: readonly { readonly clientId: number; readonly userId: number }[]
  /** The last user who was compared; null: there are no further ones. */
  readonly last: number | null
}

/**
 * Compares the grants of the next users by number after this one, of any employer, with what their sources give; for a
 * transaction that sees everything. Each user is compared once, however many there are.
 */
export async function usersUnlikeSources(tx: Tx, after: number): Promise<UsersUnlikeSources> {
  const next = (await run(tx, nextStatement(after))).map(({ userId }) => userId)
  const users = next.length === 0 ? [] : await run(tx, differingStatement(next))
  return { users, last: next.length < SOURCE_USERS_MAX ? null : (next.at(-1) ?? null) }
}
