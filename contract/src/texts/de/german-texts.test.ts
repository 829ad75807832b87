import { expect, test } from 'vitest'
import { formatMessage } from '../format-message.ts'
import { mailTexts } from '../../mail/mail-texts.ts'
import { exactNumbersIn, placeholdersIn, sampleValues, textProblem } from '../text-rules.ts'
import { shippedTexts } from '../shipped-texts.ts'
import { defaultTexts } from '../texts.ts'
import { sameInGerman } from '../../../test/same-in-german.ts'
import { deMailTexts } from '../../mail/de/mail-texts.ts'

const english: Readonly<Record<string, string>> = { ...defaultTexts, ...mailTexts }
const german: Readonly<Record<string, string>> = { ...shippedTexts.de, ...deMailTexts }
const texts = Object.entries(german).map(([key, text]) => [key, english[key] ?? '', text] as const)
const formsOfGerman = new Intl.PluralRules('de-DE').resolvedOptions().pluralCategories.toSorted()
const PLURAL = /\{\w+, plural,((?: (?:=\d+|\w+) \{[^{}]*\})+)\}/g

test('every German text translates an English one', () => {
  expect(Object.keys(german).filter((key) => !(key in english))).toEqual([])
})

test('German texts have the placeholders of the English ones, and plurals where those have numbers', () => {
  const differing = texts.filter(([, source, text]) => {
    const pluralsOf = (one: string) =>
      placeholdersIn(one)
        .filter(({ isPlural }) => isPlural)
        .map(({ name }) => name)
    const numbers = new Set(pluralsOf(source))
    return textProblem(source, text) !== null || pluralsOf(text).some((name) => !numbers.has(name))
  })
  expect(differing.map(([key, source, text]) => ({ key, source, text }))).toEqual([])
})

test('German texts have words of their own for the same numbers as the English ones', () => {
  const differing = texts.filter(([, source, text]) => String(exactNumbersIn(source)) !== String(exactNumbersIn(text)))
  expect(differing.map(([key, source, text]) => ({ key, source, text }))).toEqual([])
})

test('plurals have the forms of the German language', () => {
  const broken = texts.filter(([, , text]) =>
    [...text.matchAll(PLURAL)].some(
      ([, branches = '']) =>
        String([...branches.matchAll(/ (\w+) \{/g)].map(([, form = '']) => form).toSorted()) !== String(formsOfGerman),
    ),
  )
  expect(broken.map(([key]) => key)).toEqual([])
})

test('a German text that is filled has no placeholder left', () => {
  const fill = formatMessage as (text: string, values: Readonly<Record<string, string | number>>, of: 'de') => string
  const left = texts.filter(([, , text]) => /[{}#]/.test(fill(text, sampleValues(text), 'de')))
  expect(left.map(([key]) => key)).toEqual([])
})

test('no text is left in English but names, abbreviations and words that are the same', () => {
  const same = texts.filter(([, source, text]) => source === text && /\p{L}/u.test(source.replaceAll(/\{[^}]*\}/g, '')))
  expect(same.map(([key, source]) => [key, source]).filter(([, source]) => !sameInGerman.has(source ?? ''))).toEqual([])
})

test('quotation marks are those of the German language', () => {
  expect(texts.filter(([, , text]) => /["'“]\p{L}[^“”„]*[”"]/u.test(text.replaceAll(/„[^“]*“/g, '')))).toEqual([])
})

test('an ellipsis for words that follow has a no-break space before it', () => {
  // The rest of a token is no word.
  const withoutSpace = texts.filter(([, , text]) => /(?<!\u00A0)…/.test(text.replaceAll('{token}…', '')))
  expect(withoutSpace.map(([key]) => key)).toEqual([])
})
