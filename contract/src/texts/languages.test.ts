import { expect, test } from 'vitest'
import { languageNames, languageOfCode, languages, localeOf, preferredLanguage } from './languages.ts'

test.each<[string, string | null]>([
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['DE-ch', 'de'],
  ['fr-FR,fr;q=0.9,de;q=0.8,en;q=0.7', 'de'],
  ['en;q=0.7, de;q=0.9', 'de'],
  ['en, de', 'en'],
  ['de;q=0, en;q=0.1', 'en'],
  ['de;q=0', null],
  ['fr, it;q=0.5', null],
  ['*', null],
  ['', null],
  ['de;q=abc, en', 'en'],
  [';;;,,,=', null],
  [`${'fr,'.repeat(10_000)}de`, null],
])('a browser that asks for %j reads %j', (header, language) => {
  expect(preferredLanguage(header)).toBe(language)
})

test.each<[string | null | undefined, string | null]>([
  ['de', 'de'],
  ['de-DE', 'de'],
  ['en-GB', 'en'],
  ['den', null],
  ['', null],
  [null, null],
  [undefined, null],
])('the code %j is the language %j', (code, language) => {
  expect(languageOfCode(code)).toBe(language)
})

test('every language has a name and a locale of its own', () => {
  for (const language of languages) {
    expect(languageNames[language]).not.toBe('')
    expect(Intl.DateTimeFormat.supportedLocalesOf(localeOf[language])).toEqual([localeOf[language]])
    expect(languageOfCode(localeOf[language])).toBe(language)
  }
})
