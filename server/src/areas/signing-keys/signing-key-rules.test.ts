import { describe, expect, test } from 'vitest'
import { isKeyDue, publishedKeys } from './signing-key-rules.ts'

const day = (count: number) => new Date(Date.UTC(2026, 0, 1 + count))
const keysFrom = (...days: number[]) => days.map((count) => ({ signsFrom: day(count) }))
const daysOf = (days: number[], now: number) =>
  publishedKeys(keysFrom(...days), day(now)).map(({ signsFrom }) => Math.round((+signsFrom - +day(0)) / 86_400_000))

describe('the published keys', () => {
  test('begin with the one that signs', () => {
    expect(daysOf([0], 0)).toEqual([0])
    expect(daysOf([30, 0], 29)).toEqual([0, 30])
    expect(daysOf([30, 0], 30)).toEqual([30, 0])
  })

  test('have the former one for a week, and none before it', () => {
    expect(daysOf([30, 0], 36)).toEqual([30, 0])
    expect(daysOf([30, 0], 37)).toEqual([30])
    expect(daysOf([60, 30, 29, 0], 31)).toEqual([30, 60, 29])
  })

  test('are the next one alone where none signs yet', () => expect(daysOf([30], 0)).toEqual([30]))
})

test('a key is due once it is older than its policy allows, and never without one', () => {
  const [key] = keysFrom(0)
  expect([isKeyDue(key, day(90), 90), isKeyDue(key, day(91), 90)]).toEqual([false, true])
  expect([isKeyDue(key, day(9999), null), isKeyDue(undefined, day(0), 90)]).toEqual([false, false])
})
