import { createHash } from 'node:crypto'
import * as contract from '@portico/contract/tile-images.ts'
import type { Db } from '../../db/database.ts'
import { listPage } from '../../db/list-page.ts'
import { query } from '../../db/query.ts'
import { everything } from '../../db/scope.ts'
import { Answer, paged, Refusal, refuse, refuseFields } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import type { Transact } from '../../stores.ts'
import { readUploadedImage } from '../branding/public.ts'
import { tileImageUrl } from './home-view.ts'
import { tileImageRows } from './tile-image-list.ts'

/** Twice the size at which a tile shows it. */
const TILE = { maxWidth: 800, maxHeight: 400, asPng: true }

const findSection = 'select from sections where id = $1 and deleted_at is null'

/** Returns the SHA-256 of the image before, if there was one. */
const putImage = `
  with former as (select etag from section_images where section_id = $1),
  stored as (
    insert into section_images (section_id, png, etag) values ($1, $2, $3)
    on conflict (section_id) do update set png = excluded.png, etag = excluded.etag, updated_at = clock_now())
  select (select etag from former) as former`

/** Images of tiles, for administrators of database maintenance (DBMT-007, DBMT-031). */
export function tileImageHandlers({
  db,
  transact,
  onChanged,
}: {
  db: Db
  transact: Transact<'audit' | 'tx'>
  /** Called when an image has changed: this node shows it at once. */
  onChanged: () => void
}): Handlers<typeof contract> {
  return {
    listTileImages: ({ query: asked }) =>
      db.read(everything, async (tx) =>
        paged(await listPage(tx, contract.tileImageList, tileImageRows, asked), ({ etag, ...section }) => ({
          ...section,
          tileImage: tileImageUrl(section.sectionId, etag),
          uploadedFlg: etag !== null,
        })),
      ),
    uploadTileImage: async ({ params: { tileId }, files: { file }, caller, request }) => {
      const [section] = await db.read(everything, (tx) => query(tx, findSection, [tileId]))
      if (!section) return refuse('404', sentences.not_found)
      if (!file) {
        const missing = { field: 'file', message: sentences.field_required }
        return refuseFields('400', sentences.form_several_invalid, [missing])
      }
      const image = await readUploadedImage('file', file, TILE)
      if (image instanceof Refusal) return image
      const etag = createHash('sha256').update(image.bytes).digest('hex')
      await transact(everything, async ({ tx, audit }) => {
        const [stored] = await query<{ former: string | null }>(tx, putImage, [tileId, image.bytes, etag])
        const target = { event: 'tile_image_changed', kind: 'section', id: tileId, clientId: null } as const
        audit.change({ caller, request }, target, { image: stored?.former ?? null }, { image: etag })
      })
      onChanged()
      return new Answer(null, { message: sentences.tile_image_saved })
    },
  }
}
