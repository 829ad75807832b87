import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCron } from '@portico/contract/jobs/cron.ts'
import { cronOf, type SimpleSchedule, simpleKinds, simpleScheduleOf, stepsOf, withKind } from './simple-schedule.ts'

const schedules: fc.Arbitrary<SimpleSchedule> = fc.constantFrom(...simpleKinds).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    step: fc.constantFrom(...stepsOf(kind)),
    minute: fc.integer({ min: 0, max: 59 }),
    hour: fc.integer({ min: 0, max: 23 }),
    weekday: fc.integer({ min: 0, max: 6 }),
    day: fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constant('L' as const)),
  }),
)

test('what is chosen is a cron expression, and is recognized in it again', () => {
  fc.assert(
    fc.property(schedules, (schedule) => {
      const cron = cronOf(schedule)
      expect(typeof parseCron(cron)).toBe('object')
      const found = simpleScheduleOf(cron)
      expect(found).toMatchObject({ kind: schedule.kind, step: schedule.step })
      expect(cronOf(found as SimpleSchedule)).toBe(cron)
    }),
  )
})

test.each([
  ['0,30 * * * *', '*/30 * * * *'],
  ['30 6 * * MON-FRI', '30 6 * * 1-5'],
  ['30 6 * * 7', '30 6 * * 0'],
  ['0 0,12 * * *', '0 */12 * * *'],
])('“%s” is shown as the choice that means the same', (typed, cron) => {
  expect(cronOf(simpleScheduleOf(typed) as SimpleSchedule)).toBe(cron)
})

test.each(['', 'at night', '*/7 * * * *', '30 6 1,15 * *', '30 6 13 * 5', '30 6 1,L * *', '0 8-18 * * *', '5 7 * 1 *'])(
  '“%s” has no choice of its own',
  (text) => expect(simpleScheduleOf(text)).toBeNull(),
)

test('another kind keeps the time of day; an interval of minutes is none of hours', () => {
  const daily = simpleScheduleOf('35 3 * * *') as SimpleSchedule
  expect(cronOf(withKind(daily, 'week'))).toBe('35 3 * * 1')
  expect(cronOf(withKind(daily, 'hours'))).toBe('35 * * * *')
  expect(cronOf(withKind(simpleScheduleOf('*/20 * * * *'), 'hours'))).toBe('0 * * * *')
  expect(cronOf(withKind(null, 'day'))).toBe('0 6 * * *')
})
