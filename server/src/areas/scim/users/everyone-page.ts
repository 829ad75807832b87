import type { Tx } from '../../../db/database.ts'
import { run, runOne } from '../../../db/run.ts'
import { bool, instant, int, json, nullable, statement } from '../../../db/statement.ts'
import { scimLimits } from '../protocol/scim-limits.ts'
import type { SourceDocument } from '../protocol/scim-values.ts'
import type { Link, ListedResource } from '../listed-resource.ts'

// Pages of everyone, in the order of ids. What a directory asks for over and over is prepared, and reads nobody before
// the page: the table scim_user_blocks says how many people the blocks of ids before it have.

const MOST = scimLimits.members

const pageStatement = statement([int, int, int, bool], {
  name: 'scim: page of everyone',
  text: `
  with start as (
    select counted.block * 1024 as first_id, counted.so_far - counted.people as people_before
      from (select block, people, sum(people) over (order by block) as so_far
              from scim_user_blocks where client_id = $1) counted
     where counted.so_far > $2 order by counted.block limit 1),
  ids as (
    select one.id from start cross join lateral (
      select r.id from scim_users_in_scope r where r.client_id = $1 and r.id >= start.first_id
       order by r.id limit $3 offset $2 - start.people_before) one),
  sized as (
    select ids.id, case when $4 then (
        select count(*) from (
          select from scim_group_members link where link.client_id = $1 and link.member_id = ids.id limit ${MOST + 1}) some_links)
      else 0 end as size from ids),
  page as materialized (
    select counted.id from (select id, size, sum(size) over (order by id) as so_far from sized) counted
     where counted.so_far <= ${MOST} or counted.so_far = counted.size),
  listed as (
    select link.member_id as id,
           json_agg(json_build_object('value', g.id, 'display', g.doc ->> 'displayName') order by g.id) as list
      from page join scim_group_members link on link.client_id = $1 and link.member_id = page.id
      join scim_groups g on g.client_id = link.client_id and g.id = link.group_id
     where $4 group by link.member_id)
  select r.id, r.doc, r.version, r.created_at as "createdAt", r.updated_at as "updatedAt", r.is_active as "isActive",
         case when $4 then coalesce(listed.list, '[]') end as links
    from page join scim_users_in_scope r on r.client_id = $1 and r.id = page.id
    left join listed on listed.id = r.id
   order by r.id`,
  row: {
    id: int,
    doc: json<SourceDocument>(),
    version: int,
    createdAt: instant,
    updatedAt: instant,
    isActive: bool,
    links: nullable(json<Link[]>()),
  },
})

const totalStatement = statement([int], {
  name: 'scim: number of everyone',
  text: 'select coalesce(sum(people), 0)::integer as total from scim_user_blocks where client_id = $1',
  row: { total: int },
})

interface EveryonePage {
  readonly startIndex: number
  readonly count: number
  readonly withLinks: boolean
}

/** A page of all people of an employer, which ends before the one whose memberships would be too many. */
export const readEveryone = (
  tx: Tx,
  clientId: number,
  { startIndex, count, withLinks }: EveryonePage,
): Promise<ListedResource[]> => run(tx, pageStatement(clientId, startIndex - 1, count, withLinks))

/** How many people the directory of an employer provides. */
export const countEveryone = async (tx: Tx, clientId: number): Promise<number> =>
  (await runOne(tx, totalStatement(clientId))).total
