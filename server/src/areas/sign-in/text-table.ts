import { defaultTexts } from '@portico/contract/texts/texts.ts'
import type { Db } from '../../db/database.ts'
import { ttlCache } from '../../db/ttl-cache.ts'

/** The resource table: shipped texts, overridden by rows of `resource_texts`. */
export interface TextTable {
  read(): Promise<Record<string, string>>
}

export function textTable(db: Db): TextTable {
  const texts = ttlCache({ ttlMs: 30_000, maxEntries: 1 }, async (): Promise<Record<string, string>> => {
    const reworded = await db.prepared<{ key: string; text: string }>(
      'select key, content as text from resource_texts where client_id is null',
      [],
    )
    return { ...defaultTexts, ...Object.fromEntries(reworded.map(({ key, text }) => [key, text])) }
  })
  return { read: () => texts.read('all') }
}
