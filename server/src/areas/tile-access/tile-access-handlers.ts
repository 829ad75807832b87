import type * as contract from '@portico/contract/tile-access/tile-access.ts'
import { tileUserList } from '@portico/contract/tile-access/tile-access.ts'
import type { Db } from '../../db/database.ts'
import { listPage } from '../../db/list-page.ts'
import { everything } from '../../db/scope.ts'
import { paged, refuse } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import { audienceOf } from '../../http/text-audience.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import { readAnnouncementsOf, userAnnouncement } from '../announcements/public.ts'
import { lastEmployerChange } from '../audit/public.ts'
import { readTilePagesOf, userSections } from '../home/public.ts'
import { readEndedGrants } from './ended-grants.ts'
import { explainedPage } from './explained-page.ts'
import {
  findTile,
  findTileDisplay,
  findTileUser,
  readGates,
  readLanguageOf,
  readTiles,
  readVisibleTiles,
} from './tile-gate-list.ts'
import { usersOfTile } from './tile-user-list.ts'
import { readWaysToPages, readWaysToTile } from './ways-to-tile.ts'

interface TileAccessDeps {
  db: Db
  timeZone: string
}

/** Which tiles a user sees and why, for administrators of the user's scope (decision E4). */
export function tileAccessHandlers({ db, timeZone }: TileAccessDeps): Handlers<typeof contract> {
  const unknownUser = () => refuse('404', sentences.user_not_found)
  const unknownTile = () => refuse('404', sentences.not_found)
  return {
    listTiles: ({ caller }) => db.read(adminScope(caller), readTiles),
    listUserTiles: ({ params: { userId }, caller }) =>
      db.read(adminScope(caller), async (tx) => {
        const user = await findTileUser(tx, userId)
        return user ? { user, tiles: await readVisibleTiles(tx, userId) } : unknownUser()
      }),
    explainTile: async ({ params: { userId, tileId }, caller }) => {
      const scope = adminScope(caller)
      // What ended at an employer before is not for the administrators of this one.
      const since = scope.kind === 'client' ? await db.read(everything, (tx) => lastEmployerChange(tx, userId)) : null
      const authority = await caller.authority()
      return db.read(scope, async (tx) => {
        if (!(await findTileUser(tx, userId))) return unknownUser()
        const tile = await findTile(tx, tileId)
        if (!tile) return unknownTile()
        const ended = await readEndedGrants(tx, userId, tileId, since, authority)
        const ways = await readWaysToPages(tx, userId, tileId)
        const gates = await readGates(tx, userId, tileId)
        const pages = gates.map((row) => explainedPage(row, ended.get(row.pageId), ways.get(row.pageId)))
        return { ...tile, visibleFlg: pages.some(({ visibleFlg }) => visibleFlg), pages }
      })
    },
    getTile: ({ params: { tileId }, caller }) =>
      db.read(adminScope(caller), async (tx) => (await findTileDisplay(tx, tileId)) ?? unknownTile()),
    listTileUsers: ({ params: { tileId }, query, caller }) =>
      db.read(adminScope(caller), async (tx) => {
        if (!(await findTile(tx, tileId))) return unknownTile()
        const page = await listPage(tx, tileUserList, usersOfTile(tileId), query)
        const userIds = page.rows.map(({ userId }) => userId)
        const ways = await readWaysToTile(tx, userIds, tileId)
        return paged(page, (user) => ({ ...user, byHandFlg: false, ...ways.get(user.userId) }))
      }),
    previewHome: ({ params: { userId }, ...call }) =>
      db.read(adminScope(call.caller), async (tx) => {
        const user = await findTileUser(tx, userId)
        if (!user) return unknownUser()
        const sections = userSections(await readTilePagesOf(tx, userId))
        const language = (await readLanguageOf(tx, userId)) ?? audienceOf(call).language
        const announcements = await readAnnouncementsOf(tx, userId, { timeZone, language })
        return { user, sections, announcements: announcements.map(userAnnouncement) }
      }),
  }
}
