import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner, cloneDatabase, openWithLongTimeouts, type TestDatabase } from '../../test/database.ts'
import type { Database } from '../db/database.ts'
import { routeGroups } from '../http/route-group.ts'
import { queues, type QueueName } from '../jobs/queue.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { statementTimes } from './statement-times.ts'

/** Series that one node may have. */
const MAX_SERIES = 400

let clone: TestDatabase
let database: Database
let metrics: Metrics

beforeAll(async () => {
  clone = await cloneDatabase()
  const statements = statementTimes()
  database = await openWithLongTimeouts(clone, { observeDuration: statements.observe })
  const build = { version: '1.2.3', commit: 'abc' }
  const storageFolder = import.meta.dirname
  metrics = createMetrics({ build, database, statements, verifications: () => 0, storageFolder, timeoutMs: 50_000 })
  observeEverything()
})
afterAll(async () => {
  await database?.close()
  await clone?.drop()
})

const seriesIn = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
const figure = (text: string, name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])

const GUARDS = ['session', 'guard', 'own-id', 'csrf', 'rate', 'content-type', 'fresh-sign-in', 'pre-login']
const KINDS = ['password', 'federated', 'directory', 'second-factor']
const ENDS = ['opened', 'not-opened', '204', '400', '401', '403', '429', '503']

/** What can happen on a node, once each. */
function observeEverything(): void {
  for (const group of routeGroups)
    for (const status of [200, 204, 302, 400, 403, 404, 429, 500, 503])
      metrics.observeRequest({ group, status, seconds: 1 })
  for (const job of Object.keys(queues) as QueueName[])
    for (const outcome of ['done', 'failed'] as const) metrics.observeJob({ job, outcome, seconds: 1 })
  for (const kind of KINDS) for (const end of ENDS) metrics.countLogin(kind, end)
  for (const guard of GUARDS) metrics.countDenied(guard)
  for (const operation of ['put', 'open', 'remove'] as const)
    for (const fault of ['unavailable', 'full', 'missing'] as const) metrics.countStorageError(operation, fault)
}

test('a node has few enough series for Prometheus, also after a day on which everything happened', async () => {
  const { body } = await metrics.text()
  const byName = Map.groupBy(seriesIn(body), (line) => /^[a-z_]+/.exec(line)?.[0] ?? '')
  expect(seriesIn(body).length).toBeLessThan(MAX_SERIES)
  expect(byName.size).toBeGreaterThan(50)
})

test('a node counts by what the operator tells apart: codes that say something of their own are not among their class', async () => {
  const { body } = await metrics.text()
  const counted = (name: string) =>
    seriesIn(body).flatMap((line) => {
      const [, labels, count] = new RegExp(`^${name}{(.*)} (\\d+)$`).exec(line) ?? []
      return labels === undefined ? [] : [`${labels} ${count}`]
    })
  const requests = { '2xx': 2, '3xx': 1, '4xx': 3, '5xx': 1, 429: 1, 503: 1 }
  expect(counted('http_server_requests_total').toSorted()).toEqual(
    routeGroups
      .flatMap((group) =>
        Object.entries(requests).map(([status, count]) => `group="${group}",status="${status}" ${count}`),
      )
      .toSorted(),
  )
  expect(counted('portal_login_total')).toEqual(
    expect.arrayContaining(KINDS.flatMap((kind) => ENDS.map((end) => `kind="${kind}",outcome="${end}" 1`))),
  )
  expect(counted('portal_authz_denied_total')).toEqual(
    expect.arrayContaining(GUARDS.map((guard) => `rule="${guard}" 1`)),
  )
  expect(counted('portal_job_failures_total').toSorted()).toEqual(
    Object.keys(queues)
      .map((name) => `name="${name}" 1`)
      .toSorted(),
  )
  expect(new Set(counted('portal_storage_errors_total').map((line) => line.split(' ')[1]))).toEqual(new Set(['1']))
})

test('an operator sees how old the newest backup is, and how much room documents have', async () => {
  expect((await metrics.text()).body).toMatch(/^portal_backup_age_seconds nan$/im)
  await asOwner(
    clone,
    `insert into audit_events (event, target_kind, target_id, at)
     values ('backup_written', 'backup', '2026-11-27T01:00:00.000Z', now() - interval '3 hours'),
            ('backup_written', 'backup', '2026-11-26T01:00:00.000Z', now() - interval '30 hours')`,
  )
  expect((await metrics.text()).body).toMatch(/^portal_restore_test_failed nan$/im)
  await asOwner(
    clone,
    `insert into audit_events (event, target_kind, target_id, at, after)
     values ('backup_tried', 'backup trial', '2026-11-26T01:00:00.000Z', now() - interval '5 hours', '{"outcome": "SUCCESS"}'),
            ('backup_tried', 'backup trial', '2026-11-27T01:00:00.000Z', now() - interval '1 hour', '{"outcome": "FAILED"}')`,
  )
  const { body } = await metrics.text()
  expect(Math.round(figure(body, 'portal_backup_age_seconds') / 60)).toBe(180)
  expect(Math.round(figure(body, 'portal_restore_test_age_seconds') / 60)).toBe(300)
  expect(figure(body, 'portal_restore_test_failed')).toBe(1)
  expect(figure(body, 'portal_storage_free_bytes')).toBeGreaterThan(0)
  expect(figure(body, 'portal_storage_size_bytes')).toBeGreaterThan(figure(body, 'portal_storage_free_bytes'))
})
