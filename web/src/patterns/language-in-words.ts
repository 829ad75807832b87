import type { Language } from '@portico/contract/texts/languages.ts'
import { perLocale } from '../ui/locale.ts'

const names = perLocale((locale) => new Intl.DisplayNames(locale, { type: 'language' }))

/** The name of a language in that of the page, such as 'German'. */
export const languageInWords = (language: Language): string => names().of(language) ?? language
