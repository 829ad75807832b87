import { defaultTexts } from '@portico/contract/texts/texts.ts'
import type { Db } from '../../db/database.ts'
import { remembered } from '../../db/remembered.ts'

/** The resource table: shipped texts, reworded by rows of `resource_texts`. */
export interface TextTable {
  read(): Promise<Record<string, string>>
}

export function textTable(db: Db): TextTable {
  const texts = remembered({ milliseconds: 30_000, most: 1 }, async (): Promise<Record<string, string>> => {
    const reworded = await db.prepared<{ key: string; text: string }>(
      'resource-texts',
      'select key, content as text from resource_texts where client_id is null',
      [],
    )
    return { ...defaultTexts, ...Object.fromEntries(reworded.map(({ key, text }) => [key, text])) }
  })
  return { read: () => texts.read(null) }
}
