import { parseCron } from '@portico/contract/cron.ts'
import type { JobSchedule } from '@portico/contract/jobs.ts'
import * as z from 'zod/mini'
import { optionalEmail, patternText, requiredChoice, requiredText } from '../../patterns/field-schemas.ts'

const cronTxt = requiredText(100).check(
  z.refine((text) => parseCron(text) !== 'syntax', { error: 'job_cron_invalid', abort: true }),
  z.refine((text) => parseCron(text) !== 'never', 'job_cron_never'),
)

/** Field names of the call, so that its errors find their fields. */
export const jobSchema = z.object({
  jobCd: requiredChoice(),
  jobNm: requiredText(100),
  cronTxt,
  timeZone: patternText(/^([A-Za-z][A-Za-z0-9_+\-/]*)?$/, 64),
  notifyEmailTxt: optionalEmail(),
  disableFlg: z.boolean(),
})
export type JobFields = z.output<typeof jobSchema>

/** A job as the product ships it. */
interface JobKind {
  jobCd: string
  jobNm: string
  cronTxt: string
  timeZone: string | null
}

const newJob: JobFields = { jobCd: '', jobNm: '', cronTxt: '', timeZone: '', notifyEmailTxt: '', disableFlg: false }

const knownFields = ({
  jobCd,
  jobNm,
  cronTxt: cron,
  timeZone,
  notifyEmailTxt,
  disableFlg,
}: JobSchedule): JobFields => ({
  jobCd,
  jobNm,
  cronTxt: cron,
  timeZone: timeZone ?? '',
  notifyEmailTxt: notifyEmailTxt ?? '',
  disableFlg,
})

export const fieldsOf = (schedule: JobSchedule | null): JobFields =>
  schedule === null ? newJob : knownFields(schedule)

/** The shipped schedule of a job as form fields. */
export const shippedFields = ({ cronTxt: cron, timeZone }: JobKind): Pick<JobFields, 'cronTxt' | 'timeZone'> => ({
  cronTxt: cron,
  timeZone: timeZone ?? '',
})

/** The schedule whose next runs are shown; null while the fields hold none. */
export const previewed = ({ cronTxt: cron, timeZone }: JobFields): { cron: string; zone: string } | null =>
  z.safeParse(cronTxt, cron).success && z.safeParse(jobSchema.shape.timeZone, timeZone).success
    ? { cron: cron.trim(), zone: timeZone.trim() }
    : null
