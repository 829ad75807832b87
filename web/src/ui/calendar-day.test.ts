import { afterEach, describe, expect, test } from 'vitest'
import { addMonths, firstWeekday, isCalendarDay, parseDay, weeksOfMonth } from './calendar-day.ts'

const speak = (language: string) => (document.documentElement.lang = language)
afterEach(() => speak('en'))

describe('a typed day', () => {
  test.each([
    ['en', '12/31/2026', '2026-12-31'],
    ['en', '1/5/2026', '2026-01-05'],
    ['en', ' 12-31-2026 ', '2026-12-31'],
    ['en', '12312026', '2026-12-31'],
    ['de', '31.12.2026', '2026-12-31'],
    ['de', '1.5.2026', '2026-05-01'],
    ['de', '31. 12. 2026', '2026-12-31'],
    ['de', '31122026', '2026-12-31'],
    ['de', '2026-12-31', '2026-12-31'],
    ['en', '2026-12-31', '2026-12-31'],
  ])('is read in the order of my language: %s %s', (language, text, day) => {
    speak(language)
    expect(parseDay(text)).toBe(day)
  })

  test.each(['31/12/2026', '2/29/2026', '12/31', '12/31/202', '12/31/20266', 'soon', '', '13/1/2026', '1/5/26'])(
    'is none where it does not exist or is not complete: %s',
    (text) => expect(parseDay(text)).toBeNull(),
  )

  test('may have a year of two digits once I leave the field', () => {
    expect(parseDay('1/5/26', { shortYear: true })).toBe('2026-01-05')
    expect(parseDay('1/5/6', { shortYear: true })).toBeNull()
  })
})

test('a leap day is a day only in a leap year', () => {
  expect(['2028-02-29', '2026-02-29', '2026-2-9', 'x'].map(isCalendarDay)).toEqual([true, false, false, false])
})

test('a month later the 31st is the last day of that month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2026-03-15', -12)).toBe('2025-03-15')
})

test('weeks begin on Sunday in English and on Monday in German', () => {
  expect(firstWeekday()).toBe(0)
  expect(weeksOfMonth('2026-11')[0]?.indexOf('2026-11-01')).toBe(0)
  speak('de')
  expect(firstWeekday()).toBe(1)
  expect(weeksOfMonth('2026-11')[0]?.indexOf('2026-11-01')).toBe(6)
  expect(
    weeksOfMonth('2026-12')
      .flat()
      .filter((day) => day !== null),
  ).toHaveLength(31)
})
