import { createHash } from 'node:crypto'
import type { Tx } from '../../db/database.ts'
import { query } from '../../db/query.ts'
import { everything } from '../../db/scope.ts'
import { Answer, refuse, refuseChanged, isStaleVersion } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import type { Stores, Transact } from '../../stores.ts'

interface HeldImage {
  /** SHA-256 of the image; null: the portal draws it. */
  etag: string | null
  png: Buffer | null
}

/** Locked, so that a section is not deleted while its image is stored, and of two images one is stored after the other. */
const lock = `
  select image.etag, image.png from sections section left join section_images image on image.section_id = section.id
   where section.id = $1 and section.deleted_at is null for update of section`

const put = `
  insert into section_images (section_id, png, etag) values ($1, $2, $3)
  on conflict (section_id) do update set png = excluded.png, etag = excluded.etag, updated_at = clock_now()`

/** The uploaded images of tiles. */
const tileImageStore = (tx: Tx) => ({
  /** The image of a section; undefined where there is no such section. */
  lock: async (sectionId: number): Promise<HeldImage | undefined> => (await query<HeldImage>(tx, lock, [sectionId]))[0],
  put: (sectionId: number, png: Buffer, etag: string) => query(tx, put, [sectionId, png, etag]),
  remove: (sectionId: number) => query(tx, 'delete from section_images where section_id = $1', [sectionId]),
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

interface Deps {
  transact: Transact<'audit' | 'tx' | 'undo'>
}
type TileStores = Pick<Stores, 'audit' | 'tx' | 'undo'>

/** What takes a change back: the image before it, in base64, and the one that has to be there still. */
interface Snapshot {
  sectionId: number
  before: string | null
  after: string | null
}

const UNDO = 'tile image'

/** Stores the image of a tile (null: the portal draws it again) and records the change; returns its SHA-256. */
async function write(
  { tx, audit }: TileStores,
  by: CallContext,
  sectionId: number,
  { held, png }: { held: HeldImage; png: Buffer | null },
): Promise<string | null> {
  const store = tileImageStore(tx)
  const etag = png && createHash('sha256').update(png).digest('hex')
  if (png && etag !== null) await store.put(sectionId, png, etag)
  else await store.remove(sectionId)
  const target = { event: 'tile_image_changed', kind: 'section', id: sectionId, clientId: null } as const
  audit.change(by, target, { image: held.etag }, { image: etag })
  return etag
}

/** Replaces the image of a tile, which is checked already, or removes it (null); for an hour it can be taken back. */
export function saveTileImage(
  { transact }: Deps,
  by: CallContext,
  { sectionId, png, version }: { sectionId: number; png: Buffer | null; version: string | undefined },
) {
  return transact(everything, async (stores) => {
    const held = await tileImageStore(stores.tx).lock(sectionId)
    if (!held) return refuse('404', sentences.not_found)
    if (isStaleVersion(version, held.etag ?? '')) return refuseStale(stores.tx, sectionId)
    const after = await write(stores, by, sectionId, { held, png })
    const snapshot: Snapshot = { sectionId, before: held.png?.toString('base64') ?? null, after }
    const offer = await stores.undo.offer({ kind: UNDO, userId: by.caller.user.id, snapshot })
    return new Answer(offer, { message: png ? sentences.tile_image_saved : sentences.tile_image_removed })
  })
}

/** Takes back one's own change of the image of a tile; refused where it has changed since. */
export function undoTileImage({ transact }: Deps, by: CallContext, undoId: number) {
  return transact(everything, async (stores) => {
    const change = await stores.undo.take<Snapshot>(UNDO, by.caller.user.id, undoId)
    if (!change) return refuse('404', sentences.undo_expired)
    const { sectionId, before, after } = change
    const held = await tileImageStore(stores.tx).lock(sectionId)
    if (!held) return refuse('404', sentences.not_found)
    if (held.etag !== after) return refuseStale(stores.tx, sectionId)
    await write(stores, by, sectionId, { held, png: before === null ? null : Buffer.from(before, 'base64') })
    return new Answer(null, { message: sentences.tile_image_restored })
  })
}
