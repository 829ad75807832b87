import { jobRegistry } from '../src/composition/job-registry.ts'
import type { QueueName } from '../src/jobs/queue.ts'
import { createLogger } from '../src/logging.ts'
import type { Portal } from './portal.ts'

/** Runs the job that sends events once, as every minute; `signal` is aborted where the node stops. */
export const deliverEvents = (portal: Portal, signal?: AbortSignal): Promise<void> =>
  runJob(portal, 'deliver-events', signal)

/** Runs the job once that clears the delivery log. */
export const purgeDeliveries = (portal: Portal): Promise<void> => runJob(portal, 'webhook-purge')

/** Runs the job once that writes events to the event log; `signal` as above. */
export const logEvents = (portal: Portal, signal?: AbortSignal): Promise<void> => runJob(portal, 'log-events', signal)

async function runJob(
  { database, config, storage, hashing }: Portal,
  wanted: QueueName,
  signal = new AbortController().signal,
): Promise<void> {
  const jobs = jobRegistry({ database, config, transport: null, storage, hashing, scanner: null })
  const job = jobs.find(({ name }) => name === wanted)
  const logger = createLogger('silent', 'test')
  await job?.run({}, { signal, logger, attempt: 1, parameters: '' })
}
