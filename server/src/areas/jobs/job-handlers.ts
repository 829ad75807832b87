import * as contract from '@portico/contract/jobs/jobs.ts'
import { type Language, localeOf } from '@portico/contract/texts/languages.ts'
import { sql } from 'kysely'
import { databaseTime } from '../../db/clock.ts'
import type { Db, Tx } from '../../db/database.ts'
import { type ListSource, listPage } from '../../db/list-page.ts'
import { everything } from '../../db/scope.ts'
import { Answer, paged, Refusal, refuse, refuseField, type StandardRefusal } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import { audienceOf } from '../../http/text-audience.ts'
import { sentences, type Texts, type Translate } from '../../http/sentences.ts'
import { nextRuns, scheduleProblem } from '../../jobs/next-runs.ts'
import { schedules } from '../../jobs/schedule.ts'
import { jobNameInWords, messageInWords, problemAt, scheduleView } from './job-schedule-view.ts'
import { type ListedSchedule, listJobSchedules } from './job-schedule-store.ts'
import {
  addSchedule,
  changeSchedule,
  jobCodes,
  removeSchedule,
  restoreSchedule,
  runNow,
  type ScheduleReading,
} from './save-job-schedule.ts'
import { queries } from '../../db/queries.ts'
import { runFirst } from '../../db/run.ts'

interface JobDeps {
  db: Db
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
const jobKinds = (translate: Translate) =>
  schedules.map(({ name, title, cron, zone }) => ({
    jobCd: name,
    jobNm: jobNameInWords(translate, title),
    cronTxt: cron,
    timeZone: zone === 'business' ? null : zone,
  }))

/** The schedules of the portal's jobs, and their runs (decision I2). */
export function jobHandlers({ db, texts, timeZone }: JobDeps): Handlers<typeof contract> {
  const readingOf = async (call: CallContext): Promise<ScheduleReading> => ({
    businessTimeZone: timeZone,
    translate: await texts.of(audienceOf(call)),
    now: await databaseTime(db),
  })
  const saved = async (
    call: CallContext,
    work: (tx: Tx, reading: ScheduleReading) => Promise<ListedSchedule | StandardRefusal>,
  ) => {
    const reading = await readingOf(call)
    return db.transact(adminScope(call.caller), async (tx) => {
      const schedule = await work(tx, reading)
      return schedule instanceof Refusal ? schedule : scheduleView(schedule, reading)
    })
  }
  return {
    listJobSchedules: async (call) => {
      const reading = await readingOf(call)
      const listed = await db.read(everything, (tx) => listJobSchedules(tx, jobCodes))
      return listed.map((schedule) => scheduleView(schedule, reading)).toSorted(byName(audienceOf(call).language))
    },
    listJobKinds: async (call) => {
      const { translate } = await readingOf(call)
      return { businessTimeZone: timeZone, jobs: jobKinds(translate).toSorted(byName(audienceOf(call).language)) }
    },
    previewJobSchedule: async ({ query: { cronTxt, timeZone: own } }) => {
      const zone = own?.trim() || timeZone
      const problem = scheduleProblem(cronTxt, zone)
      if (problem) return refuseField(problemAt[problem].field, problemAt[problem].message)
      return { nextRunDts: nextRuns(cronTxt, zone, await databaseTime(db), contract.NEXT_RUNS) }
    },
    listJobRuns: async ({ caller, request, params: { jobScheduleSetupId }, query }) => {
      const { translate } = await readingOf({ caller, request })
      return db.read(adminScope(caller), async (tx) => {
        const known = await runFirst(
          tx,
          queries.selectFrom('job_schedules').select('code').where('id', '=', jobScheduleSetupId),
        )
        if (!known) return refuse('404', sentences.not_found)
        const page = await listPage(tx, contract.jobRunList, runsOf(known.code), query)
        return paged(page, (run) => ({ ...run, messageTxt: messageInWords(translate, run.messageTxt) }))
      })
    },
    addJobSchedule: ({ body, ...call }) => saved(call, (tx, reading) => addSchedule(tx, call, body, reading)),
    changeJobSchedule: ({ params, body, ...call }) =>
      saved(call, (tx, reading) => changeSchedule(tx, call, params.jobScheduleSetupId, body, reading)),
    removeJobSchedule: ({ params, query: { version }, ...call }) =>
      db.transact(adminScope(call.caller), (tx) => removeSchedule(tx, call, params.jobScheduleSetupId, version)),
    restoreJobSchedule: ({ body, ...call }) => saved(call, (tx) => restoreSchedule(tx, call, body.undoId)),
    runJobNow: ({ params, ...call }) =>
      db.transact(adminScope(call.caller), async (tx) => {
        const refusal = await runNow(tx, call, params.jobScheduleSetupId)
        return refusal ?? new Answer(null, { message: sentences.job_run_requested })
      }),
  }
}
