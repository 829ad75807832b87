import { parseCron } from '@portico/contract/jobs/cron.ts'
import { CronExpressionParser } from 'cron-parser'

/** Why a schedule is refused; null: it is not. */
export type ScheduleProblem = 'cron_syntax' | 'cron_never' | 'time_zone'

/** Returns true for a name of the IANA database that this server knows. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Returns why a schedule that somebody enters is refused. */
export function scheduleProblem(cron: string, timeZone: string): ScheduleProblem | null {
  const parsed = parseCron(cron)
  if (parsed === 'syntax') return 'cron_syntax'
  if (parsed === 'never') return 'cron_never'
  if (!isTimeZone(timeZone)) return 'time_zone'
  return nextRuns(cron, timeZone, new Date(), 1).length === 0 ? 'cron_never' : null
}

/**
 * Returns the next runs of a schedule after an instant, by the library with which the queue decides; none where a
 * schedule that was written otherwise is invalid.
 */
export function nextRuns(cron: string, timeZone: string, after: Date, count: number): Date[] {
  try {
    const runs = CronExpressionParser.parse(cron, { tz: timeZone, strict: false, currentDate: after })
    return runs.take(count).map((run) => run.toDate())
  } catch {
    return []
  }
}
