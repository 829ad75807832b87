import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { userNameSql } from '../../db/user-name-sql.ts'
import { run, runFirst } from '../../db/run.ts'
import { arrayOf, bool, instant, int, nullable, statement, text, textOf } from '../../db/statement.ts'

/** When a job runs by itself, as administrators decide it. */
export interface ScheduleFields {
  name: string
  cron: string
  /** Null: the business time zone. */
  timeZone: string | null
  parameters: string
  /** Null: a failure sends no email. */
  notifyEmail: string | null
  isDisabled: boolean
}

/** A row of `job_schedules` with the last run of its job. */
export interface ListedSchedule extends ScheduleFields {
  id: number
  code: string
  version: number
  lastRunAt: Date | null
  lastResult: 'running' | 'done' | 'failed' | null
  lastMessage: string | null
}

export interface LockedSchedule extends ListedSchedule {
  isRemoved: boolean
  changedAt: Date
  changedByName: string | null
}

const columns = `schedule.id, schedule.code, schedule.name, schedule.cron, schedule.time_zone as "timeZone",
  schedule.parameters, schedule.notify_email as "notifyEmail", schedule.is_disabled as "isDisabled", schedule.version,
  latest.started_at as "lastRunAt", latest.result as "lastResult", latest.message as "lastMessage"`

const schedules = `job_schedules schedule left join lateral (
  select started_at, result, message from job_runs where job_code = schedule.code order by id desc limit 1) latest on true`

const lockableSchedules = `
  select ${columns}, schedule.is_removed as "isRemoved", schedule.changed_at as "changedAt",
         ${userNameSql('schedule.changed_by')} as "changedByName"
    from ${schedules}`

/** A schedule that was removed takes the new values; one that is there stays as it is, and nothing is returned. */
const add = statement([text, text, text, nullable(text), text, nullable(text), bool, int], {
  name: 'jobs: add',
  text: `
  insert into job_schedules as schedule (code, name, cron, time_zone, parameters, notify_email, is_disabled, changed_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (code) do update
    set name = excluded.name, cron = excluded.cron, time_zone = excluded.time_zone, parameters = excluded.parameters,
        notify_email = excluded.notify_email, is_disabled = excluded.is_disabled, changed_by = excluded.changed_by,
        is_removed = false
    where schedule.is_removed
  returning id`,
  row: { id: int },
})

const change = statement([int, text, text, nullable(text), text, nullable(text), bool, int], {
  name: 'jobs: change',
  text: `
  update job_schedules
     set name = $2, cron = $3, time_zone = $4, parameters = $5, notify_email = $6, is_disabled = $7, changed_by = $8
   where id = $1`,
})

const valuesOf = ({ name, cron, timeZone, parameters, notifyEmail, isDisabled }: ScheduleFields) =>
  [name, cron, timeZone, parameters, notifyEmail, isDisabled] as const

// The table `job_schedules`, as administrators keep it.

const listedRow = {
  id: int,
  code: text,
  name: text,
  cron: text,
  timeZone: nullable(text),
  parameters: text,
  notifyEmail: nullable(text),
  isDisabled: bool,
  version: int,
  lastRunAt: nullable(instant),
  lastResult: nullable(textOf<'running' | 'done' | 'failed'>()),
  lastMessage: nullable(text),
}

const selectWhere = statement([arrayOf(text)], {
  name: 'jobs: select where',
  text: `select ${columns} from ${schedules} where not schedule.is_removed and schedule.code = any ($1::text[])
          order by lower(schedule.name), schedule.id`,
  row: listedRow,
})

/** Those of the jobs with these codes, by name. */
export const listJobSchedules = (tx: Tx, codes: readonly string[]): Promise<ListedSchedule[]> =>
  run(tx, selectWhere(codes))

/** Selects the enabled jobs with these codes whose last run failed. */
export const failedJobs = (codes: readonly string[]): RawBuilder<unknown> => sql`
  select from ${sql.raw(schedules)}
   where not schedule.is_removed and not schedule.is_disabled and schedule.code = any (${codes}::text[])
     and latest.result = 'failed'`

const lockJobScheduleStatement = statement([int], {
  name: 'jobs: lock job schedule',
  text: `${lockableSchedules} where schedule.id = $1 for update of schedule`,
  row: { ...listedRow, isRemoved: bool, changedAt: instant, changedByName: nullable(text) },
})

/** A schedule, also a removed one, locked until the transaction ends. */
export const lockJobSchedule = async (tx: Tx, id: number): Promise<LockedSchedule | undefined> =>
  await runFirst(tx, lockJobScheduleStatement(id))

/** Returns the id; undefined where the job is scheduled already. */
export const insertJobSchedule = async (
  tx: Tx,
  code: string,
  fields: ScheduleFields,
  by: number,
): Promise<number | undefined> => (await runFirst(tx, add(code, ...valuesOf(fields), by)))?.id

export const changeJobSchedule = (tx: Tx, id: number, fields: ScheduleFields, by: number) =>
  run(tx, change(id, ...valuesOf(fields), by))

const updateJobSchedules = statement([int, bool, int], {
  name: 'jobs: update job schedules',
  text: 'update job_schedules set is_removed = $2, changed_by = $3 where id = $1',
})

export const setJobScheduleRemoved = (tx: Tx, id: number, isRemoved: boolean, by: number) =>
  run(tx, updateJobSchedules(id, isRemoved, by))
