import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { int, statement, text } from '../../db/statement.ts'

const endsStatement = statement([int], {
  name: 'grants: what ends with each set',
  text: `
  with given as materialized (
    select distinct item.kind, item.source_id, item.system_id, item.page_id
      from source_members one join users person on person.id = one.user_id and person.client_id = one.client_id
      join source_items item on item.kind = one.kind and item.source_id = one.source_id
     where one.user_id = $1),
  by_group as materialized (
    select distinct one.set_id
      from scim_group_set_members one join users person on person.id = one.user_id and person.client_id = one.client_id
      join scim_group_set_access access on access.id = one.link_id and access.may_give
     where one.user_id = $1),
  alone as materialized (
    select kind, source_id, system_id, page_id
      from (select min(kind) as kind, min(source_id) as source_id, system_id, page_id
              from given group by system_id, page_id having count(*) = 1) one
     where not (kind = 'set' and source_id in (select set_id from by_group))),
  ending as materialized (
    select alone.kind, alone.source_id, alone.system_id
      from alone join user_system_grants held on held.system_id = alone.system_id
     where alone.page_id is null and held.user_id = $1 and held.valid_to is null and held.by_group)
  select ending.source_id as "setId", system.name::text as name
    from ending join systems system on system.id = ending.system_id where ending.kind = 'set'
  union
  select alone.source_id, system.name || ' / ' || page.name
    from alone join user_page_grants held on held.page_id = alone.page_id
    join pages page on page.id = held.page_id join systems system on system.id = page.system_id
   where alone.kind = 'set' and held.user_id = $1 and held.valid_to is null and held.by_group
  union
  select ending.source_id, system.name || ' / ' || page.name
    from ending join pages page on page.system_id = ending.system_id join systems system on system.id = page.system_id
    join user_page_grants held on held.page_id = page.id and held.user_id = $1 and held.valid_to is null
   where ending.kind = 'set'
  order by name`,
  row: { setId: int, name: text },
})

/**
 * What a user would lose with each of their permission sets: what nothing else gives, and the pages of an application
 * that ends. Nothing with one that a group gives, too.
 */
export const readEndsBySet = (tx: Tx, userId: number) => run(tx, endsStatement(userId))
