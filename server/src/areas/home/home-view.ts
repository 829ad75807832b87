import type { UserSection, UserSectionPage } from '@portico/contract/home/home.ts'
import type { TilePageRow } from './tile-list.ts'

/** Groups rows of pages, sorted by tile, into tiles with their pages. */
export function userSections(rows: readonly TilePageRow[]): UserSection[] {
  const tiles = new Map<number, UserSection>()
  for (const row of rows) {
    const tile = tiles.get(row.section_id) ?? emptyTile(row)
    tile.userSectionPages.push(pageOf(row))
    tiles.set(row.section_id, tile)
  }
  return [...tiles.values()]
}

/** The address of a tile's image; another image has another address. */
export const tileImageUrl = (sectionId: number, etag: string | null): string =>
  `/ccservices/images/tiles/${sectionId}.png${etag === null ? '' : `?v=${etag.slice(0, 12)}`}`

function emptyTile(row: TilePageRow): UserSection {
  return {
    sectionId: row.section_id,
    sectionNm: row.section_name,
    tileColor: row.tile_color,
    tileImage: tileImageUrl(row.section_id, row.image_etag),
    userSectionDetails: { favoriteFlg: row.is_favorite, lastAccessDt: row.section_accessed_at },
    userSectionPages: [],
  }
}

function pageOf(row: TilePageRow): UserSectionPage {
  return {
    pageId: row.id,
    pageNm: row.name,
    systemId: row.system_id,
    ccPageLocationTxt: row.location,
    ccHelpPageLocationTxt: row.help_location,
    openInNewWindowFlg: row.opens_in_new_window,
    linkEnabledFlg: row.is_link_enabled,
    ssoFlg: row.is_saml_post,
    accountChoiceFlg: row.account_count > 1,
    lastAccessDt: row.page_accessed_at,
    applicationSubLinks: row.search_items,
  }
}
