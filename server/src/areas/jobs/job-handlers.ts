import * as contract from '@portico/contract/jobs.ts'
import { type Language, localeOf } from '@portico/contract/texts/languages.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type ListSource, listPage } from '../../db/list-page.ts'
import { everything } from '../../db/scope.ts'
import { Answer, paged, Refusal, refuse, refuseField, type StandardRefusal } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import { readerOf } from '../../http/reader.ts'
import { sentences, type Texts, type Wording } from '../../http/sentences.ts'
import { nextRuns, scheduleProblem } from '../../jobs/next-runs.ts'
import { schedules } from '../../jobs/schedule.ts'
import type { Transact } from '../../stores.ts'
import { jobNameInWords, messageInWords, problemAt, scheduleView } from './job-schedule-view.ts'
import type { ListedSchedule } from './job-schedule-store.ts'
import {
  addSchedule,
  changeSchedule,
  jobCodes,
  removeSchedule,
  restoreSchedule,
  runNow,
  type ScheduleReading,
  type ScheduleStores,
} from './save-job-schedule.ts'

interface JobDeps {
  db: Db
  transact: Transact<'audit' | 'jobs' | 'jobSchedules' | 'undo'>
  texts: Pick<Texts, 'of'>
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

const byName = (language: Language) => (one: { jobNm: string }, other: { jobNm: string }) =>
  one.jobNm.localeCompare(other.jobNm, localeOf[language])

/** Every job that can be scheduled, as shipped. */
const jobKinds = (wording: Wording) =>
  schedules.map(({ name, title, cron, zone }) => ({
    jobCd: name,
    jobNm: jobNameInWords(wording, title),
    cronTxt: cron,
    timeZone: zone === 'business' ? null : zone,
  }))

/** The schedules of the portal's jobs, and their runs (decision I2). */
export function jobHandlers({ db, transact, texts, timeZone }: JobDeps): Handlers<typeof contract> {
  const readingOf = async (call: CallContext): Promise<ScheduleReading> => ({
    businessTimeZone: timeZone,
    wording: await texts.of(readerOf(call)),
  })
  const view = (schedule: ListedSchedule, reading: ScheduleReading) =>
    scheduleView(schedule, { ...reading, now: new Date() })
  const saved = async (
    call: CallContext,
    work: (stores: ScheduleStores, reading: ScheduleReading) => Promise<ListedSchedule | StandardRefusal>,
  ) => {
    const reading = await readingOf(call)
    return transact(adminScope(call.caller), async (stores) => {
      const schedule = await work(stores, reading)
      return schedule instanceof Refusal ? schedule : view(schedule, reading)
    })
  }
  return {
    listJobSchedules: async (call) => {
      const reading = await readingOf(call)
      const listed = await transact(everything, ({ jobSchedules }) => jobSchedules.list(jobCodes))
      return listed.map((schedule) => view(schedule, reading)).toSorted(byName(readerOf(call).language))
    },
    listJobKinds: async (call) => {
      const { wording } = await readingOf(call)
      return { businessTimeZone: timeZone, jobs: jobKinds(wording).toSorted(byName(readerOf(call).language)) }
    },
    previewJobSchedule: ({ query: { cronTxt, timeZone: own } }) => {
      const zone = own?.trim() || timeZone
      const problem = scheduleProblem(cronTxt, zone)
      if (problem) return refuseField(problemAt[problem].field, problemAt[problem].message)
      return { nextRunDts: nextRuns(cronTxt, zone, new Date(), contract.NEXT_RUNS) }
    },
    listJobRuns: async ({ caller, request, params: { jobScheduleSetupId }, query }) => {
      const { wording } = await readingOf({ caller, request })
      return db.read(adminScope(caller), async (tx) => {
        const known = await tx
          .selectFrom('job_schedules')
          .select('code')
          .where('id', '=', jobScheduleSetupId)
          .executeTakeFirst()
        if (!known) return refuse('404', sentences.not_found)
        const page = await listPage(tx, contract.jobRunList, runsOf(known.code), query)
        return paged(page, (run) => ({ ...run, messageTxt: messageInWords(wording, run.messageTxt) }))
      })
    },
    addJobSchedule: ({ body, ...call }) => saved(call, (stores, reading) => addSchedule(stores, call, body, reading)),
    changeJobSchedule: ({ params, body, ...call }) =>
      saved(call, (stores, reading) => changeSchedule(stores, call, params.jobScheduleSetupId, body, reading)),
    removeJobSchedule: ({ params, query: { version }, ...call }) =>
      transact(adminScope(call.caller), (stores) => removeSchedule(stores, call, params.jobScheduleSetupId, version)),
    restoreJobSchedule: ({ body, ...call }) => saved(call, (stores) => restoreSchedule(stores, call, body.undoId)),
    runJobNow: ({ params, ...call }) =>
      transact(adminScope(call.caller), async (stores) => {
        const refusal = await runNow(stores, call, params.jobScheduleSetupId)
        return refusal ?? new Answer(null, { message: sentences.job_run_requested })
      }),
  }
}
