import * as contract from '@portico/contract/home/tile-images.ts'
import type { Db } from '../../db/database.ts'
import { listPage } from '../../db/list-page.ts'
import { everything } from '../../db/scope.ts'
import { Answer, paged, Refusal, refuseFields } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import { readUploadedImage } from '../branding/public.ts'
import { tileImageUrl } from './home-view.ts'
import { removeTileImage, replaceTileImage, undoTileImage } from './save-tile-image.ts'
import { tileImageRows } from './tile-image-list.ts'

/** Twice the size at which a tile shows it. */
const TILE = { maxWidth: 800, maxHeight: 400, asPng: true }

/** Images of tiles, for administrators of database maintenance (DBMT-007, DBMT-031). */
export function tileImageHandlers({
  db,
  onChanged,
}: {
  db: Db
  /** Called when an image has changed: this node shows it at once. */
  onChanged: () => void
}): Handlers<typeof contract> {
  const shownAtOnce = <Result>(result: Result): Result => {
    if (result instanceof Answer) onChanged()
    return result
  }
  return {
    listTileImages: ({ query: asked }) =>
      db.read(everything, async (tx) =>
        paged(await listPage(tx, contract.tileImageList, tileImageRows, asked), ({ etag, ...section }) => ({
          ...section,
          tileImage: tileImageUrl(section.sectionId, etag),
          uploadedFlg: etag !== null,
          versionTxt: etag ?? '',
        })),
      ),
    uploadTileImage: async ({ params: { tileId }, body: { versionTxt }, files: { file }, caller, request }) => {
      if (!file) {
        const missing = { field: 'file', message: sentences.field_required }
        return refuseFields('400', sentences.form_several_invalid, [missing])
      }
      const image = await readUploadedImage('file', file, TILE)
      if (image instanceof Refusal) return image
      const change = { sectionId: tileId, png: image.bytes, version: versionTxt }
      return shownAtOnce(await replaceTileImage({ db }, { caller, request }, change))
    },
    removeTileImage: async ({ params: { tileId: sectionId }, query: { versionTxt: version }, ...by }) =>
      shownAtOnce(await removeTileImage({ db }, by, { sectionId, version })),
    undoTileImage: async ({ body: { undoId }, ...by }) => shownAtOnce(await undoTileImage({ db }, by, undoId)),
  }
}
