import type { Tile as TileDisplay, TileGate, TileUser } from '@portico/contract/tile-access/tile-access.ts'
import { type Language, languageOfCode } from '@portico/contract/texts/languages.ts'
import type { Tx } from '../../db/database.ts'
import { gateColumns, pagesOfUsers, visiblePages } from '../home/public.ts'
import { run, runFirst, runOne } from '../../db/run.ts'
import { bool, int, nullable, type RowOf, statement, text, textOf } from '../../db/statement.ts'

/**
 * Pages for internal users only are named to internal administrators alone: the scope of external ones is their client.
 * `p` is the page.
 */
export const namedPages = 'not (p.is_internal_only and not (select scope_is_everything()))'

const selectUsers = statement([int], {
  name: 'tile-access: select users',
  text: `select u.id as "userId", u.user_name as "userNm", u.first_name as "firstNm", u.last_name as "lastNm",
            c.name as "employerNm"
       from users u join clients c on c.id = u.client_id
      where u.id = $1 and (not u.is_internal or (select scope_is_everything()))`,
  row: { userId: int, userNm: text, firstNm: text, lastNm: text, employerNm: text },
})

/** A user of the scope; undefined where there is none. Internal users are explained to internal administrators alone. */
export async function findTileUser(tx: Tx, id: number): Promise<TileUser | undefined> {
  return runFirst(tx, selectUsers(id))
}

const selectLanguage = statement([int], {
  name: 'tile-access: select language',
  text: 'select language from users where id = $1',
  row: { language: nullable(text) },
})

/** The language that a user has chosen; null: that of their browser. */
export const readLanguageOf = async (tx: Tx, userId: number): Promise<Language | null> =>
  languageOfCode((await runOne(tx, selectLanguage(userId))).language)

export type Tile = RowOf<typeof readTilesStatement>

const tiles = `
  select id as "sectionId", name as "sectionNm" from sections
   where deleted_at is null
     and ((select scope_is_everything())
          or exists (select from pages p where p.section_id = sections.id and p.deleted_at is null and ${namedPages}))`

const readTilesStatement = statement([], {
  name: 'tile-access: read tiles',
  text: `${tiles} order by name collate "en-x-icu", id`,
  row: { sectionId: int, sectionNm: text },
})

export const readTiles = (tx: Tx): Promise<Tile[]> => run(tx, readTilesStatement())

const findTileStatement = statement([int], {
  name: 'tile-access: find tile',
  text: `${tiles} and id = $1`,
  row: { sectionId: int, sectionNm: text },
})

export async function findTile(tx: Tx, id: number): Promise<Tile | undefined> {
  return runFirst(tx, findTileStatement(id))
}

const tileDisplayStatement = statement([int], {
  name: 'tile-access: is tile displayed',
  text: 'select is_displayed as "displayedFlg" from sections where id = $1',
  row: { displayedFlg: bool },
})

const hiddenPagesStatement = statement([int], {
  name: 'tile-access: hidden pages',
  text: `
  select p.id as "pageId", p.name as "pageNm", sy.name as "systemNm"
    from pages p join systems sy on sy.id = p.system_id and sy.deleted_at is null
   where p.section_id = $1 and not p.is_displayed and p.deleted_at is null and ${namedPages}
   order by p.name collate "en-x-icu", p.id`,
  row: { pageId: int, pageNm: text, systemNm: text },
})

/** A tile with what of it is not displayed; undefined where there is none in the scope. */
export async function findTileDisplay(tx: Tx, id: number): Promise<TileDisplay | undefined> {
  const tile = await findTile(tx, id)
  if (!tile) return undefined
  const [display, hiddenPages] = await Promise.all([
    runOne(tx, tileDisplayStatement(id)),
    run(tx, hiddenPagesStatement(id)),
  ])
  return { ...tile, ...display, hiddenPages }
}

const readVisibleTilesStatement = statement([int], {
  name: 'tile-access: read visible tiles',
  text: `with visible as (select distinct section_id from (${visiblePages}) v)
     select tile.*, visible.section_id is not null as "visibleFlg"
       from (${tiles}) tile left join visible on visible.section_id = tile."sectionId"
      order by tile."sectionNm" collate "en-x-icu", tile."sectionId"`,
  row: { sectionId: int, sectionNm: text, visibleFlg: bool },
})

/** Every tile, and whether the user sees it. */
export const readVisibleTiles = (tx: Tx, userId: number): Promise<(Tile & { visibleFlg: boolean })[]> =>
  run(tx, readVisibleTilesStatement(userId))

export type GateState = 'passed' | 'failed' | 'not-needed'

/** A page behind a tile with the state of every gate by its code. */
export interface GateRow extends Readonly<Record<TileGate, GateState>> {
  pageId: number
  pageNm: string
  systemId: number
  systemNm: string
  facilityCd: string | null
  isLinkEnabled: boolean
}

const gatesOfPages = (pages: string) => `
  select p.id as "pageId", p.name as "pageNm", sy.id as "systemId", sy.name as "systemNm", sy.facility_code as "facilityCd",
         p.is_link_enabled as "isLinkEnabled",
         ${gateColumns}
    ${pagesOfUsers}
   where u.id = $1 and ${pages} and p.deleted_at is null and ${namedPages}
   order by p.name collate "en-x-icu", p.id`

const readGatesRow = {
  pageId: int,
  pageNm: text,
  systemId: int,
  systemNm: text,
  facilityCd: nullable(text),
  isLinkEnabled: bool,
  USER_ACTIVE: textOf<GateRow['USER_ACTIVE']>(),
  TILE_DISPLAYED: textOf<GateRow['TILE_DISPLAYED']>(),
  PAGE_DISPLAYED: textOf<GateRow['PAGE_DISPLAYED']>(),
  APPLICATION_ACTIVE: textOf<GateRow['APPLICATION_ACTIVE']>(),
  INTERNAL_ONLY: textOf<GateRow['INTERNAL_ONLY']>(),
  APPLICATION_GRANTED: textOf<GateRow['APPLICATION_GRANTED']>(),
  FACILITY_GRANTED: textOf<GateRow['FACILITY_GRANTED']>(),
  PAGE_GRANTED: textOf<GateRow['PAGE_GRANTED']>(),
  ADMIN_ACCESS: textOf<GateRow['ADMIN_ACCESS']>(),
}

const readGatesStatement = statement([int, int], {
  name: 'tile-access: read gates',
  text: gatesOfPages('s.id = $2'),
  row: readGatesRow,
})

/** The gates of every page behind a tile for one user. */
export const readGates = (tx: Tx, userId: number, sectionId: number): Promise<GateRow[]> =>
  run(tx, readGatesStatement(userId, sectionId))

const readGatesOfSystemStatement = statement([int, int], {
  name: 'tile-access: read gates of system',
  text: gatesOfPages('p.system_id = $2'),
  row: readGatesRow,
})

/** The gates of every page of a system for one user. */
export const readGatesOfSystem = (tx: Tx, userId: number, systemId: number): Promise<GateRow[]> =>
  run(tx, readGatesOfSystemStatement(userId, systemId))
