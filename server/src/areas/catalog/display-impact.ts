import { sql } from 'kysely'
import type { DisplayImpact } from '@portico/contract/catalog/catalog-records.ts'
import type { TileGate } from '@portico/contract/tile-access/tile-access.ts'
import type { Tx } from '../../db/database.ts'
import { run, runFirst, runOne } from '../../db/run.ts'
import { arrayOf, bool, int, statement, text, textOf } from '../../db/statement.ts'
import { neededGates } from '../home/public.ts'
import { type PageOfTile, usersWhoSeeAny, withoutNestedLoops } from './application-impact.ts'

interface Displayed {
  name: string
  isDisplayed: boolean
  version: number
}

const displayedRow = { name: text, isDisplayed: bool, version: int }

const findPage = statement([int], {
  name: 'catalog: is page displayed',
  text: 'select name, is_displayed as "isDisplayed", version from pages where id = $1 and deleted_at is null',
  row: displayedRow,
})

const findSection = statement([int], {
  name: 'catalog: is section displayed',
  text: 'select name::text, is_displayed as "isDisplayed", version from sections where id = $1 and deleted_at is null',
  row: displayedRow,
})

const pagesBehind = (condition: string) => `
  select p.id, p.system_id as "systemId", ${neededGates} as gates
    from pages p join systems sy on sy.id = p.system_id
   where p.deleted_at is null and ${condition}
   order by p.id`

const pageRow = { id: int, systemId: int, gates: arrayOf(textOf<TileGate>()) }

const onePage = statement([int], { name: 'catalog: gates of page', text: pagesBehind('p.id = $1'), row: pageRow })

const pagesOfSection = statement([int], {
  name: 'catalog: gates of section',
  text: pagesBehind('p.section_id = $1'),
  row: pageRow,
})

/** How many users see a page once it is displayed; undefined without such a page. */
export async function readPageDisplayImpact(tx: Tx, id: number): Promise<DisplayImpact | undefined> {
  const page = await runFirst(tx, findPage(id))
  return page && impactOf(tx, page, await run(tx, onePage(id)), 'PAGE_DISPLAYED')
}

/** How many users see a tile once its section is displayed; undefined without such a section. */
export async function readSectionDisplayImpact(tx: Tx, id: number): Promise<DisplayImpact | undefined> {
  const section = await runFirst(tx, findSection(id))
  return section && impactOf(tx, section, await run(tx, pagesOfSection(id)), 'TILE_DISPLAYED')
}

/** What is not displayed is seen by no user: each user who passes the other gates is one user more. */
async function impactOf(
  tx: Tx,
  { name, isDisplayed, version }: Displayed,
  pages: readonly PageOfTile[],
  opened: TileGate,
): Promise<DisplayImpact> {
  const impact = { nameTxt: name, displayedFlg: isDisplayed, version, userCnt: 0 }
  if (isDisplayed) return impact
  const others = pages.map((page) => ({ ...page, gates: page.gates.filter((gate) => gate !== opened) }))
  await run(tx, withoutNestedLoops())
  return {
    ...impact,
    ...(await runOne(
      tx,
      sql.raw<{ userCnt: number }>(
        `select count(distinct seeing.id)::int as "userCnt" from (${usersWhoSeeAny(others)}) seeing`,
      ),
    )),
  }
}
