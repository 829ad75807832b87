import { expect, test } from 'vitest'
import { type Cron, parseCron } from './cron.ts'

const parsed = (text: string): Cron => {
  const cron = parseCron(text)
  if (typeof cron === 'string') throw new Error(`${text}: ${cron}`)
  return cron
}

test('five fields with lists, ranges, steps and names are a schedule (JOBS-009)', () => {
  const cron = parsed(' 0,30 8-18/5 1,15 jan-mar MON-fri ')
  expect(cron.minute).toEqual({ isEvery: false, values: [0, 30] })
  expect(cron.hour.values).toEqual([8, 13, 18])
  expect(cron.dayOfMonth.values).toEqual([1, 15])
  expect(cron.month.values).toEqual([1, 2, 3])
  expect(cron.dayOfWeek.values).toEqual([1, 2, 3, 4, 5])
  expect(cron.onLastDay).toBe(false)
})

test('a star restricts nothing, and steps begin with the smallest value', () => {
  const cron = parsed('*/20 * * * *')
  expect(cron.minute).toEqual({ isEvery: false, values: [0, 20, 40] })
  expect(cron.hour).toEqual({ isEvery: true, values: Array.from({ length: 24 }, (_, hour) => hour) })
  expect(cron.dayOfWeek.values).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(parsed('50/5 * * * *').minute.values).toEqual([50, 55])
  expect(parsed('0 0 * */6 */3').month.values).toEqual([1, 7])
  expect(parsed('0 0 * */6 */3').dayOfWeek.values).toEqual([0, 3, 6])
})

test('every month and weekday has its name, and fields may be far apart', () => {
  const names = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
  expect(names.map((name) => parsed(`0   0 * * ${name}`).dayOfWeek.values)).toEqual([[0], [1], [2], [3], [4], [5], [6]])
  const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
  expect(months.map((name) => parsed(`0 0 * ${name} *`).month.values[0])).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
  ])
})

test('Sunday is 0 and 7, and values are named once', () => {
  expect(parsed('0 0 * * 7,0,SUN').dayOfWeek.values).toEqual([0])
  expect(parsed('0 0 * * 5-7').dayOfWeek.values).toEqual([0, 5, 6])
})

test('L is the last day of the month, alone or beside others', () => {
  expect(parsed('0 0 L * *')).toMatchObject({ onLastDay: true, dayOfMonth: { isEvery: false, values: [] } })
  expect(parsed('0 0 1,L * *')).toMatchObject({ onLastDay: true, dayOfMonth: { values: [1] } })
})

test.each([
  'every day at three',
  '',
  '* * * *',
  // Every second: a job runs at most once a minute.
  '* * * * * *',
  '0 0 0 1 1 *',
  '@daily',
  '60 * * * *',
  '* 24 * * *',
  '* * 0 * *',
  '* * 32 * *',
  '* * * 13 *',
  '* * * 0 *',
  '* * * * 8',
  '*/0 * * * *',
  '5-1 * * * *',
  '1- * * * *',
  '*-5 * * * *',
  '1,,2 * * * *',
  ', * * * *',
  '*,L * L * *',
  '0 0 *,L * *',
  'H * * * *',
  '? * * * *',
  '-1 * * * *',
  '1.5 * * * *',
  '* * * MON *',
  '* * * * JAN',
])('“%s” is no schedule', (text) => expect(parseCron(text)).toBe('syntax'))

test.each(['0 0 30 2 *', '0 0 31 2,4,6,9,11 *', '0 0 31 APR *'])('“%s” never runs', (text) =>
  expect(parseCron(text)).toBe('never'),
)

test.each(['0 0 29 2 *', '0 0 31 4,5 *', '0 0 30 2 1', '0 0 L 2 *', '0 0 30,1 2 *'])('“%s” runs at some time', (text) =>
  expect(parseCron(text)).not.toBe('never'),
)
