import * as contract from '@portico/contract/jobs.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type ListSource, listPage } from '../../db/list-page.ts'
import { everything } from '../../db/scope.ts'
import { Answer, paged, Refusal, refuse, refuseField, type StandardRefusal } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import { nextRuns, scheduleProblem } from '../../jobs/next-runs.ts'
import { schedules } from '../../jobs/schedule.ts'
import type { Transact } from '../../stores.ts'
import { problemAt, scheduleView } from './job-schedule-view.ts'
import type { ListedSchedule } from './job-schedule-store.ts'
import {
  addSchedule,
  changeSchedule,
  jobCodes,
  removeSchedule,
  restoreSchedule,
  runNow,
  type ScheduleStores,
} from './save-job-schedule.ts'

interface JobDeps {
  db: Db
  transact: Transact<'audit' | 'jobs' | 'jobSchedules' | 'undo'>
  /** Of schedules that name none. */
  timeZone: string
}

const runsOf = (code: string): ListSource<'startedDt', object, contract.JobRun> => ({
  from: sql`job_runs run`,
  id: sql`run.id`,
  where: sql`run.job_code = ${code}`,
  columns: { startedDt: sql`run.id` },
  filters: {},
  rows: {
    from: sql`job_runs shown`,
    id: sql`shown.id`,
    select: sql`shown.id as "jobRunId", shown.started_at as "startedDt", shown.ended_at as "endedDt",
                shown.result as "runStatus", shown.message as "messageTxt"`,
  },
})

/** The schedules of the portal's jobs, and their runs (decision I2). */
export function jobHandlers({ db, transact, timeZone }: JobDeps): Handlers<typeof contract> {
  const view = (schedule: ListedSchedule) => scheduleView(schedule, timeZone, new Date())
  const saved = (caller: Caller, work: (stores: ScheduleStores) => Promise<ListedSchedule | StandardRefusal>) =>
    transact(adminScope(caller), async (stores) => {
      const schedule = await work(stores)
      return schedule instanceof Refusal ? schedule : view(schedule)
    })
  return {
    listJobSchedules: () =>
      transact(everything, async ({ jobSchedules }) => (await jobSchedules.list(jobCodes)).map(view)),
    listJobKinds: () => ({
      businessTimeZone: timeZone,
      jobs: schedules
        .map(({ name, title, cron, zone }) => {
          return { jobCd: name, jobNm: title, cronTxt: cron, timeZone: zone === 'business' ? null : zone }
        })
        .toSorted((one, other) => one.jobNm.localeCompare(other.jobNm, 'en')),
    }),
    previewJobSchedule: ({ query: { cronTxt, timeZone: own } }) => {
      const zone = own?.trim() || timeZone
      const problem = scheduleProblem(cronTxt, zone)
      if (problem) return refuseField(problemAt[problem].field, problemAt[problem].message)
      return { nextRunDts: nextRuns(cronTxt, zone, new Date(), contract.NEXT_RUNS) }
    },
    listJobRuns: async ({ caller, params: { jobScheduleSetupId }, query }) =>
      db.read(adminScope(caller), async (tx) => {
        const known = await tx
          .selectFrom('job_schedules')
          .select('code')
          .where('id', '=', jobScheduleSetupId)
          .executeTakeFirst()
        if (!known) return refuse('404', sentences.not_found)
        return paged(await listPage(tx, contract.jobRunList, runsOf(known.code), query))
      }),
    addJobSchedule: ({ body, ...call }) => saved(call.caller, (stores) => addSchedule(stores, call, body, timeZone)),
    changeJobSchedule: ({ params, body, ...call }) =>
      saved(call.caller, (stores) => changeSchedule(stores, call, params.jobScheduleSetupId, body, timeZone)),
    removeJobSchedule: ({ params, query: { version }, ...call }) =>
      transact(adminScope(call.caller), (stores) => removeSchedule(stores, call, params.jobScheduleSetupId, version)),
    restoreJobSchedule: ({ body, ...call }) =>
      saved(call.caller, (stores) => restoreSchedule(stores, call, body.undoId)),
    runJobNow: ({ params, ...call }) =>
      transact(adminScope(call.caller), async (stores) => {
        const refusal = await runNow(stores, call, params.jobScheduleSetupId)
        return refusal ?? new Answer(null, { message: sentences.job_run_requested })
      }),
  }
}
