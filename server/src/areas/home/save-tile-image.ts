import { createHash } from 'node:crypto'
import type { Tx } from '../../db/database.ts'
import { query } from '../../db/query.ts'
import { everything } from '../../db/scope.ts'
import { Answer, refuse, refuseChanged } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import type { Transact } from '../../stores.ts'

/** Locked, so that a section is not deleted while its image is stored, and of two images one is stored after the other. */
const lock = `
  select image.etag from sections section left join section_images image on image.section_id = section.id
   where section.id = $1 and section.deleted_at is null for update of section`

const put = `
  insert into section_images (section_id, png, etag) values ($1, $2, $3)
  on conflict (section_id) do update set png = excluded.png, etag = excluded.etag, updated_at = clock_now()`

/** The uploaded images of tiles. */
const tileImageStore = (tx: Tx) => ({
  /** The SHA-256 of the image of a section, null where it has none; undefined where there is no such section. */
  lock: async (sectionId: number): Promise<{ etag: string | null } | undefined> =>
    (await query<{ etag: string | null }>(tx, lock, [sectionId]))[0],
  put: (sectionId: number, { bytes, etag }: { bytes: Buffer; etag: string }) =>
    query(tx, put, [sectionId, bytes, etag]),
})

const latestChange = `
  select actor.first_name || ' ' || actor.last_name as name, event.at
    from audit_events event left join users actor on actor.id = event.actor_user_id
   where event.target_kind = 'section' and event.target_id = $1 and event.event = 'tile_image_changed'
   order by event.id desc limit 1`

/** The '409' about an image that someone else has replaced, with who and when. */
async function refuseStale(tx: Tx, sectionId: number) {
  const [latest] = await query<{ name: string | null; at: Date }>(tx, latestChange, [String(sectionId)])
  const name = latest?.name ?? null
  return refuseChanged(name === null ? sentences.tile_image_stale_unknown : sentences.tile_image_stale({ name }), {
    changedByNm: name,
    changedDt: latest?.at ?? new Date(),
  })
}

/** Replaces the image of a tile; the image is checked already. */
export function saveTileImage(
  { transact }: { transact: Transact<'audit' | 'tx'> },
  by: CallContext,
  { sectionId, bytes, version }: { sectionId: number; bytes: Buffer; version: string | undefined },
) {
  const etag = createHash('sha256').update(bytes).digest('hex')
  return transact(everything, async ({ tx, audit }) => {
    const store = tileImageStore(tx)
    const held = await store.lock(sectionId)
    if (!held) return refuse('404', sentences.not_found)
    if (version !== undefined && version !== (held.etag ?? '')) return refuseStale(tx, sectionId)
    await store.put(sectionId, { bytes, etag })
    const target = { event: 'tile_image_changed', kind: 'section', id: sectionId, clientId: null } as const
    audit.change(by, target, { image: held.etag }, { image: etag })
    return new Answer(null, { message: sentences.tile_image_saved })
  })
}
