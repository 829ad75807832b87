import type { Db, Tx } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { visiblePages } from './visible-pages.ts'
import { run, runFirst } from '../../db/run.ts'
import { bool, instant, int, json, nullable, present, type RowOf, statement, text } from '../../db/statement.ts'

/** Columns of `visiblePageRow` over `visiblePages`. */
const visiblePageColumns = `
  v.id, v.name, v.section_id as "sectionId", v.section_name as "sectionName", v.system_id as "systemId", v.location,
  v.help_location as "helpLocation", v.opens_in_new_window as "opensInNewWindow", v.is_link_enabled as "isLinkEnabled",
  v.is_saml_post as "isSamlPost"`

const visiblePageRow = {
  id: int,
  name: text,
  sectionId: present(int),
  sectionName: text,
  systemId: int,
  location: nullable(text),
  helpLocation: nullable(text),
  opensInNewWindow: bool,
  isLinkEnabled: bool,
  isSamlPost: bool,
}

const tilePages = statement([int], {
  name: 'home: tile pages',
  text: `
  with visible as (${visiblePages})
  select ${visiblePageColumns}, s.tile_color as "tileColor", i.etag as "imageEtag",
         coalesce(f.is_favorite, false) as "isFavorite", f.last_accessed_at as "sectionAccessedAt",
         a.last_accessed_at as "pageAccessedAt",
         (select count(*)::integer from user_system_accounts account
            join system_account_types type on type.id = account.type_id
           where account.user_id = $1 and type.system_id = v.system_id) as "accountCount",
         coalesce((select jsonb_agg(jsonb_build_object('sublinkNm', si.name, 'descriptionTxt', si.description) order by si.name)
                     from page_search_items si where si.page_id = v.id), '[]') as "searchItems"
    from visible v
    join sections s on s.id = v.section_id
    left join section_images i on i.section_id = s.id
    left join user_section_preferences f on f.section_id = s.id and f.user_id = $1
    left join user_page_accesses a on a.page_id = v.id and a.user_id = $1
   order by s.name collate "en-x-icu", s.id, v.name collate "en-x-icu", v.id`,
  row: {
    ...visiblePageRow,
    tileColor: nullable(text),
    imageEtag: nullable(text),
    isFavorite: bool,
    sectionAccessedAt: nullable(instant),
    pageAccessedAt: nullable(instant),
    // Accounts of the user in the system.
    accountCount: int,
    searchItems: json<{ sublinkNm: string; descriptionTxt: string }[]>(),
  },
})

/** A page behind a tile, with the tile it belongs to. */
export type TilePageRow = RowOf<typeof tilePages>

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

const visiblePageOfStatement = statement([int, int], {
  name: 'home: visible page of',
  text: `select ${visiblePageColumns} from (${visiblePages}) v where v.id = $2`,
  row: visiblePageRow,
})

/** Returns a visible page of a user; undefined when it does not exist or is not allowed, without a difference. */
export async function visiblePageOf(tx: Tx, userId: number, pageId: number): Promise<VisiblePageRow | undefined> {
  return runFirst(tx, visiblePageOfStatement(userId, pageId))
}

const visiblePageOfSystemStatement = statement([int, int], {
  name: 'home: visible page of system',
  text: `
  select ${visiblePageColumns} from (${visiblePages}) v
   where v.system_id = $2 order by v.is_link_enabled desc, v.id limit 1`,
  row: visiblePageRow,
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
  return runFirst(tx, visiblePageOfSystemStatement(userId, systemId))
}

export type VisiblePageRow = RowOf<typeof visiblePageOfStatement>
