import { createHash } from 'node:crypto'
import { sentences } from '../../http/sentences.ts'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../db/database.ts'
import { runFirst } from '../../db/run.ts'
import { bytes, int, nullable, statement, text } from '../../db/statement.ts'
import { ttlCache } from '../../db/ttl-cache.ts'
import { type FileAnswer, type Refusal, refuse } from '../../http/answers.ts'
import { placeholderImage } from './placeholder-image.ts'

/** Images of tiles: the uploaded one, else a generated one that stays the same for a section. */
export interface TileImages {
  read(sectionId: number): Promise<FileAnswer | Refusal<'404', null>>
  /** Forgets the images of this node, after a change. */
  forget(): void
}

const imageOfSection = statement([int], {
  name: 'home: image of section',
  text: `
  select s.tile_color as "tileColor", i.etag, i.png
    from sections s left join section_images i on i.section_id = s.id where s.id = $1`,
  row: { tileColor: nullable(text), etag: nullable(text), png: nullable(bytes) },
})

/** Cached placeholders; a portal has far fewer sections. */
const MAX_KEPT = 200

/** Browsers cache an image ten times as long as a node does. */
const IMAGES = { ttlMs: 30_000, maxEntries: MAX_KEPT }

export function tileImages(db: Db): TileImages {
  /** A home page requests all of its images at once, and so does the next one. */
  const rows = ttlCache(IMAGES, (sectionId: number) => runFirst(db, imageOfSection(sectionId)))
  const kept = new LRUCache<string, Promise<Buffer>>({ max: MAX_KEPT })
  const placeholder = (sectionId: number, color: string | null) => {
    const key = `${sectionId} ${color}`
    const image = kept.get(key) ?? placeholderImage(sectionId, color)
    kept.set(key, image)
    return image
  }
  return {
    forget: () => rows.clear(),
    read: async (sectionId) => {
      const row = await rows.read(sectionId)
      if (!row) return refuse('404', sentences.not_found) as Refusal<'404', null>
      const body = row.png ?? (await placeholder(sectionId, row.tileColor))
      const etag = `"${(row.etag ?? createHash('sha256').update(body).digest('hex')).slice(0, 32)}"`
      return { type: 'image/png', body, etag, cacheControl: 'public, max-age=300' }
    },
  }
}
