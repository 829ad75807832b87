import type { Tx } from '../db/database.ts'
import { query } from '../db/query.ts'

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

/** Returns all scheduled jobs by code, each with its last run. */
export const readJobList = (tx: Tx): Promise<ListedJob[]> =>
  query<ListedJob>(
    tx,
    `select code, cron, time_zone as "timeZone", is_disabled as "isDisabled", latest.started_at as "lastRunAt",
            latest.result as "lastResult", latest.message as "lastMessage"
       from job_schedules
       left join lateral (select started_at, result, message from job_runs where job_code = code order by id desc limit 1)
            latest on true
      where not is_removed
      order by code`,
    [],
  )
