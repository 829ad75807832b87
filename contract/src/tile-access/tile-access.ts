import * as z from 'zod/mini'
import { UserAnnouncement } from '../announcements/announcements.ts'
import { UserSection } from '../home/home.ts'
import { Id, Instant, OwnUid, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { listQuery } from '../kit/list.ts'
import { grantSources } from '../users/grant-sources.ts'
import { userAdmin } from '../users/users.ts'

/** What decides whether a user sees a page behind a tile (rule C1), in the order in which it is explained. */
export const tileGateCodes = [
  'USER_ACTIVE',
  'TILE_DISPLAYED',
  'PAGE_DISPLAYED',
  'APPLICATION_ACTIVE',
  'INTERNAL_ONLY',
  'APPLICATION_GRANTED',
  'FACILITY_GRANTED',
  'PAGE_GRANTED',
  'ADMIN_ACCESS',
] as const
export type TileGate = (typeof tileGateCodes)[number]

const guard = admin('User Administration')
const OneUser = z.strictObject({ uid: Id, userId: Id })

/** The user whose tiles are explained. */
export const TileUser = z.object({
  userId: z.int(),
  userNm: z.string(),
  firstNm: z.string(),
  lastNm: z.string(),
  employerNm: z.string(),
})
export type TileUser = z.output<typeof TileUser>

export const listUserTiles = endpoint({
  name: 'listUserTiles',
  method: 'GET',
  path: `${userAdmin}/cpusers/{userId}/tiles`,
  guard,
  params: OneUser,
  data: z.object({
    user: TileUser,
    tiles: z.array(z.object({ sectionId: z.int(), sectionNm: z.string(), visibleFlg: YesNo })),
  }),
})

/** How a user has an application or a page: by hand, by groups of a directory, by permission sets; by several of those, too. */
const grantWays = { byHandFlg: YesNo, ...grantSources }
const GrantWays = z.object(grantWays)
export type GrantWays = z.output<typeof GrantWays>

/** A page behind a tile, with what every gate says to the user. */
export const ExplainedPage = z.object({
  pageId: z.int(),
  pageNm: z.string(),
  systemId: z.int(),
  systemNm: z.string(),
  /** The facility that the application belongs to; null: none. */
  facilityCd: z.nullable(z.string()),
  visibleFlg: YesNo,
  /** N: who sees the page finds it temporarily unavailable. */
  linkEnabledFlg: YesNo,
  gates: z.array(
    z.object({
      gateCd: z.enum(tileGateCodes),
      stateCd: z.enum(['passed', 'failed', 'not-needed']),
      /** Of a grant that fails: when the last one ended on its own date; absent where it did not. */
      endedDt: z.optional(Instant),
      /** Of a grant that passes: how the user has it. */
      ways: z.optional(GrantWays),
    }),
  ),
})
export type ExplainedPage = z.output<typeof ExplainedPage>

export const explainTile = endpoint({
  name: 'explainTile',
  method: 'GET',
  path: `${userAdmin}/cpusers/{userId}/tiles/{tileId}/why`,
  guard,
  params: z.strictObject({ uid: Id, userId: Id, tileId: Id }),
  data: z.object({ sectionId: z.int(), sectionNm: z.string(), visibleFlg: YesNo, pages: z.array(ExplainedPage) }),
})

export const tileUserList = listQuery({
  columns: ['firstNm', 'lastNm', 'userNm'],
  filters: { nm: text(100) },
  defaultSort: { column: 'firstNm', direction: 'asc' },
})

export const listTiles = endpoint({
  name: 'listTiles',
  method: 'GET',
  path: `${userAdmin}/tiles`,
  guard,
  params: OwnUid,
  data: z.array(z.object({ sectionId: z.int(), sectionNm: z.string() })),
})

export const getTile = endpoint({
  name: 'getTile',
  method: 'GET',
  path: `${userAdmin}/tiles/{tileId}`,
  guard,
  params: z.strictObject({ uid: Id, tileId: Id }),
  data: z.object({
    sectionId: z.int(),
    sectionNm: z.string(),
    displayedFlg: YesNo,
    /** Pages behind it that are not displayed. */
    hiddenPages: z.array(z.object({ pageId: z.int(), pageNm: z.string(), systemNm: z.string() })),
  }),
})
export type Tile = z.output<typeof getTile.data>

/** A user who sees a tile, and how they have what its pages take. */
export const UserOfTile = z.extend(TileUser, grantWays)
export type UserOfTile = z.output<typeof UserOfTile>

export const listTileUsers = endpoint({
  name: 'listTileUsers',
  method: 'GET',
  path: `${userAdmin}/tiles/{tileId}/cpusers`,
  guard,
  params: z.strictObject({ uid: Id, tileId: Id }),
  query: tileUserList.query,
  data: z.array(UserOfTile),
})

/** The home of a user as they see it. */
export const HomePreview = z.object({
  user: TileUser,
  sections: z.array(UserSection),
  announcements: z.array(UserAnnouncement),
})
export type HomePreview = z.output<typeof HomePreview>

export const previewHome = endpoint({
  name: 'previewHome',
  method: 'GET',
  path: `${userAdmin}/cpusers/{userId}/home-preview`,
  guard,
  params: OneUser,
  data: HomePreview,
})

export const summaries = {
  listUserTiles: 'Every tile, and whether the user sees it',
  explainTile: 'Why a user sees a tile or not: every gate of every page behind it',
  listTiles: 'Every tile by name',
  getTile: 'A tile, and what of it nobody sees because it is not displayed',
  listTileUsers: 'The users of the administrator’s scope who see a tile, and how each has it',
  previewHome: 'The tiles and announcements of a user’s home, without signing on as them',
}
