import { currentLocale, perLocale } from './locale.ts'

/** A calendar day is written yyyy-MM-dd, and a month yyyy-MM; both without a time zone. */
const DAY = /^\d{4}-\d{2}-\d{2}$/

const utcDate = (day: string) => new Date(`${day}T00:00:00Z`)
const dayOfUtc = (date: Date) => date.toISOString().slice(0, 10)

/** Whether the text is an existing calendar day, yyyy-MM-dd. */
export function isCalendarDay(text: string): boolean {
  if (!DAY.test(text)) return false
  const date = utcDate(text)
  return !Number.isNaN(date.getTime()) && dayOfUtc(date) === text
}

/** The order of day, month and year in the language of the page. */
const order = perLocale((locale) =>
  new Intl.DateTimeFormat(locale)
    .formatToParts()
    .map(({ type }) => type)
    .filter((type) => type === 'day' || type === 'month' || type === 'year'),
)

/**
 * Reads a day as users type it: in the order of their language, with any separator or none, or yyyy-MM-dd. Null while
 * it is no existing day. `shortYear`: whether 26 is 2026, which is not known before the year is complete.
 */
export function parseDay(text: string, { shortYear = false } = {}): string | null {
  const typed = text.trim()
  if (isCalendarDay(typed)) return typed
  const numbers = numbersOf(typed)
  if (numbers?.length !== 3) return null
  const parts = Object.fromEntries(order().map((type, at) => [type, numbers[at] ?? '']))
  return dayOfParts(parts, shortYear)
}

function dayOfParts({ day = '', month = '', year = '' }: Record<string, string>, shortYear: boolean): string | null {
  if (year.length !== 4 && !(shortYear && year.length === 2)) return null
  const read = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDay(read) ? read : null
}

/** The three numbers of a typed day; eight digits alone are split by the order of the language. */
function numbersOf(typed: string): string[] | null {
  if (!/^\d{8}$/.test(typed)) return typed.match(/^(\d+)[./\-\s]+(\d+)[./\-\s]+(\d+)$/)?.slice(1) ?? null
  let at = 0
  return order().map((type) => typed.slice(at, (at += type === 'year' ? 4 : 2)))
}

/** The day that many days later. */
export function addDays(day: string, count: number): string {
  const date = utcDate(day)
  date.setUTCDate(date.getUTCDate() + count)
  return dayOfUtc(date)
}

/** The same day that many months later, or the last one of that month. */
export function addMonths(day: string, count: number): string {
  const first = utcDate(`${day.slice(0, 7)}-01`)
  first.setUTCMonth(first.getUTCMonth() + count)
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(Number(day.slice(8)), last))
  return dayOfUtc(first)
}

interface WeekInfo {
  firstDay: number
}

/** The first day of the week in the language of the page; 0 is Sunday. Browsers without that knowledge: Monday. */
export function firstWeekday(): number {
  const locale = new Intl.Locale(currentLocale()).maximize() as Intl.Locale & {
    getWeekInfo?: () => WeekInfo
    weekInfo?: WeekInfo
  }
  const first = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? (locale.region === 'US' ? 7 : 1)
  return first % 7
}

const weekdayOf = (day: string) => utcDate(day).getUTCDay()

/** The first day of the week of a day. */
export const weekStart = (day: string): string => addDays(day, -((weekdayOf(day) - firstWeekday() + 7) % 7))

/** The weeks of a month; days of other months are null. */
export function weeksOfMonth(month: string): (string | null)[][] {
  const weeks: (string | null)[][] = []
  for (let from = weekStart(`${month}-01`); from.slice(0, 7) <= month; from = addDays(from, 7))
    weeks.push([0, 1, 2, 3, 4, 5, 6].map((at) => addDays(from, at)).map((day) => (day.startsWith(month) ? day : null)))
  return weeks
}

const dayInWords = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }))
const monthAndYear = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
)
const shortWeekday = perLocale((locale) => new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }))

/** A day in words, such as 'Saturday, November 21, 2026'. */
export const formatDayInWords = (day: string): string => dayInWords().format(utcDate(day))

/** The month of a day, such as 'November 2026'. */
export const formatMonthOf = (day: string): string => monthAndYear().format(utcDate(day))

/** The weekday of a day, such as 'Sat'. */
export const formatShortWeekday = (day: string): string => shortWeekday().format(utcDate(day))
