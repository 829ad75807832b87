import type * as contract from '@portico/contract/home/home.ts'
import { sentences } from '../../http/sentences.ts'
import type { Db, Tx } from '../../db/database.ts'
import { refuse } from '../../http/answers.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { userSections } from './home-view.ts'
import { readTilePages, seesSection, visiblePageOf } from './tile-list.ts'
import type { TileImages } from './tile-images.ts'
import { setFavorite, recordSectionAccess, recordPageAccess } from './preference-store.ts'
import { ownScope } from '../../http/authority.ts'

export interface HomeDeps {
  db: Db
  images: TileImages
}

export function homeHandlers({ db, images }: HomeDeps): Handlers<typeof contract> {
  const notAllowed = () => refuse('403', sentences.not_allowed)
  /** Writes a preference of the caller for a visible tile. */
  const aboutSection = async (caller: Caller, sectionId: number, write: (tx: Tx) => Promise<void>) => {
    if (!(await seesSection(db, caller, sectionId))) return notAllowed()
    await db.transact(ownScope(caller), write)
    return null
  }
  return {
    listSections: async ({ caller }) => userSections(await readTilePages(db, caller)),
    setFavorite: ({ params, body, caller, request }) =>
      aboutSection(caller, params.sectionId, async (tx) => {
        const { favoriteFlg } = body.userSectionDetails
        await setFavorite(tx, caller.user.id, params.sectionId, favoriteFlg)
        recordAudit(tx, request, {
          event: 'favorite_changed',
          ...auditActor(caller),
          target: { kind: 'section', id: params.sectionId },
          after: { isFavorite: favoriteFlg },
        })
      }),
    recordSectionAccess: ({ params, caller }) =>
      aboutSection(caller, params.sectionId, (tx) => recordSectionAccess(tx, caller.user.id, params.sectionId)),
    recordPageAccess: async ({ params, caller }) => {
      const { id } = caller.user
      if (!(await db.read(ownScope(caller), (tx) => visiblePageOf(tx, id, params.pageId)))) return notAllowed()
      await db.transact(ownScope(caller), (tx) => recordPageAccess(tx, caller.user.id, params.pageId))
      return null
    },
    getTileImage: ({ params }) => images.read(params.sectionId),
  }
}
