import { createHash } from 'node:crypto'
import { databaseTime } from '../../db/clock.ts'
import type { Tx, Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { Answer, Refusal, refuse, refuseChanged, isStaleVersion } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { auditChange } from '../audit/public.ts'
import { offerUndo, takeUndo } from '../undo/public.ts'
import { run, runFirst } from '../../db/run.ts'
import { bytes, instant, int, nullable, statement, text } from '../../db/statement.ts'

interface HeldImage {
  /** SHA-256 of the image; null: the portal draws it. */
  etag: string | null
  png: Buffer | null
}

/** Locked, so that a section is not deleted while its image is stored, and of two images one is stored after the other. */
const lock = statement([int], {
  name: 'home: lock',
  text: `
  select image.etag, image.png from sections section left join section_images image on image.section_id = section.id
   where section.id = $1 and section.deleted_at is null for update of section`,
  row: { etag: nullable(text), png: nullable(bytes) },
})

const put = statement([int, bytes, text], {
  name: 'home: put',
  text: `
  insert into section_images (section_id, png, etag) values ($1, $2, $3)
  on conflict (section_id) do update set png = excluded.png, etag = excluded.etag, updated_at = clock_now()`,
})

const deleteSectionImages = statement([int], {
  name: 'home: delete section images',
  text: 'delete from section_images where section_id = $1',
})

/** The uploaded images of tiles. */
const tileImageStore = (tx: Tx) => ({
  /** The image of a section; undefined where there is no such section. */
  lock: async (sectionId: number): Promise<HeldImage | undefined> => await runFirst(tx, lock(sectionId)),
  put: (sectionId: number, png: Buffer, etag: string) => run(tx, put(sectionId, png, etag)),
  remove: (sectionId: number) => run(tx, deleteSectionImages(sectionId)),
})

const latestChange = statement([text], {
  name: 'home: latest change',
  text: `
  select actor.first_name || ' ' || actor.last_name as name, event.at
    from audit_events event left join users actor on actor.id = event.actor_user_id
   where event.target_kind = 'section' and event.target_id = $1 and event.event = 'tile_image_changed'
   order by event.id desc limit 1`,
  row: { name: nullable(text), at: instant },
})

/** The '409' about an image that someone else has replaced, with who and when. */
async function refuseStale(tx: Tx, sectionId: number) {
  const latest = await runFirst(tx, latestChange(String(sectionId)))
  const name = latest?.name ?? null
  return refuseChanged(name === null ? sentences.tile_image_stale_unknown : sentences.tile_image_stale({ name }), {
    changedByNm: name,
    changedDt: latest?.at ?? (await databaseTime(tx)),
  })
}

interface Deps {
  db: Db
}

/** What takes a change back: the image before it, in base64, and the one that has to be there still. */
interface Snapshot {
  sectionId: number
  before: string | null
  after: string | null
}

const UNDO = 'tile image'

const etagOf = (png: Buffer): string => createHash('sha256').update(png).digest('hex')

interface Change {
  held: HeldImage
  /** Null: the portal draws it again. */
  png: Buffer | null
}

/** Stores the image of a tile and records the change; returns its SHA-256. */
async function write(tx: Tx, by: CallContext, sectionId: number, { held, png }: Change): Promise<string | null> {
  const store = tileImageStore(tx)
  const etag = png && etagOf(png)
  if (png && etag !== null) await store.put(sectionId, png, etag)
  else await store.remove(sectionId)
  const target = { event: 'tile_image_changed', kind: 'section', id: sectionId, clientId: null } as const
  auditChange(tx, by, target, { image: held.etag }, { image: etag })
  return etag
}

/** Writes a change and offers to take it back for an hour. */
async function change(tx: Tx, by: CallContext, sectionId: number, { held, png }: Change) {
  const after = await write(tx, by, sectionId, { held, png })
  const snapshot: Snapshot = { sectionId, before: held.png?.toString('base64') ?? null, after }
  return offerUndo(tx, { kind: UNDO, userId: by.caller.user.id, snapshot })
}

/** The image of a section, locked, of the version that the caller knows; or why it may not be changed. */
async function lockVersion(tx: Tx, sectionId: number, version: string | undefined) {
  const held = await tileImageStore(tx).lock(sectionId)
  if (!held) return refuse('404', sentences.not_found)
  return isStaleVersion(version, held.etag ?? '') ? refuseStale(tx, sectionId) : held
}

interface ChangedTile {
  sectionId: number
  version: string | undefined
}

/** Replaces the image of a tile, which is checked already. */
export const replaceTileImage = (
  { db }: Deps,
  by: CallContext,
  { sectionId, version, png }: ChangedTile & { png: Buffer },
) =>
  db.transact(everything, async (tx) => {
    const held = await lockVersion(tx, sectionId, version)
    if (held instanceof Refusal) return held
    const offer = held.etag === etagOf(png) ? null : await change(tx, by, sectionId, { held, png })
    return new Answer(offer, { message: sentences.tile_image_saved })
  })

/** Removes the image of a tile, so that the portal draws it. */
export const removeTileImage = ({ db }: Deps, by: CallContext, { sectionId, version }: ChangedTile) =>
  db.transact(everything, async (tx) => {
    const held = await lockVersion(tx, sectionId, version)
    if (held instanceof Refusal) return held
    if (held.etag === null) return refuse('404', sentences.not_found)
    return new Answer(await change(tx, by, sectionId, { held, png: null }), { message: sentences.tile_image_removed })
  })

/** Takes back one's own change of the image of a tile; refused where it has changed since. */
export function undoTileImage({ db }: Deps, by: CallContext, undoId: number) {
  return db.transact(everything, async (tx) => {
    const change = await takeUndo<Snapshot>(tx, UNDO, by.caller.user.id, undoId)
    if (!change) return refuse('404', sentences.undo_expired)
    const { sectionId, before, after } = change
    const held = await tileImageStore(tx).lock(sectionId)
    if (!held) return refuse('404', sentences.not_found)
    if (held.etag !== after) return refuseStale(tx, sectionId)
    await write(tx, by, sectionId, { held, png: before === null ? null : Buffer.from(before, 'base64') })
    return new Answer(null, { message: sentences.tile_image_restored })
  })
}
