import type { TileGate, TileUser } from '@portico/contract/tile-access.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'
import { gateColumns, pagesOfUsers, visiblePages } from '../home/public.ts'

/**
 * Pages for internal users only are named to internal administrators alone: the scope of external ones is their client.
 * `p` is the page.
 */
export const namedPages = 'not (p.is_internal_only and not (select scope_is_everything()))'

/** A user of the scope; undefined where there is none. Internal users are explained to internal administrators alone. */
export async function findTileUser(tx: Tx, id: number): Promise<TileUser | undefined> {
  const [found] = await query<TileUser>(
    tx,
    `select u.id as "userId", u.user_name as "userNm", u.first_name as "firstNm", u.last_name as "lastNm",
            c.name as "employerNm"
       from users u join clients c on c.id = u.client_id
      where u.id = $1 and (not u.is_internal or (select scope_is_everything()))`,
    [id],
  )
  return found
}

export interface Tile {
  sectionId: number
  sectionNm: string
}

const tiles = `
  select id as "sectionId", name as "sectionNm" from sections
   where deleted_at is null
     and ((select scope_is_everything())
          or exists (select from pages p where p.section_id = sections.id and p.deleted_at is null and ${namedPages}))`

export const readTiles = (tx: Tx): Promise<Tile[]> =>
  query<Tile>(tx, `${tiles} order by name collate "en-x-icu", id`, [])

export async function findTile(tx: Tx, id: number): Promise<Tile | undefined> {
  const [found] = await query<Tile>(tx, `${tiles} and id = $1`, [id])
  return found
}

/** Every tile, and whether the user sees it. */
export const readVisibleTiles = (tx: Tx, userId: number): Promise<(Tile & { visibleFlg: boolean })[]> =>
  query(
    tx,
    `with visible as (select distinct section_id from (${visiblePages}) v)
     select tile.*, visible.section_id is not null as "visibleFlg"
       from (${tiles}) tile left join visible on visible.section_id = tile."sectionId"
      order by tile."sectionNm" collate "en-x-icu", tile."sectionId"`,
    [userId],
  )

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

/** The gates of every page behind a tile for one user. */
export const readGates = (tx: Tx, userId: number, sectionId: number): Promise<GateRow[]> =>
  query<GateRow>(tx, gatesOfPages('s.id = $2'), [userId, sectionId])

/** The gates of every page of a system for one user. */
export const readGatesOfSystem = (tx: Tx, userId: number, systemId: number): Promise<GateRow[]> =>
  query<GateRow>(tx, gatesOfPages('p.system_id = $2'), [userId, systemId])
