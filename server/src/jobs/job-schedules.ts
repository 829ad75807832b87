import type { PgBoss } from 'pg-boss'
import type { Database, Tx } from '../db/database.ts'
import { everything } from '../db/scope.ts'
import type { Logger } from '../logging.ts'
import type { QueueName } from './queue.ts'
import type { Schedule } from './schedule.ts'
import { run, runFirst } from '../db/run.ts'
import { bool, nullable, statement, text } from '../db/statement.ts'

/** A row of `job_schedules`. */
export interface JobSchedule {
  readonly code: string
  readonly name: string
  readonly cron: string
  /** Null: the business time zone. */
  readonly timeZone: string | null
  readonly parameters: string
  /** Null: a failure sends no email. */
  readonly notifyEmail: string | null
  readonly isDisabled: boolean
}

const columns = `code, name, cron, time_zone as "timeZone", parameters, notify_email as "notifyEmail", is_disabled as "isDisabled"`

const insertDefaults = `
  insert into job_schedules (code, name, cron, time_zone, parameters, is_disabled)
  select code, name, cron, time_zone, parameters, is_disabled
    from jsonb_to_recordset($1::jsonb) preset (code text, name text, cron text, time_zone text, parameters text,
         is_disabled boolean)
  on conflict (code) do nothing`

/**
 * Inserts the defaults of jobs that have no row yet; what is there stays as it is, also as removed. `execute` runs a
 * statement as the owner of the tables.
 */
export async function insertDefaultSchedules(
  execute: (text: string, values: unknown[]) => Promise<unknown>,
  schedules: readonly Schedule[],
): Promise<void> {
  const rows = schedules.map(({ name, title, cron, zone, parameters = '', isDisabled = false }) => ({
    code: name,
    name: title,
    cron,
    time_zone: zone === 'business' ? null : zone,
    parameters,
    is_disabled: isDisabled,
  }))
  await execute(insertDefaults, [JSON.stringify(rows)])
}

const selectJobSchedulesRow = {
  code: text,
  name: text,
  cron: text,
  timeZone: nullable(text),
  parameters: text,
  notifyEmail: nullable(text),
  isDisabled: bool,
}

const selectJobSchedules = statement([], {
  name: 'jobs: select job schedules',
  text: `select ${columns} from job_schedules where not is_removed order by code`,
  row: selectJobSchedulesRow,
})

/** Returns all rows by code. */
const readSchedules = (tx: Tx): Promise<JobSchedule[]> => run(tx, selectJobSchedules())

const selectJobSchedulesForFindSchedule = statement([text], {
  name: 'jobs: select job schedules for find schedule',
  text: `select ${columns} from job_schedules where code = $1 and not is_removed`,
  row: selectJobSchedulesRow,
})

/** Returns undefined for a job without a schedule. */
export const findSchedule = async (tx: Tx, code: QueueName): Promise<JobSchedule | undefined> =>
  await runFirst(tx, selectJobSchedulesForFindSchedule(code))

export interface FollowDeps {
  boss: PgBoss
  database: Pick<Database, 'jobs'>
  logger: Logger
  /** Zone of rows that name none. */
  timeZone: string
  /** Jobs that this node runs; others are left to the nodes that do. */
  codes: readonly QueueName[]
}

/** Returns a function that hands the changed rows of `job_schedules` to the queue. */
export function scheduleFollower({ boss, database, logger, timeZone, codes }: FollowDeps): () => Promise<void> {
  const applied = new Map<string, string>()

  const apply = async ({ code, cron, isDisabled, timeZone: ownZone }: JobSchedule): Promise<void> => {
    const isKnown = codes.some((each) => each === code)
    if (!isKnown) return logger.warn({ job: code }, 'job_schedules names a job that this node does not run')
    if (isDisabled) return boss.unschedule(code)
    try {
      await boss.schedule(code, cron, {}, { tz: ownZone ?? timeZone, missed: 'once' })
    } catch (error) {
      // Throws as well where the database cannot be reached: then nothing is wrong with the row.
      await boss.unschedule(code)
      const { message } = error as Error
      logger.error(
        { job: code, cron, timeZone: ownZone, reason: message },
        'the schedule of a job is invalid: it does not run by itself',
      )
    }
  }

  return async () => {
    const rows = await database.jobs.read(everything, readSchedules)
    if (applied.size === 0) await unscheduleOthers(boss, rows)
    for (const row of rows) {
      const { cron, timeZone: zone, isDisabled } = row
      const state = JSON.stringify([cron, zone, isDisabled])
      if (applied.get(row.code) === state) continue
      await apply(row)
      applied.set(row.code, state)
    }
    for (const code of applied.keys()) {
      if (rows.some((row) => row.code === code)) continue
      await boss.unschedule(code)
      applied.delete(code)
    }
  }
}

/** Ends the schedules of rows that were removed while no node ran. */
async function unscheduleOthers(boss: PgBoss, rows: readonly JobSchedule[]): Promise<void> {
  for (const { name } of await boss.getSchedules())
    if (!rows.some(({ code }) => code === name)) await boss.unschedule(name)
}
