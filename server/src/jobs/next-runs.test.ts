import { expect, test } from 'vitest'
import { isTimeZone, nextRuns, scheduleProblem } from './next-runs.ts'
import { schedules } from './schedule.ts'

const runs = (cron: string, zone: string, after: string, count: number) =>
  nextRuns(cron, zone, new Date(after), count).map((run) => run.toISOString().slice(0, 16))

test('a time that the clocks skip in spring runs once that day, an hour later', () => {
  expect(runs('30 2 * * *', 'America/Chicago', '2026-03-07T12:00:00Z', 2)).toEqual([
    '2026-03-08T08:30',
    '2026-03-09T07:30',
  ])
})

test('a time that the clocks repeat in autumn runs once that day, the first time', () => {
  expect(runs('30 1 * * *', 'America/Chicago', '2026-10-31T12:00:00Z', 2)).toEqual([
    '2026-11-01T06:30',
    '2026-11-02T07:30',
  ])
})

test('what runs every half hour does so through both changes of the clocks', () => {
  expect(runs('*/30 * * * *', 'Europe/Berlin', '2026-10-25T00:00:00Z', 4)).toEqual([
    '2026-10-25T00:30',
    '2026-10-25T01:00',
    '2026-10-25T01:30',
    '2026-10-25T02:00',
  ])
  expect(runs('*/30 * * * *', 'Europe/Berlin', '2026-03-29T00:30:00Z', 2)).toEqual([
    '2026-03-29T01:00',
    '2026-03-29T01:30',
  ])
})

test('the 31st skips shorter months, and L is the last day of each', () => {
  const months = (cron: string) => runs(cron, 'UTC', '2026-11-22T00:00:00Z', 4).map((run) => run.slice(0, 10))
  expect(months('0 6 31 * *')).toEqual(['2026-12-31', '2027-01-31', '2027-03-31', '2027-05-31'])
  expect(months('0 6 L * *')).toEqual(['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28'])
  expect(months('0 0 29 2 *')).toEqual(['2028-02-29', '2032-02-29', '2036-02-29', '2040-02-29'])
})

test('a day of the month beside a weekday runs on either', () => {
  expect(runs('0 6 13 * 5', 'UTC', '2027-01-05T00:00:00Z', 3)).toEqual([
    '2027-01-08T06:00',
    '2027-01-13T06:00',
    '2027-01-15T06:00',
  ])
})

test('a schedule that is invalid has no next run', () => {
  expect(runs('every day', 'UTC', '2026-11-22T00:00:00Z', 5)).toEqual([])
  expect(runs('0 6 * * *', 'Mars/Olympus', '2026-11-22T00:00:00Z', 5)).toEqual([])
})

test.each([
  ['* * * * * *', 'UTC', 'cron_syntax'],
  ['0 0 30 2 *', 'UTC', 'cron_never'],
  ['0 6 * * *', 'Mars/Olympus', 'time_zone'],
  ['0 6 * * *', '+01:00', 'time_zone'],
  ['0 6 * * *', '', 'time_zone'],
  ['0 6 * * *', 'Europe/Berlin', null],
] as const)('%s in “%s”: %s (JOBS-009)', (cron, zone, problem) => expect(scheduleProblem(cron, zone)).toBe(problem))

// Each is read by the parser that refuses it at the screen, and by the library that runs it.
test.each([
  '0 0 29 2 *',
  '0 0 30 2 1',
  '0,30 8-18/5 1,15 jan-mar MON-fri',
  '50/5 * * * *',
  '0 0 * * 7',
  '0 0 * * 5-7',
  '0 0 1,L * *',
  '0 0 L 2 *',
  '0 0 31 4,5 *',
])('the queue runs “%s” too', (cron) => expect(scheduleProblem(cron, 'UTC')).toBeNull())

test('every schedule that the product ships is valid', () => {
  for (const { name, cron, zone } of schedules)
    expect([name, scheduleProblem(cron, zone === 'business' ? 'America/Chicago' : zone)]).toEqual([name, null])
})

test('time zones have names', () => {
  expect(['UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'].every(isTimeZone)).toBe(true)
  expect(['Berlin', '../etc/passwd', 'Europe/Berlin ', '-05:00'].some(isTimeZone)).toBe(false)
})
