import { expect, test } from 'vitest'
import { exactNumbersIn, placeholdersIn } from './text-rules.ts'
import { deMailTexts } from '../mail/de/mail-texts.ts'
import { formatMessage } from './format-message.ts'
import { type Language, languages } from './languages.ts'
import { mailTexts } from '../mail/mail-texts.ts'
import { shippedTexts } from './shipped-texts.ts'

const tables: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { ...shippedTexts.en, ...mailTexts },
  de: { ...shippedTexts.de, ...deMailTexts },
}
const fill = formatMessage as (text: string, values: Readonly<Record<string, string | number>>, of: Language) => string

/** A text whose placeholders have values of their own: numbers in plurals, else their names. Once for each plural form, and for each number with words of its own. */
function sentencesOf(text: string, language: Language): string[] {
  const placeholders = placeholdersIn(text)
  const exact = exactNumbersIn(text).map((number) => () => number)
  const counts = placeholders.some(({ isPlural }) => isPlural)
    ? [...exact, () => 1, (index: number) => 11 + index]
    : [() => 0]
  return counts.map((count) => {
    const values = placeholders.map(
      ({ name, isPlural }, index) => [name, isPlural ? count(index) : `<${name}>`] as const,
    )
    return fill(text, Object.fromEntries(values), language)
  })
}

test.each(languages)(
  'I read each value in its own place of a sentence, in the language %s; a new wording is read and recorded with -u',
  async (language) => {
    const several = Object.entries(tables[language]).filter(([, text]) => placeholdersIn(text).length > 1)
    expect(several.length).toBeGreaterThan(100)
    const lines = several
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([key, text]) => [`${key}:`, ...sentencesOf(text, language).map((each) => `  ${each}`)])
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`../../sentences/${language}.txt`)
  },
)
