/** Languages that the product is shipped in. */
export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

/** The language of the tables that all others translate. */
export const SOURCE_LANGUAGE = 'en' satisfies Language

/** How dates, numbers and plurals of a language are written. */
export const localeOf = { en: 'en-US', de: 'de-DE' } as const satisfies Record<Language, string>

/** Languages in their own words, which are the same in every language. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' }

/** The language that was chosen in a browser; readable by scripts, as the page needs it before the first call. */
export const LANGUAGE_COOKIE = 'portal-language'

/** Returns the language of a code such as 'de' or 'de-AT'; null for one that the product is not shipped in. */
export const languageOfCode = (code: string | null | undefined): Language | null => {
  const primary = (code ?? '').split('-', 1)[0]?.toLowerCase()
  return languages.find((language) => language === primary) ?? null
}

const MAX_RANGES = 20

/** Returns the language that a header 'accept-language' prefers, among those shipped; null: none of them (RFC 9110). */
export function preferredLanguage(acceptLanguage: string): Language | null {
  const ranges = acceptLanguage
    .split(',', MAX_RANGES)
    .map((range) => {
      const [code = '', ...parameters] = range.split(';').map((part) => part.trim())
      const quality = parameters.find((each) => /^q=/i.test(each))?.slice(2)
      return { language: languageOfCode(code), quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
  // The sort is stable: of ranges with the same quality the first counts.
  return ranges.toSorted((one, other) => other.quality - one.quality).find(({ language }) => language)?.language ?? null
}
