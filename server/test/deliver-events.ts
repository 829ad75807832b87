import { jobRegistry } from '../src/composition/job-registry.ts'
import { createLogger } from '../src/logging.ts'
import type { Portal } from './portal.ts'

/** Runs the job that sends events once, as every minute. */
export async function deliverEvents({ database, config, storage, hashing }: Portal): Promise<void> {
  const jobs = jobRegistry({ database, config, transport: null, storage, hashing, scanner: null })
  const job = jobs.find(({ name }) => name === 'deliver-events')
  const logger = createLogger('silent', 'test')
  await job?.run({}, { signal: new AbortController().signal, logger, attempt: 1, parameters: '' })
}
