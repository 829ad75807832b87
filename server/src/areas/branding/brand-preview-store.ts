import type { BrandImage } from '@portico/contract/brand-rules.ts'
import { query, queueQuery } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'

/** Where uploads of one form are kept: a workspace of a session, for a client or (null) for the portal. */
export interface PreviewPlace {
  sessionId: number
  clientId: number | null
  workspace: string
}

/** Images that a session keeps at most in all of its workspaces. */
const KEPT_PER_SESSION = 20

const put = `
  insert into brand_previews (session_id, client_id, workspace, part, image) values ($1, $2, $3, $4, $5)
  on conflict (session_id, client_id, workspace, part) do update set image = excluded.image, created_at = clock_now()`

const place = 'session_id = $1 and client_id is not distinct from $2 and workspace = $3'

/** The table `brand_previews`: uploaded images of forms that are not saved yet. */
export function brandPreviewStore(tx: Tx) {
  return {
    /** Keeps the latest image of a part (UIGN-036), and removes what exceeds a session's share. */
    put: async ({ sessionId, clientId, workspace }: PreviewPlace, part: BrandImage, image: Buffer): Promise<void> => {
      await query(tx, put, [sessionId, clientId, workspace, part, image])
      queueQuery(
        tx,
        `delete from brand_previews where id in (select id from brand_previews where session_id = $1
           order by created_at desc, id desc offset ${KEPT_PER_SESSION})`,
        [sessionId],
      )
    },
    find: async ({ sessionId, clientId, workspace }: PreviewPlace, part: BrandImage): Promise<Buffer | undefined> =>
      (
        await query<{ image: Buffer }>(tx, `select image from brand_previews where ${place} and part = $4`, [
          sessionId,
          clientId,
          workspace,
          part,
        ])
      )[0]?.image,
    all: ({ sessionId, clientId, workspace }: PreviewPlace): Promise<{ part: BrandImage; image: Buffer }[]> =>
      query(tx, `select part, image from brand_previews where ${place}`, [sessionId, clientId, workspace]),
    clear: ({ sessionId, clientId, workspace }: PreviewPlace): void =>
      queueQuery(tx, `delete from brand_previews where ${place}`, [sessionId, clientId, workspace]),
  }
}
