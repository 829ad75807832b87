import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { Tx } from '../db/database.ts'
import { jobSchema } from '../db/job-schema.ts'

/** What the jobs of a queue carry and how they are tried. Times are seconds. */
export interface Queue {
  readonly payload: z.ZodType<object>
  /** `exclusive`: at most one waits or runs, on all nodes. `short`: at most one waits for each dedupe key. */
  readonly policy: 'exclusive' | 'short'
  readonly retryLimit: number
  readonly retryDelay: number
  readonly retryBackoff: boolean
  /** A run that takes longer is given up and tried again. */
  readonly expireInSeconds: number
  /** A node that is silent for so long has died, and another one takes its job over. */
  readonly heartbeatSeconds: number
  readonly deleteAfterSeconds: number
  /** Where a job that failed for good is kept for people to look at. */
  readonly deadLetter?: string
}

const nothing = z.strictObject({})

/** Comes again by its schedule, so that what fails for good needs no keeping. */
const recurring: Queue = {
  payload: nothing,
  policy: 'exclusive',
  retryLimit: 2,
  retryDelay: 5,
  retryBackoff: true,
  expireInSeconds: 300,
  heartbeatSeconds: 30,
  deleteAfterSeconds: 6 * 3600,
}

/** Jobs that failed for good, for thirty days. */
export const deadLetterQueue = 'dead'

export const queues = {
  'announcement-day': recurring,
  'seal-audit': recurring,
  'session-purge': recurring,
  'spent-token-purge': recurring,
  'sign-in-ticket-purge': recurring,
  'provider-session-purge': recurring,
  'saml-request-purge': recurring,
  'spent-assertion-purge': recurring,
  'saml-certificate-purge': recurring,
  'saml-certificate-notices': recurring,
  'second-factor-purge': recurring,
  'sign-in-failure-purge': recurring,
  'human-check-purge': recurring,
  'secret-try-purge': recurring,
  'recovery-link-purge': recurring,
  'client-log-purge': recurring,
  'mail-purge': recurring,
  'password-expiry': recurring,
  'document-sweep': recurring,
  'document-purge': recurring,
  'document-scan': recurring,
  'deliver-mail': { ...recurring, policy: 'short', expireInSeconds: 900, deadLetter: deadLetterQueue },
} as const satisfies Record<string, Queue>

export type QueueName = keyof typeof queues
export type Payload<Name extends QueueName> = z.output<(typeof queues)[Name]['payload']>

export interface EnqueueOptions {
  /** While a job with the same key waits, no second one is put beside it. */
  dedupeKey?: string
}

/** Puts jobs into their queues together with everything else a transaction writes: both or neither. */
export function jobQueue(tx: Tx) {
  return {
    enqueue: async <Name extends QueueName>(
      name: Name,
      payload: Payload<Name>,
      { dedupeKey }: EnqueueOptions = {},
    ): Promise<void> => {
      const { policy, payload: shape } = queues[name] as Queue
      const data = shape.parse(payload)
      if (policy === 'exclusive') return void (await sender(tx).send(name, data))
      const singletonKey = dedupeKey ?? randomUUID()
      for (let attempt = 1; attempt <= 10; attempt++) {
        if (await sender(tx).send(name, data, { singletonKey })) return
        if (await holdWaiting(tx, name, singletonKey)) return
      }
      throw new Error(`A job of the queue ${name} could neither be added nor found.`)
    },
  }
}

/** The queue library on a transaction of ours; never started, it opens no connection of its own. */
function sender(tx: Tx): PgBoss {
  return new PgBoss({ db: fromKysely(tx), schema: jobSchema, migrate: false, schedule: false, supervise: false })
}

/**
 * Keeps the job that stands in for ours from running before we commit, as it would miss what we
 * write. False when it has begun in the meantime.
 */
async function holdWaiting(tx: Tx, name: QueueName, key: string): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(`${jobSchema}.job`)}
    where name = ${name} and singleton_key = ${key} and state = 'created' for share`.execute(tx)
  return rows.length > 0
}
