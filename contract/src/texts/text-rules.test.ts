import { expect, test } from 'vitest'
import { exactNumbersIn, placeholdersIn, sampleValues, textAreaCodes, textProblem } from './text-rules.ts'
import { formatMessage } from './format-message.ts'
import { languages } from './languages.ts'
import { rewordableTexts } from './text-areas.ts'

const shipped = '{name} has {count, plural, one {# page} other {# pages}}.'

test.each<[string, string, object | null]>([
  ['another order of the placeholders', '{count, plural, one {One page} other {# pages}} belong to {name}.', null],
  ['a plural as a plain number', '{name}: {count}', null],
  ['a plural as a number with separators', '{name}: {count, number}', null],
  ['a placeholder of an unknown kind', '{name}: {count, date}', { kind: 'braces' }],
  ['nothing but spaces', '  ', { kind: 'blank' }],
  ['a missing placeholder', '{name} has pages.', { kind: 'missing', names: ['count'] }],
  ['two missing placeholders', 'Pages.', { kind: 'missing', names: ['name', 'count'] }],
  ['a placeholder that is not filled in', '{name} {count} {day}', { kind: 'unknown', names: ['day'] }],
  ['a brace that is not closed', '{name} has {count', { kind: 'braces' }],
  ['a stray brace', '{name} {count} }', { kind: 'braces' }],
  ['a plural without its last form', '{name} {count, plural, one {# page}}', { kind: 'braces' }],
  ['a plural with words for one number', '{name}: {count, plural, =0 {No page} other {# pages}}', null],
  ['a plural with a number that starts with 0', '{name} {count, plural, =01 {x} other {y}}', { kind: 'braces' }],
  ['a plural with words for numbers alone', '{name} {count, plural, =0 {x} =1 {y}}', { kind: 'braces' }],
  ['a plural with a form that is none', '{name} {count, plural, some {x} other {y}}', { kind: 'braces' }],
])('of a wording, %s is judged', (_what, wording, problem) => {
  expect(textProblem(shipped, wording)).toEqual(problem)
})

test.each(languages)('every text shipped in %s is a valid wording of itself, and its samples fill it', (language) => {
  expect(rewordableTexts[language].length).toBeGreaterThan(1000)
  for (const { key, shipped: text } of rewordableTexts[language]) {
    expect({ key, problem: textProblem(text, text) }).toEqual({ key, problem: null })
    expect({ key, text: formatMessage(text as string, sampleValues(text) as never, language) }).toEqual({
      key,
      text: expect.not.stringMatching(/[{}]/),
    })
  }
})

test('every part of the product has texts', () => {
  expect(new Set(rewordableTexts.en.map(({ area }) => area))).toEqual(new Set(textAreaCodes))
  expect(textAreaCodes.toSorted().join(' ')).toBe('account administration contact documents general home mails sign_in')
})

test.each([
  [
    '{a} {b} {a}',
    [
      { name: 'a', isPlural: false },
      { name: 'b', isPlural: false },
    ],
  ],
  ['{n, plural, one {#} other {#}} of {n}', [{ name: 'n', isPlural: true }]],
  ['{n} of {n, plural, one {#} other {#}}', [{ name: 'n', isPlural: true }]],
  ['none', []],
])('the placeholders of "%s" are found once each, a plural as such', (text, placeholders) => {
  expect(placeholdersIn(text)).toEqual(placeholders)
})

test('the numbers that have words of their own are found once each', () => {
  expect(exactNumbersIn('{a, plural, =2 {x} =0 {y} other {z}} {b, plural, =0 {x} one {y} other {z}}')).toEqual([0, 2])
  expect(exactNumbersIn('{a, plural, one {x} other {y}}')).toEqual([])
})

test('samples read as a user might see them', () => {
  const text =
    '{firstName} {lastName} {name} {person} {sender} {user} {client} {employer} {document} {file} {time} {date} {day} {validUntil} {size} {email} {address} {application} {title}'
  expect(formatMessage(text, sampleValues(text) as never, 'en')).toBe(
    'Alex Morgan Alex Morgan Alex Morgan Alex Morgan Alex Morgan Harbor Bank Harbor Bank Price list.pdf Price list.pdf ' +
      '9:30 AM March 3, 2027 March 3, 2027 March 3, 2027, 9:30 AM 1.2 MB alex.morgan@example.com ' +
      'alex.morgan@example.com Invoices New opening hours',
  )
  expect(sampleValues('{pageCount} {rows, plural, other {#}} {done, number} {most} {mostly} {system}', 7)).toEqual({
    pageCount: 7,
    rows: 7,
    done: 7,
    most: 7,
    mostly: 'mostly',
    system: 'system',
  })
})
