import { expect, test } from 'vitest'
import { hasEnded } from './grant-rules.ts'

const now = new Date('2026-03-04T12:00:00Z')

test.each([
  ['2026-03-04T12:00:00.001Z', false],
  ['2026-03-04T12:00:00Z', true],
  ['2026-03-04T11:59:59.999Z', true],
])('access that ends at %s has ended at 12:00: %s', (end, expected) => {
  expect(hasEnded(new Date(end), now)).toBe(expected)
})

test('access without an end never ends', () => {
  expect(hasEnded(null, now)).toBe(false)
})
