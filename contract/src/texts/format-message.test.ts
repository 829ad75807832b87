import { expect, test } from 'vitest'
import { formatMessage, type PlaceholdersOf } from './format-message.ts'
import { mailTexts } from '../mail/mail-texts.ts'
import { defaultTexts } from './texts.ts'

const allTexts: Readonly<Record<string, string>> = { ...defaultTexts, ...mailTexts }
const PLURAL = /\{\w+, plural,(?: (?:=\d+|\w+) \{[^{}]*\})+\}/g

test('values replace placeholders, as often as they occur', () => {
  expect(formatMessage('{name} and {name} of {place}', { name: 'Ann', place: 'Oslo' }, 'en')).toBe(
    'Ann and Ann of Oslo',
  )
})

test('a plural follows the number', () => {
  const text = 'You have {count, plural, one {# page} other {# pages}} left.'
  expect([0, 1, 2, 1000].map((count) => formatMessage(text, { count }, 'en'))).toEqual([
    'You have 0 pages left.',
    'You have 1 page left.',
    'You have 2 pages left.',
    'You have 1,000 pages left.',
  ])
})

test('a number that has words of its own gets them, in place of its form of the plural', () => {
  const text = '{count, plural, =0 {No page is} one {# page is} =12 {A dozen is} other {# pages are}} left.'
  expect([0, 1, 2, 10, 12].map((count) => formatMessage(text, { count }, 'en'))).toEqual([
    'No page is left.',
    '1 page is left.',
    '2 pages are left.',
    '10 pages are left.',
    'A dozen is left.',
  ])
})

test('a number is written as the language writes it', () => {
  const text = 'Noch {count, plural, one {# Seite} other {# Seiten}}.'
  expect([1, 0, 12_345].map((count) => formatMessage(text, { count }, 'de'))).toEqual([
    'Noch 1 Seite.',
    'Noch 0 Seiten.',
    'Noch 12.345 Seiten.',
  ])
})

test('a placeholder that says so gets the separators of the language; others are filled in as they are', () => {
  const text = '{count, number} of {total, number}: {name}, version {number}'
  const values = { count: 1, total: 12_345, name: 'Ann', number: 12_345 }
  expect(formatMessage(text, values, 'en')).toBe('1 of 12,345: Ann, version 12345')
  expect(formatMessage(text, values, 'de')).toBe('1 of 12.345: Ann, version 12345')
  expect(formatMessage('{name, number}', { name: 'Ann' }, 'en')).toBe('Ann')
})

test('a missing or misspelt placeholder does not compile', () => {
  const text = 'Hello {name}, {count, plural, one {# page} other {# pages}} of {total, number} in {title}'
  const names: Record<PlaceholdersOf<typeof text>, true> = { name: true, count: true, total: true, title: true }
  expect(Object.keys(names)).toEqual(['name', 'count', 'total', 'title'])
  // @ts-expect-error -- the name is missing
  expect(formatMessage('Hello {name}', {}, 'en')).toBe('Hello {name}')
  // @ts-expect-error -- the name is misspelt
  expect(formatMessage('Hello {name}', { nam: 'Ann' }, 'en')).toBe('Hello {name}')
})

test('the placeholders of every text are well formed', () => {
  const isWellFormed = (text: string) =>
    !/[{}]/.test(text.replaceAll(PLURAL, '').replaceAll(/\{[a-z][A-Za-z]*(?:, number)?\}/g, '')) &&
    (text.match(PLURAL) ?? []).every((plural) => / one \{.*\} other \{.*#.*\}\}$/.test(plural))
  expect(textsThat((text) => !isWellFormed(text))).toEqual({})
})

test('no text has a placeholder left once it is filled', () => {
  const fill = formatMessage as (text: string, values: Record<string, number>, language: 'en') => string
  const filled = (text: string) => {
    const names = [...text.matchAll(/\{(\w+)(?:, plural,|, number\}|\})/g)].map(([, name]) => [name, 7] as const)
    return fill(text, Object.fromEntries(names), 'en')
  }
  expect(textsThat((text) => /[{}#]/.test(filled(text)))).toEqual({})
})

/** Every shipped text that has a fault, by its key. */
function textsThat(hasFault: (text: string) => boolean): Record<string, string> {
  expect(Object.keys(allTexts).length).toBeGreaterThan(3000)
  return Object.fromEntries(Object.entries(allTexts).filter(([, text]) => hasFault(text)))
}
