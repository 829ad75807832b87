import { expect, test } from 'vitest'
import { oneMonthBefore, rangeProblem } from './report-rules.ts'

test('the dates of a report are at most 730 days apart, over leap days too (RPTS-068, RPTS-107)', () => {
  expect(rangeProblem('2025-01-01', '2027-01-01')).toBeNull()
  expect(rangeProblem('2025-01-01', '2027-01-02')).toBe('too-long')
  expect(rangeProblem('2024-01-01', '2025-12-31')).toBeNull()
  expect(rangeProblem('2024-01-01', '2026-01-01')).toBe('too-long')
  expect(rangeProblem('2026-05-05', '2026-05-05')).toBeNull()
})

test('both dates are needed, in their order (decision L5)', () => {
  expect(rangeProblem('2026-05-06', '2026-05-05')).toBe('range')
  expect(rangeProblem(undefined, '2026-05-05')).toBe('range')
  expect(rangeProblem('2026-05-05', undefined)).toBe('range')
})

test('a report begins one month before, on the last day where that month is shorter (RPTS-108)', () => {
  expect(oneMonthBefore('2026-11-23')).toBe('2026-10-23')
  expect(oneMonthBefore('2026-01-15')).toBe('2025-12-15')
  expect(oneMonthBefore('2026-03-31')).toBe('2026-02-28')
  expect(oneMonthBefore('2028-03-30')).toBe('2028-02-29')
})
