import { perLocale } from './locale.ts'

const UNITS = ['KB', 'MB', 'GB', 'TB']

const figures = perLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }))
const bytesInWords = perLocale(
  (locale) => new Intl.NumberFormat(locale, { style: 'unit', unit: 'byte', unitDisplay: 'long' }),
)

/** Bytes as people read them: '512 bytes', '3.4 MB'. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return bytesInWords().format(bytes)
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length)
  return `${figures().format(bytes / 1024 ** power)} ${UNITS[power - 1]}`
}

const withOneDecimal = perLocale(
  (locale) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1, roundingMode: 'floor' }),
)

/** A ratio with one decimal, rounded down, so that what is just below a limit does not seem to reach it: '2.9'. */
export const formatRatio = (value: number): string => withOneDecimal().format(value)

/** A number with the separators of the language, such as '12,345'. */
export const formatNumber = (value: number): string => figures().format(value)

const numericDay = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const calendarDay = perLocale((locale) => new Intl.DateTimeFormat(locale, { ...numericDay, timeZone: 'UTC' }))

/** A calendar day in words: '2026-11-21' is '11/21/2026' (GENL-024), and '21.11.2026' in German. */
export const formatDay = (day: string): string => calendarDay().format(new Date(`${day}T00:00:00Z`))

const numericTime = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
/** In the viewer's own zone, which is named. */
const localInstant = perLocale((locale) => new Intl.DateTimeFormat(locale, { ...numericDay, ...numericTime }))

/** A moment in words, such as '11/21/2026, 8:40 AM CST'. */
export const formatInstant = (instant: Date): string => localInstant().format(instant)

const localSecond = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { ...numericDay, ...numericTime, second: '2-digit' }),
)

/** A moment with its second, to compare with the log of another system: '11/21/2026, 8:40:07 AM CST'. */
export const formatSecond = (instant: Date): string => localSecond().format(instant)

const localDay = perLocale((locale) => new Intl.DateTimeFormat(locale, numericDay))

/** The day of a moment in the viewer's own zone, such as '11/21/2026'. */
export const formatDayOf = (instant: Date): string => localDay().format(instant)

const localTime = perLocale((locale) => new Intl.DateTimeFormat(locale, numericTime))

/** The time of a moment in the viewer's own zone, such as '8:40 AM CST'. */
export const formatTime = (instant: Date): string => localTime().format(instant)

const longDay = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { weekday: 'long', month: 'long', day: 'numeric' }),
)

/** The day of a moment in words: Saturday, November 21 */
export const formatLongDay = (now: Date): string => longDay().format(now)

const list = perLocale((locale) => new Intl.ListFormat(locale))
const timeOfDay = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }),
)
const weekday = perLocale((locale) => new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }))
const month = perLocale((locale) => new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }))

/** Words one after the other: 'A, B, and C'. */
export const formatList = (words: readonly string[]): string => list().format(words)

/** A time of any day, such as '3:37 AM'. */
export const formatTimeOfDay = (hour: number, minute: number): string =>
  timeOfDay().format(Date.UTC(2026, 0, 1, hour, minute))

/** The name of a day of the week; 0 is Sunday. */
export const formatWeekday = (day: number): string =>
  // The 4th of January 2026 is a Sunday.
  weekday().format(Date.UTC(2026, 0, 4 + day))

/** The name of a month; 1 is January. */
export const formatMonth = (number: number): string => month().format(Date.UTC(2026, number - 1))
