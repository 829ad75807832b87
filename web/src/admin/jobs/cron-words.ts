import { type Cron, type CronField, parseCron } from '@portico/contract/jobs/cron.ts'
import type { jobTexts } from '@portico/contract/jobs/job-texts.ts'
import { formatMessage, type Texts } from '../../api/texts.ts'
import { formatList, formatMonth, formatTimeOfDay, formatWeekday } from '../../ui/format.ts'

type Words = Texts<typeof jobTexts>

/** Times of a day that are named one by one; more of them are named by hours and minutes. */
const TIMES_MAX = 4

/** A schedule as people say it: 'At 3:37 AM, every day'. What is no schedule stays as it was typed. */
export function cronInWords(text: string, t: Words): string {
  const cron = parseCron(text)
  if (typeof cron === 'string') return text
  const schedule = withDays(timesOf(cron, t), cron, t)
  if (cron.month.isEvery) return schedule
  return formatMessage(t.cron_in_months, { schedule, months: formatList(cron.month.values.map(formatMonth)) })
}

interface Times {
  words: string
  /** The words alone say that it is every day. */
  isFrequent: boolean
}

function timesOf({ minute, hour }: Cron, t: Words): Times {
  const often = (words: string): Times => ({ words, isFrequent: true })
  const minutes = numbers(minute)
  if (hour.isEvery) {
    if (minute.isEvery) return often(t.cron_every_minute)
    const step = stepOf(minute, 60)
    if (step !== undefined) return often(formatMessage(t.cron_every_minutes, { count: step }))
    return often(minutes === '0' ? t.cron_every_hour : formatMessage(t.cron_every_hour_at, { minutes }))
  }
  const hourStep = stepOf(hour, 24)
  if (hourStep !== undefined && minute.values.length === 1)
    return often(formatMessage(t.cron_every_hours, { count: hourStep, minutes }))
  if (minute.values.length * hour.values.length <= TIMES_MAX) {
    const times = hour.values.flatMap((h) => minute.values.map((m) => formatTimeOfDay(h, m)))
    return { words: formatMessage(t.cron_at, { times: formatList(times) }), isFrequent: false }
  }
  const hours = numbers(hour)
  if (minute.isEvery) return often(formatMessage(t.cron_minutes_in_hours, { minutes: t.cron_every_minute, hours }))
  return often(formatMessage(t.cron_minutes_of_hours, { minutes, hours }))
}

function withDays({ words, isFrequent }: Times, cron: Cron, t: Words): string {
  const days = [daysOfMonth(cron, t), weekdays(cron, t)].filter((some) => some !== null)
  const [first, second] = days
  if (first === undefined) return isFrequent ? words : formatMessage(t.cron_every_day, { time: words })
  // Both restricted: it runs on the days of either.
  if (second !== undefined)
    return formatMessage(t.cron_on_days, { time: words, days: formatMessage(t.cron_either, { first, second }) })
  if (cron.dayOfMonth.isEvery && cron.dayOfWeek.values.join('') === '12345')
    return formatMessage(t.cron_on_workdays, { time: words })
  return formatMessage(t.cron_on_days, { time: words, days: first })
}

function daysOfMonth({ dayOfMonth, onLastDay }: Cron, t: Words): string | null {
  if (dayOfMonth.isEvery) return null
  const days = numbers(dayOfMonth)
  if (!onLastDay) return formatMessage(t.cron_month_day, { days })
  return dayOfMonth.values.length === 0 ? t.cron_last_day : formatMessage(t.cron_month_day_and_last, { days })
}

function weekdays({ dayOfWeek }: Cron, t: Words): string | null {
  if (dayOfWeek.isEvery) return null
  return formatMessage(t.cron_weekday, { weekdays: formatList(dayOfWeek.values.map(formatWeekday)) })
}

const numbers = ({ values }: CronField) => formatList(values.map(String))

/** The step of values that divide an hour or a day evenly from 0 on; undefined where they do not, or are too few. */
function stepOf({ values }: CronField, whole: number): number | undefined {
  const [first, second] = values
  if (first !== 0 || second === undefined || values.length < 3 || whole % second !== 0) return undefined
  return values.length === whole / second && values.every((value, index) => value === index * second)
    ? second
    : undefined
}
