import type { Db, Tx } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { visiblePages } from './visible-pages.ts'
import { run, runFirst } from '../../db/run.ts'
import { bool, instant, int, json, nullable, present, statement, text } from '../../db/statement.ts'

/** A page behind a tile, with the tile it belongs to. */
export interface TilePageRow {
  id: number
  name: string
  section_id: number
  section_name: string
  tile_color: string | null
  image_etag: string | null
  system_id: number
  location: string | null
  help_location: string | null
  opens_in_new_window: boolean
  is_link_enabled: boolean
  is_saml_post: boolean
  /** Accounts of the user in the system. */
  account_count: number
  is_favorite: boolean
  section_accessed_at: Date | null
  page_accessed_at: Date | null
  search_items: { sublinkNm: string; descriptionTxt: string }[]
}

const tilePages = statement([int], {
  name: 'home: tile pages',
  text: `
  with visible as (${visiblePages})
  select v.*, s.tile_color, i.etag as image_etag,
         coalesce(f.is_favorite, false) as is_favorite, f.last_accessed_at as section_accessed_at,
         a.last_accessed_at as page_accessed_at,
         (select count(*)::integer from user_system_accounts account
            join system_account_types type on type.id = account.type_id
           where account.user_id = $1 and type.system_id = v.system_id) as account_count,
         coalesce((select jsonb_agg(jsonb_build_object('sublinkNm', si.name, 'descriptionTxt', si.description) order by si.name)
                     from page_search_items si where si.page_id = v.id), '[]') as search_items
    from visible v
    join sections s on s.id = v.section_id
    left join section_images i on i.section_id = s.id
    left join user_section_preferences f on f.section_id = s.id and f.user_id = $1
    left join user_page_accesses a on a.page_id = v.id and a.user_id = $1
   order by s.name collate "en-x-icu", s.id, v.name collate "en-x-icu", v.id`,
  row: {
    id: int,
    name: text,
    section_id: present(int),
    system_id: int,
    location: nullable(text),
    help_location: nullable(text),
    opens_in_new_window: bool,
    is_link_enabled: bool,
    is_saml_post: bool,
    section_name: text,
    tile_color: nullable(text),
    image_etag: nullable(text),
    is_favorite: bool,
    section_accessed_at: nullable(instant),
    page_accessed_at: nullable(instant),
    account_count: int,
    search_items: json<{ sublinkNm: string; descriptionTxt: string }[]>(),
  },
})

/** Returns every visible page, by tile in alphabetical order, in one read. */
export function readTilePages(db: Db, { user }: Caller): Promise<TilePageRow[]> {
  return db.read({ kind: 'own', userId: user.id, clientId: user.clientId }, (tx) => readTilePagesOf(tx, user.id))
}

/** The same of any user of the scope. */
export const readTilePagesOf = (tx: Tx, userId: number): Promise<TilePageRow[]> => run(tx, tilePages(userId))

const seesSectionStatement = statement([int, int], {
  name: 'home: sees section',
  text: `select from (${visiblePages}) v where v.section_id = $2 limit 1`,
})

/** True if the caller sees this tile. */
export async function seesSection(db: Db, { user }: Caller, sectionId: number): Promise<boolean> {
  const found = await db.read({ kind: 'own', userId: user.id, clientId: user.clientId }, (tx) =>
    run(tx, seesSectionStatement(user.id, sectionId)),
  )
  return found.length > 0
}

const visiblePageOfRow = {
  id: int,
  name: text,
  section_id: present(int),
  system_id: int,
  location: nullable(text),
  help_location: nullable(text),
  opens_in_new_window: bool,
  is_link_enabled: bool,
  is_saml_post: bool,
  section_name: text,
}

const visiblePageOfStatement = statement([int, int], {
  name: 'home: visible page of',
  text: `select * from (${visiblePages}) v where v.id = $2`,
  row: visiblePageOfRow,
})

/** Returns a visible page of a user; undefined when it does not exist or is not allowed, without a difference. */
export async function visiblePageOf(tx: Tx, userId: number, pageId: number): Promise<VisiblePageRow | undefined> {
  const page = await runFirst(tx, visiblePageOfStatement(userId, pageId))
  return page
}

const visiblePageOfSystemStatement = statement([int, int], {
  name: 'home: visible page of system',
  text: `select * from (${visiblePages}) v where v.system_id = $2 order by v.is_link_enabled desc, v.id limit 1`,
  row: visiblePageOfRow,
})

/**
 * Returns a visible page of a system, one that can be opened if there is any; undefined when the user may open none of
 * its pages.
 */
export async function visiblePageOfSystem(
  tx: Tx,
  userId: number,
  systemId: number,
): Promise<VisiblePageRow | undefined> {
  const page = await runFirst(tx, visiblePageOfSystemStatement(userId, systemId))
  return page
}

export type VisiblePageRow = Pick<
  TilePageRow,
  'id' | 'name' | 'section_id' | 'system_id' | 'location' | 'opens_in_new_window' | 'is_link_enabled' | 'is_saml_post'
>
