import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { Tx } from '../db/database.ts'
import { jobSchema, queueDatabase } from '../db/job-schema.ts'
import { run } from '../db/run.ts'

export interface JobPayload {
  /** Asked for by an administrator: runs although the job is disabled. */
  readonly isRequested?: true | undefined
}

/** Payload and retry rules of a queue. Times are seconds. */
export interface Queue {
  readonly payload: z.ZodType<JobPayload>
  /** `exclusive`: at most one waits or runs, on all nodes. `short`: at most one waits for each dedupe key. */
  readonly policy: 'exclusive' | 'short'
  readonly retryLimit: number
  readonly retryDelay: number
  readonly retryBackoff: boolean
  /** A run that takes longer is aborted and retried. */
  readonly expireInSeconds: number
  /** Without a heartbeat for so long the node counts as dead, and another one takes the job over. */
  readonly heartbeatSeconds: number
  readonly deleteAfterSeconds: number
  /** Queue for jobs that failed permanently. */
  readonly deadLetter?: string
}

const recurringPayload = z.strictObject({ isRequested: z.literal(true).optional() })

/** Times that a failed run of an ordinary job is repeated. */
export const RETRY_LIMIT = 2

/** Times that a change of access is run before it counts as stopped; nodes that end in between are such times, too. */
export const ACCESS_CHANGE_RUNS = 5

/** Times that a report is tried before it counts as failed (R10). */
export const REPORT_TRIES = 3

/** Times that an export of a person is tried before it counts as failed. */
export const PERSON_EXPORT_TRIES = 3

/** Scheduled again anyway, so that permanent failures need not be kept. */
const recurring: Queue = {
  payload: recurringPayload,
  policy: 'exclusive',
  retryLimit: RETRY_LIMIT,
  retryDelay: 5,
  retryBackoff: true,
  expireInSeconds: 300,
  heartbeatSeconds: 30,
  deleteAfterSeconds: 6 * 3600,
}

/** Keeps jobs that failed permanently for thirty days. */
export const deadLetterQueue = 'dead'

export const queues = {
  'announcement-sync': recurring,
  'seal-audit': recurring,
  // What it finds once is recorded once.
  'verify-audit': { ...recurring, retryLimit: 0, expireInSeconds: 1800 },
  'audit-months': { ...recurring, expireInSeconds: 1800 },
  'daily-figures': recurring,
  'session-purge': recurring,
  'spent-token-purge': recurring,
  'sign-in-ticket-purge': recurring,
  'provider-session-purge': recurring,
  'saml-request-purge': recurring,
  'spent-assertion-purge': recurring,
  'saml-certificate-purge': recurring,
  'saml-certificate-notices': recurring,
  'service-token-notices': recurring,
  // A run ends within a minute.
  'deliver-events': { ...recurring, retryLimit: 0 },
  'webhook-purge': recurring,
  'log-events': { ...recurring, retryLimit: 0 },
  'second-factor-purge': recurring,
  'sign-in-failure-purge': recurring,
  'human-check-purge': recurring,
  'attempt-count-purge': recurring,
  'recovery-link-purge': recurring,
  'openid-purge': recurring,
  'openid-keys': recurring,
  'back-channel-logout': recurring,
  'client-log-purge': recurring,
  'job-run-purge': recurring,
  'mail-purge': recurring,
  'undo-offer-purge': recurring,
  'password-expiry': recurring,
  'temporary-password-expiry': recurring,
  'license-reminders': recurring,
  'entitlement-reports': recurring,
  'dormant-users': { ...recurring, expireInSeconds: 1800 },
  'erase-deleted-users': { ...recurring, expireInSeconds: 1800 },
  'access-change': {
    ...recurring,
    payload: z.strictObject({ isRequested: z.literal(true).optional(), accessChangeId: z.int() }),
    policy: 'short',
    // One more run records that the act stopped, also where the node died in each.
    retryLimit: ACCESS_CHANGE_RUNS,
    expireInSeconds: 1800,
  },
  'access-change-purge': recurring,
  'access-request-sync': recurring,
  'access-review-notices': recurring,
  'grant-ends': recurring,
  'grant-notices': recurring,
  'grant-notice-purge': recurring,
  'emulation-ends': recurring,
  'document-sweep': recurring,
  'document-purge': recurring,
  'document-scan': recurring,
  'user-import-purge': recurring,
  'user-import': {
    ...recurring,
    payload: z.strictObject({ isRequested: z.literal(true).optional(), importId: z.int() }),
    policy: 'short',
    expireInSeconds: 1800,
  },
  'report-purge': recurring,
  report: {
    ...recurring,
    payload: z.strictObject({ isRequested: z.literal(true).optional(), reportId: z.int() }),
    policy: 'short',
    // One more run records that all tries were in vain, also where the node died in each.
    retryLimit: REPORT_TRIES,
    expireInSeconds: 1800,
  },
  'person-export': {
    ...recurring,
    payload: z.strictObject({ isRequested: z.literal(true).optional(), exportId: z.int() }),
    policy: 'short',
    // One more run records that all tries were in vain, also where the node died in each.
    retryLimit: PERSON_EXPORT_TRIES,
    expireInSeconds: 1800,
  },
  'deliver-mail': { ...recurring, policy: 'short', expireInSeconds: 900, deadLetter: deadLetterQueue },
} as const satisfies Record<string, Queue>

export type QueueName = keyof typeof queues
export type Payload<Name extends QueueName> = z.output<(typeof queues)[Name]['payload']>

export interface EnqueueOptions {
  /** While a job with the same key waits, no second one is added. */
  dedupeKey?: string
  /** Jobs with a higher one run first; 0 by default. */
  priority?: number
  /** Not before this moment. */
  startAfter?: Date
}

// Adds jobs in a transaction: they exist only when it commits.

/** Runs a job soon, also a disabled one. False: it waits or runs already. */
export const runJobNow = async (tx: Tx, name: QueueName): Promise<boolean> =>
  (await sender(tx).send(name, recurringPayload.parse({ isRequested: true }))) !== null

export async function enqueue<Name extends QueueName>(
  tx: Tx,
  name: Name,
  payload: Payload<Name>,
  { dedupeKey, priority = 0, startAfter }: EnqueueOptions = {},
): Promise<void> {
  const { policy, payload: shape } = queues[name] as Queue
  const data = shape.parse(payload)
  if (policy === 'exclusive') return void (await sender(tx).send(name, data, { priority }))
  const singletonKey = dedupeKey ?? randomUUID()
  for (let attempt = 1; attempt <= 10; attempt++) {
    if (await sender(tx).send(name, data, { singletonKey, priority, ...(startAfter && { startAfter }) })) return
    if (await lockWaiting(tx, name, singletonKey)) return
  }
  throw new Error(`A job of the queue ${name} could neither be added nor found.`)
}

/** The queue library on our transaction; never started, it opens no connection of its own. */
function sender(tx: Tx): PgBoss {
  return new PgBoss({ db: queueDatabase(tx), schema: jobSchema, migrate: false, schedule: false, supervise: false })
}

/**
 * Locks the waiting job that replaces ours until we commit, because it would miss our changes. Returns false when it
 * has started in the meantime.
 */
async function lockWaiting(tx: Tx, name: QueueName, key: string): Promise<boolean> {
  const rows = await run(
    tx,
    sql`
    select from ${sql.table(`${jobSchema}.job`)}
    where name = ${name} and singleton_key = ${key} and state = 'created' for share`,
  )
  return rows.length > 0
}
