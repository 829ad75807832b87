import type { JobSchedule, JobScheduleChange } from '@portico/contract/jobs/jobs.ts'
import { jobNameKey } from '@portico/contract/texts/shipped-names.ts'
import { jobOutcomeTexts } from '@portico/contract/jobs/job-outcome-texts.ts'
import { nextRuns, type ScheduleProblem } from '../../jobs/next-runs.ts'
import { MessageRef, sentences, type Translate } from '../../http/sentences.ts'
import { storedInWords } from '../../http/shipped-names.ts'
import type { ListedSchedule, ScheduleFields } from './job-schedule-store.ts'

/** The name of a job in the words of the reader while it is the shipped one; other names stay. */
export function jobNameInWords(translate: Translate, name: string): string {
  const key = jobNameKey(name)
  return key === null ? name : translate(new MessageRef(key))
}

/** The message of a run; what a failure said stays as it is. */
export const messageInWords = (translate: Translate, stored: string): string =>
  storedInWords(translate, jobOutcomeTexts, stored)

/**
 * The fields of a schedule after a change; what the change does not name stays (decision A10). A shipped name that came
 * back in the words of the reader is no new name.
 */
export function changedScheduleFields(
  before: ScheduleFields,
  change: Omit<JobScheduleChange, 'version'>,
  translate: Translate,
): ScheduleFields {
  const { jobNm, cronTxt, timeZone, parametersTxt, notifyEmailTxt, disableFlg } = change
  return {
    name: jobNm === undefined || jobNm === jobNameInWords(translate, before.name) ? before.name : jobNm,
    cron: cronTxt?.trim().replaceAll(/\s+/g, ' ') ?? before.cron,
    timeZone: timeZone === undefined ? before.timeZone : timeZone?.trim() || null,
    parameters: parametersTxt ?? before.parameters,
    notifyEmail: notifyEmailTxt === undefined ? before.notifyEmail : notifyEmailTxt || null,
    isDisabled: disableFlg ?? before.isDisabled,
  }
}

/** The field at fault, and the sentence for it. */
export const problemAt = {
  cron_syntax: { field: 'cronTxt', message: sentences.job_cron_invalid },
  cron_never: { field: 'cronTxt', message: sentences.job_cron_never },
  time_zone: { field: 'timeZone', message: sentences.job_zone_unknown },
} satisfies Record<ScheduleProblem, object>

/** A schedule as it goes over the wire; its next run is after `now`. */
export function scheduleView(
  schedule: ListedSchedule,
  { translate, businessTimeZone, now }: { translate: Translate; businessTimeZone: string; now: Date },
): JobSchedule {
  const { id, code, name, cron, timeZone, parameters, notifyEmail, isDisabled, version } = schedule
  const [next = null] = isDisabled ? [] : nextRuns(cron, timeZone ?? businessTimeZone, now, 1)
  return {
    jobScheduleSetupId: id,
    jobCd: code,
    jobNm: jobNameInWords(translate, name),
    cronTxt: cron,
    timeZone,
    parametersTxt: parameters,
    notifyEmailTxt: notifyEmail,
    disableFlg: isDisabled,
    lastRunDt: schedule.lastRunAt,
    lastStatus: schedule.lastResult,
    lastMessage: schedule.lastMessage === null ? null : messageInWords(translate, schedule.lastMessage),
    nextRunDt: next,
    version,
  }
}

/** What of a schedule the audit trail keeps. */
export type RecordedSchedule = ScheduleFields & { code: string }

export const auditState = (schedule: RecordedSchedule): RecordedSchedule => {
  const { code, name, cron, timeZone, parameters, notifyEmail, isDisabled } = schedule
  return { code, name, cron, timeZone, parameters, notifyEmail, isDisabled }
}
