import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { essentialSecrets } from '../composition/stored-secrets.ts'
import type { Database } from '../db/database.ts'
import { everything } from '../db/scope.ts'
import { enqueue } from '../jobs/queue.ts'
import { createLogger } from '../logging.ts'
import { productRoot } from '../product-root.ts'
import { asOwner, cloneDatabase, openWithLongTimeouts, type TestDatabase } from '../../test/database.ts'
import { freePort } from '../../test/free-port.ts'
import { endProcess } from '../../test/node-process.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { NodeState } from './node-state.ts'
import { opsServer, type OpsServer } from './ops-server.ts'
import { statementTimes } from './statement-times.ts'
import { type CuttableDatabase, cuttableDatabase } from './test/cuttable-database.ts'

// A real Prometheus reads the figures and the rules of deploy/monitoring, whose minutes are seconds here.

const monitoring = path.join(productRoot, 'deploy/monitoring')

let clone: TestDatabase
let line: CuttableDatabase
let database: Database
let metrics: Metrics
let ops: OpsServer
let folder: string
let prometheus: ChildProcess
let address: string

/** Minutes, hours and days of the rules become seconds. */
const hasty = (text: string) =>
  text
    .replaceAll(/(for:|offset) \d+[mh]/g, '$1 1s')
    .replaceAll(/\[\d+[mh]\]/g, '[10s]')
    .replaceAll(/\[\d+[mh]:1m\]/g, '[10s:1s]')

beforeAll(async () => {
  clone = await cloneDatabase()
  line = await cuttableDatabase(clone)
  const statements = statementTimes()
  database = await openWithLongTimeouts(line, { observeDuration: statements.observe })
  const build = { version: '1.2.3', commit: 'abc' }
  metrics = createMetrics({ build, database, statements, verifications: () => 3, storageFolder: monitoring })
  ops = await opsServer({
    port: 0,
    host: '127.0.0.1',
    isPortNamed: true,
    database,
    databaseUrl: line.url,
    secretKeys: [{ id: 'test', key: '0123456789abcdef0123456789abcdef' }],
    essentialSecrets,
    state: new NodeState(),
    metrics,
    version: '1.2.3',
    logger: createLogger('silent', 'test'),
  })
  folder = mkdtempSync(path.join(tmpdir(), 'portico-prometheus-'))
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: ['rules.yml'],
    scrape_configs: [{ job_name: 'portico', static_configs: [{ targets: [`127.0.0.1:${ops.port}`] }] }],
  }
  writeFileSync(path.join(folder, 'prometheus.yml'), JSON.stringify(config))
  const rules = readFileSync(path.join(monitoring, 'rules.yml'), 'utf8')
  writeFileSync(path.join(folder, 'rules.yml'), hasty(rules))
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  const place = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`]
  prometheus = spawn('/usr/bin/prometheus', [...place, `--web.listen-address=127.0.0.1:${port}`], { stdio: 'ignore' })
  const isReady = () =>
    fetch(`${address}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  await vi.waitUntil(isReady, { timeout: 60_000, interval: 50 })
})
afterAll(async () => {
  if (prometheus) await endProcess(prometheus, 'SIGKILL')
  if (folder) rmSync(folder, { recursive: true, force: true })
  await ops?.close()
  await database?.close()
  await line?.close()
  await clone?.drop()
})

interface Found {
  metric: Record<string, string>
  value: [number, string]
}

async function query(text: string): Promise<Found[]> {
  const answer = await fetch(`${address}/api/v1/query?${new URLSearchParams({ query: text }).toString()}`)
  const { status, error, data } = (await answer.json()) as {
    status: string
    error?: string
    data?: { result: Found[] }
  }
  if (status !== 'success') throw new Error(`${text}: ${error}`)
  return data?.result ?? []
}

/** Names of the alerts that fire now. */
const firing = async () =>
  new Set((await query('ALERTS{alertstate="firing"}')).map(({ metric }) => metric['alertname'] ?? ''))

/** Waits until the alert fires, mends what was broken, and waits until it has ended. */
async function seen(alert: string, mend: () => unknown): Promise<void> {
  await expect.poll(async () => (await firing()).has(alert), { timeout: 60_000 }).toBe(true)
  await mend()
  await expect.poll(async () => (await firing()).has(alert), { timeout: 60_000 }).toBe(false)
}

const owner = (text: string) => asOwner(clone, text)

test('Prometheus reads a node that is well, and nothing fires', async () => {
  await expect.poll(() => query('portal_sessions_active{job="portico"} == 0')).toHaveLength(1)
  // Until it has asked for the first time, it knows no node.
  await expect.poll(async () => [...(await firing())], { timeout: 60_000 }).toEqual([])
})

test('a database that is away fires, and ends when it is back', async () => {
  await line.cut()
  await seen('PortalDatabaseAway', () => line.mend())
})

const tried = (id: string, age: string, outcome: string) =>
  owner(
    `insert into audit_events (event, target_kind, target_id, at, after)
     values ('backup_tried', 'backup trial', '${id}', now() - interval '${age}', '{"outcome": "${outcome}"}')`,
  )

/** Each breaks something, and sees its alert fire and end; they concern figures that are apart. */
const breaks: readonly (() => Promise<void>)[] = [
  async () => {
    await owner(
      `insert into outbox_mails (dedupe_key, to_address, template, created_at)
         values ('late', 'ada@example.test', 'x', now() - interval '10 minutes')`,
    )
    await seen('PortalMailLate', () => owner(`delete from outbox_mails`))
  },
  async () => {
    await database.jobs.transact(everything, (tx) => enqueue(tx, 'user-import', { importId: 1 }))
    await owner(`update jobs.job set created_on = now() - interval '1 hour', start_after = now() - interval '1 hour'`)
    await seen('PortalQueueStuck', () => owner(`delete from jobs.job`))
  },
  async () => {
    await owner(
      `insert into audit_events (event, target_kind, target_id, at)
         values ('backup_written', 'backup', '2026-01-01', now() - interval '3 days')`,
    )
    await seen('PortalBackupOld', () =>
      owner(
        `insert into audit_events (event, target_kind, target_id, at) values ('backup_written', 'backup', '2026-01-04', now())`,
      ),
    )
  },
  async () => {
    await tried('2026-01-01', '20 days', 'SUCCESS')
    await seen('PortalRestoreTestOld', () => tried('2026-01-02', '0 days', 'SUCCESS'))
    await tried('2026-01-03', '0 days', 'FAILED')
    await seen('PortalRestoreTestFailed', () => tried('2026-01-04', '0 days', 'SUCCESS'))
  },
  async () => {
    await owner(
      `insert into saml_providers (name, entity_id, sign_on_url, certificate, certificate_expires_at)
       values ('Acme', 'https://acme.test', 'https://acme.test/sso', 'x', now() + interval '2 days')`,
    )
    await seen('PortalCertificateEnds', () => owner(`delete from saml_providers`))
  },
]

test('an email that waits, a job that nobody takes, an old backup and a certificate that ends each fire and end', async () => {
  await Promise.all(breaks.map((each) => each()))
})

test('a full storage, one that fails, a missing key and an upgrade half done each fire and end', async () => {
  const grow = setInterval(() => {
    metrics.countStorageError('put', 'full')
    metrics.countStorageError('open', 'unavailable')
    metrics.observeRequest({ group: 'own-reads', status: 500, seconds: 0.1 })
    metrics.observeRequest({ group: 'sign-in', status: 200, seconds: 3 })
  }, 200)
  try {
    for (const alert of ['PortalStorageFull', 'PortalStorageFailing', 'PortalErrorsBurnFast', 'PortalSignInsSlow'])
      await expect.poll(async () => (await firing()).has(alert), { timeout: 60_000 }).toBe(true)
  } finally {
    clearInterval(grow)
  }
  metrics.observeStanding({ missingKeys: 1, newerMigrations: 2 })
  await expect.poll(async () => (await firing()).has('PortalUpgradeUnfinished'), { timeout: 60_000 }).toBe(true)
  await seen('PortalKeysMissing', () => metrics.observeStanding({ missingKeys: 0, newerMigrations: 0 }))
  await expect.poll(async () => [...(await firing())], { timeout: 60_000 }).toEqual([])
})

test('every query of every dashboard returns data', async () => {
  metrics.countLogin('password', 'opened')
  metrics.countLogin('password', '401')
  metrics.countDenied('csrf')
  metrics.observeJob({ job: 'report', outcome: 'failed', seconds: 1 })
  metrics.observeRequest({ group: 'own-reads', status: 429, seconds: 0.1 })
  const folderOf = path.join(monitoring, 'dashboards')
  const queries = readdirSync(folderOf).flatMap((file) => {
    const { panels } = JSON.parse(readFileSync(path.join(folderOf, file), 'utf8')) as {
      panels: { targets?: { expr: string }[] }[]
    }
    return panels.flatMap(({ targets }) => targets?.map(({ expr }) => expr) ?? [])
  })
  expect(queries.length).toBeGreaterThan(40)
  for (const each of queries) {
    const text = hasty(each.replaceAll('$instance', '.+'))
    await expect
      .poll(async () => ({ text, isEmpty: (await query(text)).length === 0 }))
      .toEqual({ text, isEmpty: false })
  }
})

test('a node that does not answer fires', async () => {
  await ops.close()
  await expect.poll(async () => (await firing()).has('PortalNodeDown'), { timeout: 60_000 }).toBe(true)
})
