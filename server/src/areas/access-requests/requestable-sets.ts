import type { RequestableSet } from '@portico/contract/access-requests/access-requests.ts'
import type { Tx } from '../../db/database.ts'
import { run, runFirst } from '../../db/run.ts'
import { arrayOf, int, statement, text, textOf } from '../../db/statement.ts'
import { isHeldSql } from '../permission-sets/public.ts'

/**
 * SQL of the permission sets that a user may ask for or has, $1 being the user's id: flagged as requestable, for users
 * of this client, and giving something that is offered. One with pages of the portal itself, or with pages that the user
 * may not have, is never asked for. For a transaction that sees everything: sets are outside of a user’s own scope.
 */
const catalogSets = `
    from users u join permission_sets one on one.client_id is null or one.client_id = u.client_id
   where u.id = $1 and u.status = 1 and one.is_requestable and one.deleted_at is null
     and exists (
       select from permission_set_items item join systems system on system.id = item.system_id
        where item.set_id = one.id and item.page_id is null and system.is_assignable and system.deleted_at is null)
     and not exists (
       select from permission_set_items item left join pages page on page.id = item.page_id
        where item.set_id = one.id and (item.system_id <= 2 or (page.is_internal_only and not u.is_internal)))`

/** SQL: the user $1 has the set. */
const isHeld = `exists (
  select from permission_set_holders held where held.user_id = $1 and held.set_id = one.id and ${isHeldSql})`

/** SQL: the names of what a set gives, as far as it is offered. */
export const givesOf = (setId: string): string => `
  array(select system.name || case when page.id is null then '' else ' / ' || page.name end
          from permission_set_items item join systems system on system.id = item.system_id and system.deleted_at is null
          left join pages page on page.id = item.page_id
         where item.set_id = ${setId} and page.deleted_at is null order by 1)`

const selectSets = statement([int], {
  name: 'access-requests: select sets',
  text: `
  select * from (
    select one.id as "setId", one.name as "setNm", one.description as "descriptionTxt", ${givesOf('one.id')} as "givesList",
           case when ${isHeld} then 'held'
                when exists (select from access_requests asked
                              where asked.user_id = $1 and asked.set_id = one.id and asked.state = 'pending')
                then 'waiting' else 'open' end as "requestableStateCd"
      ${catalogSets}) catalog
   order by "requestableStateCd" = 'held', lower("setNm"), "setId"`,
  row: {
    setId: int,
    setNm: text,
    descriptionTxt: text,
    givesList: arrayOf(text),
    requestableStateCd: textOf<RequestableSet['requestableStateCd']>(),
  },
})

/** The permission sets that a user may ask for or has asked for, and after them those of them that the user has. */
export const readRequestableSets = (tx: Tx, userId: number): Promise<RequestableSet[]> => run(tx, selectSets(userId))

const isRequestableStatement = statement([int, int], {
  name: 'access-requests: is set requestable',
  text: `select ${catalogSets} and not ${isHeld} and one.id = $2`,
})

/** True where the user may ask for the set, whether they have asked or not. */
export async function isSetRequestable(tx: Tx, userId: number, setId: number): Promise<boolean> {
  const found = await runFirst(tx, isRequestableStatement(userId, setId))
  return found !== undefined
}
