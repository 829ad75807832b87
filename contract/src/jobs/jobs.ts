import * as z from 'zod/mini'
import { parseCron } from './cron.ts'
import { Id, Ignored, Instant, OwnUid, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { listQuery } from '../kit/list.ts'
import { entryName } from '../kit/reference-table.ts'
import { UndoOffer } from '../kit/undo-offer.ts'

const reads = '/ccservices/secure/user/rest/database-maintenance/job-schedule'
const writes = '/ccservices/secure/admin/rest/database-maintenance/admin-users/{uid}'
const one = `${writes}/job-schedule/{jobScheduleSetupId}`
const guard = admin('Database Maintenance', { staffOnly: true })

/** How many of the next runs are shown. */
export const NEXT_RUNS = 5

const RunStatus = z.enum(['running', 'done', 'failed'])
export type RunStatus = z.output<typeof RunStatus>

/** When a job of the portal runs by itself, and its last run (decision I3). */
export const JobSchedule = z.object({
  jobScheduleSetupId: z.int(),
  /** Name of the job in the portal's registry. */
  jobCd: z.string(),
  jobNm: z.string(),
  cronTxt: z.string(),
  /** Null: the business time zone. */
  timeZone: z.nullable(z.string()),
  parametersTxt: z.string(),
  /** Null: a failure sends no email. */
  notifyEmailTxt: z.nullable(z.string()),
  disableFlg: YesNo,
  /** Null: it has not run in the last thirty days. */
  lastRunDt: z.nullable(Instant),
  lastStatus: z.nullable(RunStatus),
  lastMessage: z.nullable(z.string()),
  /** Null: disabled, or the schedule is invalid. */
  nextRunDt: z.nullable(Instant),
  version: z.int(),
})
export type JobSchedule = z.output<typeof JobSchedule>

export const listJobSchedules = endpoint({
  name: 'listJobSchedules',
  method: 'GET',
  path: reads,
  guard,
  data: z.array(JobSchedule),
})

export const listJobKinds = endpoint({
  name: 'listJobKinds',
  method: 'GET',
  path: `${reads}/jobs`,
  guard,
  data: z.object({
    businessTimeZone: z.string(),
    jobs: z.array(
      z.object({
        jobCd: z.string(),
        jobNm: z.string(),
        cronTxt: z.string(),
        /** Null: the business time zone. */
        timeZone: z.nullable(z.string()),
      }),
    ),
  }),
})

/** Only the length: the server answers why a text is no schedule. */
const CronText = text(100)
const TimeZone = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/))
/** A schedule that can run. */
const ValidCron = CronText.check(z.refine((cron) => typeof parseCron(cron) !== 'string')).register(z.globalRegistry, {
  examples: ['*/10 * * * *', '30 3 * * *', '0 6 L * *', '15 9-17 * * MON-FRI'],
})

export const previewJobSchedule = endpoint({
  name: 'previewJobSchedule',
  method: 'GET',
  path: `${reads}/next-runs`,
  guard,
  query: z.strictObject({ cronTxt: ValidCron, timeZone: z.optional(TimeZone) }),
  data: z.object({ nextRunDts: z.array(Instant) }),
})

/** Runs of a job, the latest first. */
export const jobRunList = listQuery({
  columns: ['startedDt'],
  filters: {},
  defaultSort: { column: 'startedDt', direction: 'desc' },
})

const JobRun = z.object({
  jobRunId: z.int(),
  startedDt: Instant,
  /** Null: it runs. */
  endedDt: z.nullable(Instant),
  runStatus: RunStatus,
  messageTxt: z.string(),
})
export type JobRun = z.output<typeof JobRun>

export const listJobRuns = endpoint({
  name: 'listJobRuns',
  method: 'GET',
  path: `${reads}/{jobScheduleSetupId}/runs`,
  guard,
  params: z.strictObject({ jobScheduleSetupId: Id }),
  query: jobRunList.query,
  data: z.array(JobRun),
})

const Email = z.union([z.literal(''), z.email().check(z.maxLength(254))])

/** What administrators decide; the rest of an entry is sent back as it was read, and ignored. */
const fields = {
  jobNm: z.optional(entryName(100)),
  timeZone: z.optional(z.nullable(z.union([z.literal(''), TimeZone]))),
  parametersTxt: z.optional(text(500)),
  notifyEmailTxt: z.optional(z.nullable(Email)),
  disableFlg: z.optional(YesNo),
  jobScheduleSetupId: z.optional(Ignored),
  lastRunDt: z.optional(Ignored),
  lastStatus: z.optional(Ignored),
  lastMessage: z.optional(Ignored),
  nextRunDt: z.optional(Ignored),
}
const OneJob = z.strictObject({ uid: Id, jobScheduleSetupId: Id })

export const addJobSchedule = endpoint({
  name: 'addJobSchedule',
  method: 'POST',
  path: `${writes}/job-schedule`,
  guard,
  params: OwnUid,
  body: z.strictObject({ ...fields, jobCd: text(100), cronTxt: CronText, version: z.optional(Ignored) }),
  data: JobSchedule,
})

export const changeJobSchedule = endpoint({
  name: 'changeJobSchedule',
  method: 'PUT',
  path: one,
  guard,
  params: OneJob,
  body: z.strictObject({
    ...fields,
    jobCd: z.optional(Ignored),
    cronTxt: z.optional(CronText),
    version: z.optional(Id),
  }),
  data: JobSchedule,
})
export type JobScheduleChange = z.output<typeof changeJobSchedule.body>

export const removeJobSchedule = endpoint({
  name: 'removeJobSchedule',
  method: 'DELETE',
  path: one,
  guard,
  params: OneJob,
  query: z.strictObject({ version: z.optional(Id) }),
  data: UndoOffer,
})

export const restoreJobSchedule = endpoint({
  name: 'restoreJobSchedule',
  method: 'POST',
  path: `${writes}/restore-job-schedule`,
  guard,
  params: OwnUid,
  body: z.strictObject({ undoId: Id }),
  data: JobSchedule,
})

export const runJobNow = endpoint({
  name: 'runJobNow',
  method: 'POST',
  path: `${one}/run`,
  guard,
  params: OneJob,
})

export const summaries = {
  listJobSchedules: 'The scheduled jobs with their last and their next run',
  listJobKinds:
    'The jobs of the portal, which are all that can be scheduled, with the schedules that the product ships',
  previewJobSchedule:
    'The next runs of a schedule that is not saved yet; without a time zone in the business time zone',
  listJobRuns: 'The runs of a job in the last thirty days',
  addJobSchedule: 'Schedule a job of the portal that is not scheduled; disableFlg is N unless given',
  changeJobSchedule:
    'Change when a job runs; only what is given. With its version it is refused if it has changed meanwhile',
  removeJobSchedule: 'Let a job no longer run by itself; for an hour this can be taken back',
  restoreJobSchedule: 'Take back one’s own deletion of a job schedule',
  runJobNow: 'Run a job as soon as a node is free, also a disabled one; refused while it waits or runs',
}
