import { expect, test } from 'vitest'
import { parseDormancy, SHIPPED_DORMANCY } from './dormancy-rules.ts'

test.each([
  ['', { inactivateAfterDays: 90, noticeDays: 14 }],
  [SHIPPED_DORMANCY, { inactivateAfterDays: 90, noticeDays: 14 }],
  ['inactivateAfterDays=30', { inactivateAfterDays: 30, noticeDays: 14 }],
  [' noticeDays=1,  inactivateAfterDays=3650 ', { inactivateAfterDays: 3650, noticeDays: 1 }],
  ['inactivateAfterDays=61 noticeDays=60', { inactivateAfterDays: 61, noticeDays: 60 }],
])('"%s" says when users are dormant (decision I2)', (parameters, dormancy) => {
  expect(parseDormancy(parameters)).toEqual(dormancy)
})

test('as shipped, users are notified two weeks before they are inactivated after 90 days', () => {
  expect(SHIPPED_DORMANCY).toBe('inactivateAfterDays=90 noticeDays=14')
})

test.each([
  'ninety',
  '90',
  'inactivateAfterDays=29',
  'inactivateAfterDays=3651',
  'inactivateAfterDays=-90',
  'inactivateAfterDays=90.5',
  'noticeDays=0',
  'inactivateAfterDays=365 noticeDays=61',
  'inactivateAfterDays=40 noticeDays=40',
  'noticeDays=7 noticeDays=8',
  'inactivateAfterDays=90; rm -rf /',
])('"%s" says nothing that the job could do', (parameters) => {
  expect(parseDormancy(parameters)).toBeNull()
})
