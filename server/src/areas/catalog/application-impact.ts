import { sql } from 'kysely'
import type { ApplicationImpact } from '@portico/contract/catalog/catalog-records.ts'
import type { TileGate } from '@portico/contract/tile-access/tile-access.ts'
import type { Tx } from '../../db/database.ts'
import { allOfGates, neededGates, pagesOfUsers } from '../home/public.ts'
import { run, runFirst, runOne } from '../../db/run.ts'
import { arrayOf, int, type RowOf, statement, textOf } from '../../db/statement.ts'

/** Users with a permission for the page. */
const permissionsOf = (page: string) => `
  select count(*)::int from current_page_grants user_grant join users u on u.id = user_grant.user_id
   where user_grant.page_id = ${page} and u.status < 3`

const countOfPermissions = statement([int], {
  name: 'catalog: permissions',
  text: permissionsOf('$1'),
  row: { count: int },
})

/** The pages of the tile of page $1, itself included, with the gates of each. */
const pagesOfTile = statement([int], {
  name: 'catalog: pages of tile',
  text: `
  select p.id, p.system_id as "systemId", ${neededGates} as gates
    from pages p join systems sy on sy.id = p.system_id
   where p.deleted_at is null
     and (p.id = $1 or p.section_id = (select section_id from pages where id = $1))
   order by p.id`,
  row: { id: int, systemId: int, gates: arrayOf(textOf<TileGate>()) },
})

export type PageOfTile = RowOf<typeof pagesOfTile>

/** Ids are in the text, so that PostgreSQL plans for their many holders or few. */
function usersWhoSee(pages: readonly PageOfTile[], gates: readonly TileGate[]): string {
  const ids = pages.map(({ id }) => id)
  const systemIds = new Set(pages.map(({ systemId }) => systemId))
  return `select u.id ${pagesOfUsers}
     where p.id in (${ids.join(', ')}) and p.system_id in (${[...systemIds].join(', ')}) and ${allOfGates(gates)}`
}

/** One selection for all pages with the same gates: a tile may have hundreds of pages. */
export function usersWhoSeeAny(pages: readonly PageOfTile[]): string {
  const byGates = Map.groupBy(pages, ({ gates }) => gates.toSorted().join(' '))
  const selections = [...byGates.values()].map((alike) => usersWhoSee(alike, alike[0]?.gates ?? []))
  return selections.length === 0 ? 'select 0 as id' : selections.join('\n    union all ')
}

/** Users who see the page, those of them who see no other page of its tile, and what they lose with it. */
const impactSql = (page: PageOfTile, others: readonly PageOfTile[]) => `
  with seeing as materialized (${usersWhoSee([page], page.gates)}),
  keeping as materialized (${usersWhoSeeAny(others)}),
  losing as materialized (select id from seeing where not exists (select from keeping where keeping.id = seeing.id))
  select (${permissionsOf(String(page.id))}) as "permissionCnt", (select count(*)::int from seeing) as "userCnt",
         (select count(*)::int from losing) as "tileLossCnt",
         (select count(*)::int from user_section_preferences chosen
           where chosen.section_id = (select section_id from pages where id = ${page.id}) and chosen.is_favorite
             and chosen.user_id in (select id from losing)) as "favoriteCnt"`

const none: ApplicationImpact = { permissionCnt: 0, userCnt: 0, tileLossCnt: 0, favoriteCnt: 0 }

/** The planner underestimates the users of a page, and would look up the grants of each of them. */
export const withoutNestedLoops = statement([], {
  name: 'catalog: without nested loops',
  text: 'set local enable_nestloop = off',
})

/** What people lose with an application, by the gates that decide every user's tiles. */
export async function readImpact(tx: Tx, pageId: number): Promise<ApplicationImpact> {
  const pages = await run(tx, pagesOfTile(pageId))
  const page = pages.find(({ id }) => id === pageId)
  if (!page) return none
  const others = pages.filter(({ id }) => id !== pageId)
  await run(tx, withoutNestedLoops())
  return runOne(tx, sql.raw<ApplicationImpact>(impactSql(page, others)))
}

/** How many users have a permission for an application. */
export async function countPermissions(tx: Tx, pageId: number): Promise<number> {
  const found = await runFirst(tx, countOfPermissions(pageId))
  return found?.count ?? 0
}
