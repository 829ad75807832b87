import type { TextAreaCode } from './text-rules.ts'
import { type Language, languages, SOURCE_LANGUAGE } from './languages.ts'
import { mailTexts } from '../mail/mail-texts.ts'
import { shippedMailTexts, shippedTexts } from './shipped-texts.ts'
import { tablesOf } from './texts.ts'

const areaOf = new Map<string, TextAreaCode>([
  ...tablesOf(SOURCE_LANGUAGE).flatMap(({ area, table }) => Object.keys(table).map((key) => [key, area] as const)),
  ...Object.keys(mailTexts).map((key) => [key, 'mails'] as const),
])

/** A text that can be reworded, as shipped in one language, with the part of the product that it belongs to. */
export interface RewordableText {
  key: string
  shipped: string
  area: TextAreaCode
}

const rewordableTextsOf = (language: Language): readonly RewordableText[] =>
  Object.entries({ ...shippedTexts[language], ...shippedMailTexts[language] }).map(([key, shipped]) => ({
    key,
    shipped,
    area: areaOf.get(key) ?? 'administration',
  }))

/** Every text that can be reworded, by language. */
export const rewordableTexts = Object.fromEntries(
  languages.map((language) => [language, rewordableTextsOf(language)]),
) as Readonly<Record<Language, readonly RewordableText[]>>
