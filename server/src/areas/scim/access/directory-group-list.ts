import type { DirectoryGroup, directoryGroupList } from '@portico/contract/scim/directory-groups.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { ListSource } from '../../../db/list-page.ts'
import { runOne } from '../../../db/run.ts'
import { int, statement } from '../../../db/statement.ts'
import { hasWords } from '../../../db/search-words.ts'

interface Filters {
  nm?: string | undefined
}

const members = sql`(select count(*)::integer from scim_group_members link
  where link.client_id = r.client_id and link.group_id = r.id)`

const items = sql`
  coalesce((
    select jsonb_agg(jsonb_build_object(
             'systemId', item.system_id, 'systemNm', system.name, 'pageId', item.page_id, 'pageNm', page.name,
             'givenFlg', item.may_give, 'givenByNm', giver.first_name || ' ' || giver.last_name)
             order by system.name, page.name nulls first)
      from scim_group_access item join systems system on system.id = item.system_id
      left join pages page on page.id = item.page_id
      left join users giver on giver.id = item.granted_by
     where item.client_id = r.client_id and item.group_id = r.id), '[]')`

const sets = sql`
  coalesce((
    select jsonb_agg(jsonb_build_object(
             'setId', named.id, 'setNm', named.name, 'givenFlg', coalesce(access.may_give, false),
             'givenByNm', giver.first_name || ' ' || giver.last_name)
             order by lower(named.name), named.id)
      from scim_group_sets link join permission_sets named on named.id = link.set_id and named.deleted_at is null
      left join scim_group_set_access access on access.id = link.id
      left join users giver on giver.id = link.granted_by
     where link.client_id = r.client_id and link.group_id = r.id), '[]')`

/** The groups that the directory of an employer has provided. */
export const directoryGroups = (
  clientId: number,
): ListSource<(typeof directoryGroupList.columns)[number], Filters, DirectoryGroup> => ({
  from: sql`scim_groups r`,
  id: sql`r.id`,
  where: sql<boolean>`r.client_id = ${clientId}`,
  columns: { groupNm: sql`r.name_folded`, memberCnt: members },
  filters: { nm: (text) => hasWords(sql`r.name_folded`, text) },
  rows: {
    from: sql`scim_groups r`,
    id: sql`r.id`,
    select: sql<DirectoryGroup>`r.id as "groupId", r.doc ->> 'displayName' as "groupNm", ${members} as "memberCnt",
      ${items} as items, ${sets} as sets, r.access_version as version`,
  },
})

const countsStatement = statement([int], {
  name: 'scim: counts of a directory',
  text: `
  select count(*)::integer as "personCnt", count(*) filter (where external_id is null)::integer as "unnamedCnt"
    from scim_users where client_id = $1 and deleted_at is null`,
  row: { personCnt: int, unnamedCnt: int },
})

/** How many people and groups the directory of an employer has provided. */
export const countDirectory = (tx: Tx, clientId: number) => runOne(tx, countsStatement(clientId))
