import type { UserSection, UserSectionPage } from '@portico/contract/home.ts'
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

function emptyTile(row: TilePageRow): UserSection {
  const version = row.image_etag === null ? '' : `?v=${row.image_etag.slice(0, 12)}`
  return {
    sectionId: row.section_id,
    sectionNm: row.section_name,
    tileColor: row.tile_color,
    tileImage: `/ccservices/images/tiles/${row.section_id}.png${version}`,
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
    // Launches by SAML are not available yet: such a page is disabled instead of failing when opened.
    linkEnabledFlg: row.is_link_enabled && !row.is_saml_post,
    ssoFlg: row.is_saml_post,
    lastAccessDt: row.page_accessed_at,
    applicationSubLinks: row.search_items,
  }
}
