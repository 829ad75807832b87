import type { JobContext } from '../src/jobs/job.ts'
import { createLogger } from '../src/logging.ts'

/** The context of the first run of a job, which logs nothing unless something else is said. */
export const jobContext = (other: Partial<JobContext> = {}): JobContext => ({
  signal: new AbortController().signal,
  logger: createLogger('silent', 'test'),
  attempt: 1,
  parameters: '',
  ...other,
})
