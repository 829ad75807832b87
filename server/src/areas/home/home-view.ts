import type { UserSection, UserSectionPage } from '@portico/contract/home/home.ts'
import type { TilePageRow } from './tile-list.ts'

/** Groups rows of pages, sorted by tile, into tiles with their pages. */
export function userSections(rows: readonly TilePageRow[]): UserSection[] {
  const tiles = new Map<number, UserSection>()
  for (const row of rows) {
    const tile = tiles.get(row.sectionId) ?? emptyTile(row)
    tile.userSectionPages.push(pageOf(row))
    tiles.set(row.sectionId, tile)
  }
  return [...tiles.values()]
}

/** The address of a tile's image; another image has another address. */
export const tileImageUrl = (sectionId: number, etag: string | null): string =>
  `/ccservices/images/tiles/${sectionId}.png${etag === null ? '' : `?v=${etag.slice(0, 12)}`}`

function emptyTile(row: TilePageRow): UserSection {
  return {
    sectionId: row.sectionId,
    sectionNm: row.sectionName,
    tileColor: row.tileColor,
    tileImage: tileImageUrl(row.sectionId, row.imageEtag),
    userSectionDetails: { favoriteFlg: row.isFavorite, lastAccessDt: row.sectionAccessedAt },
    userSectionPages: [],
  }
}

function pageOf(row: TilePageRow): UserSectionPage {
  return {
    pageId: row.id,
    pageNm: row.name,
    systemId: row.systemId,
    ccPageLocationTxt: row.location,
    ccHelpPageLocationTxt: row.helpLocation,
    openInNewWindowFlg: row.opensInNewWindow,
    linkEnabledFlg: row.isLinkEnabled,
    ssoFlg: row.isSamlPost,
    accountChoiceFlg: row.accountCount > 1,
    lastAccessDt: row.pageAccessedAt,
    applicationSubLinks: row.searchItems,
  }
}
