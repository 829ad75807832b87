import type { ApplicationImpact } from '@portico/contract/catalog.ts'
import type { Tx } from '../../db/database.ts'
import { query } from '../../db/query.ts'
import { allGates, pagesOfUsers } from '../home/public.ts'

/** Users with a permission for page $1. */
const permissions = `
  select count(*)::int from current_page_grants held join users u on u.id = held.user_id
   where held.page_id = $1 and u.status <> 3`

const impact = `
  with seeing as materialized (
    select u.id ${pagesOfUsers} where p.id = $1 and ${allGates}),
  keeping as materialized (
    select distinct u.id ${pagesOfUsers}
     where p.section_id = (select section_id from pages where id = $1) and p.id <> $1
       and u.id in (select id from seeing) and ${allGates}),
  losing as (select id from seeing where id not in (select id from keeping))
  select (${permissions}) as "permissionCnt", (select count(*)::int from seeing) as "userCnt",
         (select count(*)::int from losing) as "tileLossCnt",
         (select count(*)::int from user_section_preferences chosen
           where chosen.section_id = (select section_id from pages where id = $1) and chosen.is_favorite
             and chosen.user_id in (select id from losing)) as "favoriteCnt"`

/** What people lose with an application, by the gates that decide every user's tiles. */
export async function readImpact(tx: Tx, pageId: number): Promise<ApplicationImpact> {
  const [found] = await query<ApplicationImpact>(tx, impact, [pageId])
  return found as ApplicationImpact
}

/** How many users have a permission for an application. */
export async function countPermissions(tx: Tx, pageId: number): Promise<number> {
  const [found] = await query<{ count: number }>(tx, permissions, [pageId])
  return found?.count ?? 0
}
