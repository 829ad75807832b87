import { parseCron } from '@portico/contract/jobs/cron.ts'
import { parseDormancy } from '@portico/contract/jobs/dormancy-rules.ts'
import type { JobSchedule } from '@portico/contract/jobs/jobs.ts'
import * as z from 'zod/mini'
import { optionalEmail, patternText, requiredChoice, requiredText } from '../../patterns/field-schemas.ts'

const cronTxt = requiredText(100).check(
  z.refine((text) => parseCron(text) !== 'syntax', { error: 'job_cron_invalid', abort: true }),
  z.refine((text) => parseCron(text) !== 'never', 'job_cron_never'),
)

/** Field names of the call, so that its errors find their fields. */
const fields = z.object({
  jobCd: requiredChoice(),
  jobNm: requiredText(100),
  cronTxt,
  timeZone: patternText(/^([A-Za-z][A-Za-z0-9_+\-/]*)?$/, 64),
  parametersTxt: z.string().check(z.maxLength(500)),
  notifyEmailTxt: optionalEmail(),
  disableFlg: z.boolean(),
})

/** The job that reads parameters. */
export const DORMANT_USERS = 'dormant-users'

export const jobSchema = fields.check(
  z.refine(({ jobCd, parametersTxt }) => jobCd !== DORMANT_USERS || parseDormancy(parametersTxt) !== null, {
    error: 'job_dormancy_invalid',
    path: ['parametersTxt'],
  }),
)
export type JobFields = z.output<typeof jobSchema>

/** A job as the product ships it. */
interface JobKind {
  jobCd: string
  jobNm: string
  cronTxt: string
  timeZone: string | null
}

const newJob: JobFields = {
  jobCd: '',
  jobNm: '',
  cronTxt: '',
  timeZone: '',
  parametersTxt: '',
  notifyEmailTxt: '',
  disableFlg: false,
}

const knownFields = ({
  jobCd,
  jobNm,
  cronTxt: cron,
  timeZone,
  parametersTxt,
  notifyEmailTxt,
  disableFlg,
}: JobSchedule): JobFields => ({
  jobCd,
  jobNm,
  cronTxt: cron,
  timeZone: timeZone ?? '',
  parametersTxt,
  notifyEmailTxt: notifyEmailTxt ?? '',
  disableFlg,
})

export const jobFieldsOf = (schedule: JobSchedule | null): JobFields =>
  schedule === null ? newJob : knownFields(schedule)

/** The shipped schedule of a job as form fields. */
export const shippedFields = ({ cronTxt: cron, timeZone }: JobKind): Pick<JobFields, 'cronTxt' | 'timeZone'> => ({
  cronTxt: cron,
  timeZone: timeZone ?? '',
})

/** The schedule whose next runs are shown; null while the fields hold none. */
export const previewed = ({ cronTxt: cron, timeZone }: JobFields): { cron: string; zone: string } | null =>
  z.safeParse(cronTxt, cron).success && z.safeParse(fields.shape.timeZone, timeZone).success
    ? { cron: cron.trim(), zone: timeZone.trim() }
    : null
