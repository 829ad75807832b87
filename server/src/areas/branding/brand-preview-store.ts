import type { BrandImage } from '@portico/contract/branding/brand-rules.ts'
import type { Tx } from '../../db/database.ts'
import { queue, run } from '../../db/run.ts'
import { bytes, int, nullable, statement, text, textOf } from '../../db/statement.ts'

/** Where uploads of one form are kept: a workspace of a session, for a client or (null) for the portal. */
export interface PreviewPlace {
  sessionId: number
  clientId: number | null
  workspace: string
}

/** Images that a session keeps at most in all of its workspaces. */
const KEPT_PER_SESSION = 20

const put = statement([int, nullable(int), text, text, bytes], {
  name: 'branding: put',
  text: `
  insert into brand_previews (session_id, client_id, workspace, part, image) values ($1, $2, $3, $4, $5)
  on conflict (session_id, client_id, workspace, part) do update set image = excluded.image, created_at = clock_now()`,
})

const place = 'session_id = $1 and client_id is not distinct from $2 and workspace = $3'

// The table `brand_previews`: uploaded images of forms that are not saved yet.

const deleteBrandPreviews = statement([int], {
  name: 'branding: delete brand previews',
  text: `delete from brand_previews where id in (select id from brand_previews where session_id = $1
           order by created_at desc, id desc offset ${KEPT_PER_SESSION})`,
})

/** Keeps the latest image of a part (UIGN-036), and removes what exceeds a session's share. */
export async function putBrandPreview(
  tx: Tx,
  { sessionId, clientId, workspace }: PreviewPlace,
  part: BrandImage,
  image: Buffer,
): Promise<void> {
  await run(tx, put(sessionId, clientId, workspace, part, image))
  queue(tx, deleteBrandPreviews(sessionId))
}

const selectBrandPreviews = statement([int, nullable(int), text, text], {
  name: 'branding: select brand previews',
  text: `select image from brand_previews where ${place} and part = $4`,
  row: { image: bytes },
})

export const findBrandPreview = async (
  tx: Tx,
  { sessionId, clientId, workspace }: PreviewPlace,
  part: BrandImage,
): Promise<Buffer | undefined> => (await run(tx, selectBrandPreviews(sessionId, clientId, workspace, part)))[0]?.image

const selectBrandPreviewsForListBrandPreviews = statement([int, nullable(int), text], {
  name: 'branding: select brand previews for list brand previews',
  text: `select part, image from brand_previews where ${place}`,
  row: { part: textOf<BrandImage>(), image: bytes },
})

export const listBrandPreviews = (
  tx: Tx,
  { sessionId, clientId, workspace }: PreviewPlace,
): Promise<{ part: BrandImage; image: Buffer }[]> =>
  run(tx, selectBrandPreviewsForListBrandPreviews(sessionId, clientId, workspace))

const deleteBrandPreviewsForClearBrandPreviews = statement([int, nullable(int), text], {
  name: 'branding: delete brand previews for clear brand previews',
  text: `delete from brand_previews where ${place}`,
})

export const clearBrandPreviews = (tx: Tx, { sessionId, clientId, workspace }: PreviewPlace): void =>
  queue(tx, deleteBrandPreviewsForClearBrandPreviews(sessionId, clientId, workspace))
