import type { AnnouncementTranslation } from '@portico/contract/announcements/announcement-rules.ts'
import { languageOfCode } from '@portico/contract/texts/languages.ts'

/** The text of an announcement in a further language, its message sanitized. */
export interface Translation extends AnnouncementTranslation {
  message: string
}

/** The column `translations`: texts by the code of their language. */
export type StoredTranslations = Readonly<Record<string, { title: string; message: string }>>

/** What the column stores. */
export const storedTranslations = (translations: readonly Translation[]): StoredTranslations =>
  Object.fromEntries(translations.map(({ language, title, message }) => [language, { title, message }]))

/** The texts of the column, in order of their codes, without languages that this version does not know. */
export const translationsOf = (stored: StoredTranslations): Translation[] =>
  Object.entries(stored)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([code, { title, message }]) => {
      const language = languageOfCode(code)
      return language === null ? [] : [{ language, title, message }]
    })

/** Title, message and language of the announcement `a` for a reader whose language the parameter gives, within a statement. */
export const readIn = (language: string) => ({
  title: `coalesce(a.translations -> ${language} ->> 'title', a.title)`,
  message: `coalesce(a.translations -> ${language} ->> 'message', a.message_html)`,
  language: `case when a.translations -> ${language} is null then a.language else ${language} end`,
})

/**
 * Whether readers who dismissed the announcement are shown it again: title and message changed, or a translation that
 * they may have read. A further translation says nothing new.
 */
export function isReworded(
  before: { title: string; message: string; translations: readonly Translation[] },
  after: typeof before,
): boolean {
  if (after.title !== before.title || after.message !== before.message) return true
  return before.translations.some(({ language, title, message }) => {
    const next = after.translations.find((one) => one.language === language)
    return next !== undefined && (next.title !== title || next.message !== message)
  })
}
