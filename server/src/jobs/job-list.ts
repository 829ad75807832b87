import type { Tx } from '../db/database.ts'
import { run } from '../db/run.ts'
import { bool, instant, nullable, statement, text, textOf } from '../db/statement.ts'

export interface ListedJob {
  readonly code: string
  readonly cron: string
  /** Null: the business time zone. */
  readonly timeZone: string | null
  readonly isDisabled: boolean
  /** Null: it has not run in the last thirty days. */
  readonly lastRunAt: Date | null
  readonly lastResult: 'running' | 'done' | 'failed' | null
  readonly lastMessage: string | null
}

const selectJobSchedules = statement([], {
  name: 'job list: select job schedules',
  text: `select code, cron, time_zone as "timeZone", is_disabled as "isDisabled", latest.started_at as "lastRunAt",
            latest.result as "lastResult", latest.message as "lastMessage"
       from job_schedules
       left join lateral (select started_at, result, message from job_runs where job_code = code order by id desc limit 1)
            latest on true
      where not is_removed
      order by code`,
  row: {
    code: text,
    cron: text,
    timeZone: nullable(text),
    isDisabled: bool,
    lastRunAt: nullable(instant),
    lastResult: nullable(textOf<'running' | 'done' | 'failed'>()),
    lastMessage: nullable(text),
  },
})

/** Returns all scheduled jobs by code, each with its last run. */
export const readJobList = (tx: Tx): Promise<ListedJob[]> => run(tx, selectJobSchedules())
