import { type CronField, parseCron } from '@portico/contract/jobs/cron.ts'

/** Minutes between two runs that are offered; they divide an hour. */
const MINUTE_STEPS = [1, 2, 3, 5, 10, 15, 20, 30] as const
/** Hours between two runs that are offered; they divide a day. */
const HOUR_STEPS = [1, 2, 3, 4, 6, 8, 12] as const

export const simpleKinds = ['minutes', 'hours', 'day', 'workday', 'week', 'month'] as const
export type SimpleKind = (typeof simpleKinds)[number]

/** A schedule that is chosen without a cron expression. What its kind does not need waits for another kind. */
export interface SimpleSchedule {
  kind: SimpleKind
  /** Minutes or hours between two runs. */
  step: number
  minute: number
  hour: number
  /** 0 is Sunday. */
  weekday: number
  /** Day of the month; `L` is the last one. */
  day: number | 'L'
}

/** What a kind begins with. */
const BEGINNING: Omit<SimpleSchedule, 'kind'> = { step: 1, minute: 0, hour: 6, weekday: 1, day: 1 }

/** The schedule as a cron expression. */
export function cronOf({ kind, step, minute, hour, weekday, day }: SimpleSchedule): string {
  if (kind === 'minutes') return step === 1 ? '* * * * *' : `*/${step} * * * *`
  if (kind === 'hours') return step === 1 ? `${minute} * * * *` : `${minute} */${step} * * *`
  if (kind === 'day') return `${minute} ${hour} * * *`
  if (kind === 'workday') return `${minute} ${hour} * * 1-5`
  if (kind === 'week') return `${minute} ${hour} * * ${weekday}`
  return `${minute} ${hour} ${day} * *`
}

/** The schedule that runs exactly when the cron expression says; null where none of the simple ones does. */
export function simpleScheduleOf(text: string): SimpleSchedule | null {
  const cron = parseCron(text)
  if (typeof cron === 'string') return null
  const first = {
    minute: onlyOf(cron.minute) ?? BEGINNING.minute,
    hour: onlyOf(cron.hour) ?? BEGINNING.hour,
    weekday: onlyOf(cron.dayOfWeek) ?? BEGINNING.weekday,
    day: cron.onLastDay ? ('L' as const) : (onlyOf(cron.dayOfMonth) ?? BEGINNING.day),
  }
  const candidates = simpleKinds.flatMap((kind) => stepsOf(kind).map((step) => ({ ...first, kind, step })))
  return candidates.find((candidate) => isSame(parseCron(cronOf(candidate)), cron)) ?? null
}

/** The same schedule with another kind: its time and day stay. */
export const withKind = (schedule: SimpleSchedule | null, kind: SimpleKind): SimpleSchedule => {
  const { step, ...kept } = schedule ?? BEGINNING
  return { ...kept, kind, step: kind === schedule?.kind ? step : kind === 'minutes' ? 10 : 1 }
}

/** The intervals that a kind offers. */
export const stepsOf = (kind: SimpleKind): readonly number[] =>
  kind === 'minutes' ? MINUTE_STEPS : kind === 'hours' ? HOUR_STEPS : [1]

const onlyOf = ({ values }: CronField) => (values.length === 1 ? values[0] : undefined)

const isSame = (one: object | string, other: object | string) => JSON.stringify(one) === JSON.stringify(other)
