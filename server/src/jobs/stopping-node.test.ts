import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../test/portal.ts'
import { jobRegistry } from '../composition/job-registry.ts'
import type { Db } from '../db/database.ts'
import { createLogger } from '../logging.ts'
import type { QueueName } from './queue.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

/** Transactions that a job begins although its node stops at once: its only one, or a short one beside its batches. */
const atOnce: Readonly<Partial<Record<QueueName, number>>> = {
  'access-request-sync': 1,
  'access-review-notices': 1,
  'announcement-sync': 1,
  'audit-months': 1,
  'daily-figures': 1,
  'emulation-ends': 1,
  'erase-deleted-users': 2,
  'grant-notices': 1,
  'license-reminders': 1,
  'mail-purge': 2,
  'openid-keys': 1,
  'password-expiry': 1,
  'saml-certificate-notices': 1,
  'seal-audit': 1,
  'service-token-notices': 1,
  'verify-audit': 1,
}

/** Jobs about a record that is named to them; the tests of their areas end them early. */
const ofOneRecord: ReadonlySet<string> = new Set([
  'access-change',
  'report',
  'user-import',
  'deliver-mail',
  'person-export',
])

test('on a node that stops, no job begins another batch', async () => {
  const { config, database, storage, hashing } = portal
  let begun = 0
  const counting: Db = {
    ...database.jobs,
    transact: (scope, work) => {
      begun += 1
      return database.jobs.transact(scope, work)
    },
  }
  const jobs = jobRegistry({
    database: { ...database, jobs: counting },
    config,
    transport: null,
    storage,
    hashing,
    scanner: null,
  }).filter(({ name }) => !ofOneRecord.has(name))
  const context = {
    signal: AbortSignal.abort(),
    logger: createLogger('silent', 'test'),
    attempt: 1,
    parameters: '',
  }
  const counted: Record<string, number> = {}
  for (const job of jobs) {
    begun = 0
    await Promise.resolve(job.run({}, context)).catch((error: unknown) => {
      if (!(error instanceof Error) || error.name !== 'AbortError') throw error
    })
    if (begun > 0) counted[job.name] = begun
  }
  expect(counted).toEqual(atOnce)
})
