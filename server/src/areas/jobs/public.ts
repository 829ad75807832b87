import { failedJobs as failedOf } from './job-schedule-store.ts'
import { jobCodes } from './save-job-schedule.ts'

/** Selects the enabled jobs of this version whose last run failed. */
export const failedJobs = () => failedOf(jobCodes)
