/** Values of one field of a cron expression; `isEvery`: the field is `*`, which restricts nothing. */
export interface CronField {
  readonly isEvery: boolean
  /** Ascending, without repetitions. */
  readonly values: readonly number[]
}

/** A cron expression of five fields. Minutes and hours are those of the schedule's time zone. */
export interface Cron {
  readonly minute: CronField
  readonly hour: CronField
  readonly dayOfMonth: CronField
  /** The expression also names the last day of the month (`L`). */
  readonly onLastDay: boolean
  /** 1 is January. */
  readonly month: CronField
  /** 0 is Sunday. */
  readonly dayOfWeek: CronField
}

/** Why a text is no schedule: it is no cron expression of five fields, or it names a date that does not exist. */
export type CronProblem = 'syntax' | 'never'

interface FieldRules {
  min: number
  max: number
  /** Names of the values from `min` on. */
  names?: readonly string[]
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
/** Longest length of each month, from January on. */
const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Parses a cron expression: minute, hour, day of the month, month and weekday, each `*`, a value, a range, a list or a
 * step (`0-59/5`); `L` is the last day of the month. Jobs run at most once a minute, so that seconds are no part of it.
 * Returns why it is none.
 */
export function parseCron(text: string): Cron | CronProblem {
  const fields = text.trim().toUpperCase().split(/\s+/)
  if (fields.length !== 5) return 'syntax'
  const [minute, hour, days, month, weekday] = fields as [string, string, string, string, string]
  const dayParts = days.split(',')
  const named = dayParts.filter((part) => part !== 'L')
  const onLastDay = named.length < dayParts.length
  const parsed = {
    minute: parseField(minute, { min: 0, max: 59 }),
    hour: parseField(hour, { min: 0, max: 23 }),
    dayOfMonth: named.length === 0 ? noValues : parseField(named.join(','), { min: 1, max: 31 }),
    month: parseField(month, { min: 1, max: 12, names: MONTHS }),
    dayOfWeek: parseField(weekday, { min: 0, max: 7, names: WEEKDAYS }),
  }
  if (onLastDay && dayParts.includes('*')) return 'syntax'
  if (Object.values(parsed).includes(undefined)) return 'syntax'
  const cron = { ...(parsed as Omit<Cron, 'onLastDay'>), onLastDay }
  return hasDate(cron) ? cron : 'never'
}

const noValues: CronField = { isEvery: false, values: [] }

function parseField(text: string, rules: FieldRules): CronField | undefined {
  if (text === '*') return { isEvery: true, values: range(rules.min, lastOf(rules), 1) }
  const values = text.split(',').map((part) => valuesOf(part, rules))
  if (values.includes(undefined)) return undefined
  // Sunday is 0 and 7.
  const named = values.flat().map((value) => (rules.max === 7 ? (value as number) % 7 : (value as number)))
  return { isEvery: false, values: [...new Set(named)].toSorted((one, other) => one - other) }
}

/** Of weekdays 7 is 0 again. */
const lastOf = ({ max }: FieldRules) => (max === 7 ? 6 : max)

/** Values of `5`, `1-5`, `1-5/2`, `5/2` and a star with a step; undefined where the text is none of them. */
function valuesOf(text: string, rules: FieldRules): number[] | undefined {
  const [, start = '', end, step] = /^(\*(?=\/)|[A-Z0-9]+)(?:-([A-Z0-9]+))?(?:\/([1-9]\d?))?$/.exec(text) ?? []
  if (start === '*') return end === undefined ? range(rules.min, lastOf(rules), Number(step)) : undefined
  const first = valueOf(start, rules)
  const last = end === undefined ? lastWithout(step, { first, rules }) : valueOf(end, rules)
  return first === undefined || last === undefined || last < first ? undefined : range(first, last, Number(step ?? 1))
}

/** The end of a part that names none: with a step the largest value. */
const lastWithout = (step: string | undefined, { first, rules }: { first: number | undefined; rules: FieldRules }) =>
  step === undefined ? first : lastOf(rules)

function valueOf(text: string, { min, max, names = [] }: FieldRules): number | undefined {
  const named = names.indexOf(text)
  if (named >= 0) return min + named
  return /^\d{1,2}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined
}

const range = (first: number, last: number, step: number): number[] =>
  Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step)

/** False for the 30th of February: with a weekday beside it, the weekdays alone are enough. */
function hasDate({ dayOfMonth, onLastDay, month, dayOfWeek }: Cron): boolean {
  if (onLastDay || !dayOfWeek.isEvery) return true
  return month.values.some((one) => (dayOfMonth.values[0] ?? 1) <= (MONTH_DAYS[one - 1] ?? 0))
}
