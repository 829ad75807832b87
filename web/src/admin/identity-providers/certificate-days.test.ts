import { expect, test } from 'vitest'
import { daysUntil, toneOfDays } from './certificate-days.ts'

const now = new Date('2026-11-23T12:00:00Z')

test.each([
  ['2026-11-23T11:59:59Z', -1, 'error'],
  ['2026-11-23T12:00:00Z', 0, 'error'],
  ['2026-11-30T11:59:59Z', 6, 'error'],
  ['2026-11-30T12:00:00Z', 7, 'warning'],
  ['2027-01-22T11:59:59Z', 59, 'warning'],
  ['2027-01-22T12:00:00Z', 60, 'success'],
])('a certificate that ends %s has %i days left', (end, days, tone) => {
  expect([daysUntil(new Date(end), now), toneOfDays(days)]).toEqual([days, tone])
})
