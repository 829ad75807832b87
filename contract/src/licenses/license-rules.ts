import { hasText, plainTitle } from '../announcements/announcement-rules.ts'
import { LICENSE_TEXT_MAX, LICENSE_TITLE_MAX } from '../limits.ts'
import type { PlainKey } from '../texts/format-message.ts'
import type { Language } from '../texts/languages.ts'
import type { licensePageTexts } from './license-page-texts.ts'
import type { licenseTexts } from './license-texts.ts'

/** What a license says in one language. */
export interface LicenseText {
  language: Language
  title: string
  /** HTML limited to the elements in rich-text.ts; null: so much that it was not read. */
  html: string | null
}

/** The texts of a license; users whose language has none read that in the first language. */
export interface LicenseTexts {
  firstLanguage: Language
  texts: readonly LicenseText[]
}

/** The names of the fields of a text, in forms and in answers about what is wrong with them. */
export const licenseFields = (language: Language) =>
  ({ title: `titleTxt-${language}`, html: `contentTxt-${language}` }) as const

export type LicenseField = 'languageCd' | `${'titleTxt' | 'contentTxt'}-${Language}`

/** A broken field, and the text that says why. */
export interface LicenseIssue {
  field: LicenseField
  text: PlainKey<typeof licensePageTexts & typeof licenseTexts>
}

/** The broken fields of a license: each of its texts needs a title and a text, and the first language one of them. */
export function licenseIssues({ firstLanguage, texts }: LicenseTexts): LicenseIssue[] {
  const issues = texts.flatMap(({ language, title, html }, index) => {
    const fields = licenseFields(language)
    const isTwice = texts.findIndex((one) => one.language === language) !== index
    return [
      { field: fields.title, text: isTwice ? ('license_language_twice' as const) : titleIssue(title) },
      { field: fields.html, text: htmlIssue(html) },
    ]
  })
  const first = texts.some(({ language }) => language === firstLanguage) ? null : ('license_language_missing' as const)
  return [{ field: 'languageCd' as const, text: first }, ...issues].flatMap(({ field, text }) =>
    text === null ? [] : [{ field, text }],
  )
}

function titleIssue(title: string): LicenseIssue['text'] | null {
  const { length } = plainTitle(title)
  if (length === 0) return 'license_title_missing'
  return length > LICENSE_TITLE_MAX ? 'license_title_too_long' : null
}

function htmlIssue(html: string | null): LicenseIssue['text'] | null {
  if (html === null) return 'license_text_too_long'
  if (!hasText(html)) return 'license_text_missing'
  return html.length > LICENSE_TEXT_MAX ? 'license_text_too_long' : null
}
