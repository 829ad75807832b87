import { type Language, languageOfCode } from '@portico/contract/texts/languages.ts'
import type { Tx } from '../../db/database.ts'
import { runFirst } from '../../db/run.ts'
import { int, nullable, statement, text } from '../../db/statement.ts'

export interface License {
  version: number
  title: string
  html: string
  /** The language of the text; null: not said. */
  language: Language | null
}

// The table `license_texts`.

const currentText = statement([int, text], {
  name: 'license: current text',
  text: `
  select version, coalesce(translated ->> 'title', title) as title, coalesce(translated ->> 'html', html) as html,
         case when translated is null then language else $2 end as language
    from license_texts, lateral (select translations -> $2 as translated) in_language
   where client_id is null or client_id = $1
   order by client_id is null, id desc limit 1`,
  row: { version: int, title: text, html: text, language: nullable(text) },
})

/**
 * Returns the license that applies to users of a client: their newest text, else the newest default, which the baseline
 * ships. It is in the reader's language where it is kept in it, else in its first one; each version is one agreement in
 * all its languages.
 */
export async function currentLicense(tx: Tx, clientId: number, reader: Language): Promise<License> {
  const license = await runFirst(tx, currentText(clientId, reader))
  if (!license) throw new Error('No license text is stored')
  return { ...license, language: languageOfCode(license.language) }
}
