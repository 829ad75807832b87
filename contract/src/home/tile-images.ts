import * as z from 'zod/mini'
import { previewFiles } from '../branding/brand-forms.ts'
import { Id, Instant, OwnUid, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { listQuery } from '../kit/list.ts'
import { UndoOffer } from '../kit/undo-offer.ts'

const writes = '/ccservices/secure/admin/rest/database-maintenance/admin-users/{uid}'
const guard = admin('Database Maintenance', { staffOnly: true })

export const tileImageList = listQuery({
  columns: ['sectionNm', 'changedDt'],
  filters: {
    /** Part of the name. */
    nm: text(100),
    sectionId: Id,
  },
  defaultSort: { column: 'sectionNm', direction: 'asc' },
})

/** A section with the image of its tile. */
export const TileImage = z.object({
  sectionId: z.int(),
  sectionNm: z.string(),
  tileImage: z.string(),
  /** N: the portal draws the image. */
  uploadedFlg: YesNo,
  changedDt: z.nullable(Instant),
  /** Differs for every uploaded image; '' for one that the portal draws. */
  versionTxt: z.string(),
})
export type TileImage = z.output<typeof TileImage>

export const listTileImages = endpoint({
  name: 'listTileImages',
  method: 'GET',
  path: `${writes}/tile-images`,
  guard,
  params: OwnUid,
  query: tileImageList.query,
  data: z.array(TileImage),
})

/** The image that the form shows: '409' when there is another one. */
const versionTxt = z.optional(text(100))
const OneTile = z.strictObject({ uid: Id, tileId: Id })

export const uploadTileImage = endpoint({
  name: 'uploadTileImage',
  method: 'POST',
  path: `${writes}/image-tile-upload/sections/{tileId}`,
  kind: 'form-files',
  guard,
  params: OneTile,
  body: z.strictObject({ versionTxt }),
  files: previewFiles,
  /** Null: it is this image already. */
  data: z.nullable(UndoOffer),
})

export const removeTileImage = endpoint({
  name: 'removeTileImage',
  method: 'DELETE',
  path: `${writes}/tile-images/{tileId}`,
  guard,
  params: OneTile,
  query: z.strictObject({ versionTxt }),
  data: UndoOffer,
})

export const undoTileImage = endpoint({
  name: 'undoTileImage',
  method: 'POST',
  path: `${writes}/undo-tile-image`,
  guard,
  params: OwnUid,
  body: z.strictObject({ undoId: Id }),
})

export const summaries = {
  listTileImages: 'The sections with the images of their tiles, 15 a page',
  uploadTileImage: 'Replace the image of a section’s tile; it is stored as PNG. For an hour this can be taken back',
  removeTileImage:
    'Remove the image of a section’s tile, so that the portal draws it. For an hour this can be taken back',
  undoTileImage: 'Take back one’s own change of a tile image; refused where it has changed since',
}
