import { expect, test } from 'vitest'
import { sampleValues, textProblem } from './text-rules.ts'
import { formatMessage } from './texts/format-message.ts'
import { rewordableTexts } from './texts/text-areas.ts'

const shipped = '{name} has {count, plural, one {# page} other {# pages}}.'

test.each<[string, string, object | null]>([
  ['another order of the placeholders', '{count, plural, one {One page} other {# pages}} belong to {name}.', null],
  ['a plural as a plain number', '{name}: {count}', null],
  ['nothing but spaces', '  ', { kind: 'blank' }],
  ['a missing placeholder', '{name} has pages.', { kind: 'missing', names: ['count'] }],
  ['two missing placeholders', 'Pages.', { kind: 'missing', names: ['name', 'count'] }],
  ['a placeholder that is not filled in', '{name} {count} {day}', { kind: 'unknown', names: ['day'] }],
  ['a brace that is not closed', '{name} has {count', { kind: 'braces' }],
  ['a stray brace', '{name} {count} }', { kind: 'braces' }],
  ['a plural without its last form', '{name} {count, plural, one {# page}}', { kind: 'braces' }],
  ['a plural with a form that is none', '{name} {count, plural, some {x} other {y}}', { kind: 'braces' }],
])('of a wording, %s is judged', (_what, wording, problem) => {
  expect(textProblem(shipped, wording)).toEqual(problem)
})

test('every shipped text is a valid wording of itself, and its samples fill it', () => {
  expect(rewordableTexts.length).toBeGreaterThan(1000)
  for (const { key, shipped: text } of rewordableTexts) {
    expect({ key, problem: textProblem(text, text) }).toEqual({ key, problem: null })
    expect({ key, text: formatMessage(text as string, sampleValues(text) as never) }).toEqual({
      key,
      text: expect.not.stringMatching(/[{}]/),
    })
  }
})

test('every part of the product has texts', () => {
  expect(new Set(rewordableTexts.map(({ area }) => area)).size).toBe(8)
})
