import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { asOwner, cloneDatabase, openWithLongTimeouts, type TestDatabase } from '../../test/database.ts'
import { startPortal } from '../../test/portal.ts'
import { essentialSecrets } from '../composition/stored-secrets.ts'
import type { Database } from '../db/database.ts'
import { keyRing } from '../crypto/key-ring.ts'
import { createLogger } from '../logging.ts'
import { StartError } from '../start-error.ts'
import { queues } from '../jobs/queue.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { NodeState } from './node-state.ts'
import { statementTimes } from './statement-times.ts'
import { type OpsServer, opsServer } from './ops-server.ts'
import { type CuttableDatabase, cuttableDatabase } from './test/cuttable-database.ts'

let clone: TestDatabase
let line: CuttableDatabase
let database: Database
let state: NodeState
let metrics: Metrics
let ops: OpsServer
const logged: string[] = []
/** Long enough for every answer that arrives at all. */
const timeoutMs = 50_000

beforeAll(async () => {
  clone = await cloneDatabase()
  line = await cuttableDatabase(clone)
})
afterAll(async () => {
  await line.close()
  await clone.drop()
})
beforeEach(async () => {
  const statements = statementTimes()
  database = await openWithLongTimeouts(line, { observeDuration: statements.observe })
  state = new NodeState()
  metrics = createMetrics({
    build: { version: '1.2.3', commit: 'abc' },
    database,
    statements,
    verifications: () => 7,
    storageFolder: import.meta.dirname,
    timeoutMs,
  })
  ops = await start()
})
afterEach(async () => {
  await ops.close()
  await line.mend()
  await database.close()
})

function start(port = 0, isPortNamed = true, timeout = timeoutMs): Promise<OpsServer> {
  const logger = createLogger('info', 'test', { write: (text: string) => void logged.push(text) })
  return opsServer({
    port,
    host: '127.0.0.1',
    isPortNamed,
    database,
    databaseUrl: line.url,
    secretKeys: [{ id: 'test', key: '0123456789abcdef0123456789abcdef' }],
    essentialSecrets,
    state,
    metrics,
    version: '1.2.3',
    logger,
    timeoutMs: timeout,
  })
}

const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${ops.port}${path}`, init)
async function ready({ port } = ops): Promise<{ status: number; reasons: string[]; notices: string[] }> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
  const body = (await answer.json()) as { reasons?: string[]; notices?: string[] }
  return { status: answer.status, reasons: body.reasons ?? [], notices: body.notices ?? [] }
}

test('operators see the portal live at once, and ready when it has started', async () => {
  expect((await get('/livez')).status).toBe(200)
  expect((await get('/startupz')).status).toBe(503)
  expect(await ready()).toMatchObject({ status: 503, reasons: ['The portal is starting.'] })
  state.started()
  expect((await get('/startupz')).status).toBe(200)
  expect(await ready()).toMatchObject({ status: 200 })
  state.drain()
  expect(await ready()).toMatchObject({ status: 503, reasons: ['The portal is stopping.'] })
  expect((await get('/livez')).status).toBe(200)
})

test.each(['cut', 'freeze'] as const)(
  'an unavailable database (%s) makes the node unready, which recovers by itself',
  async (kind) => {
    state.started()
    expect(await ready()).toMatchObject({ status: 200 })
    const withShortTimeouts = await start(0, true, 300)
    await line[kind]()
    expect(await ready(withShortTimeouts)).toMatchObject({ status: 503, reasons: ['The database does not answer.'] })
    expect((await get('/livez')).status).toBe(200)
    await line.mend()
    await expect.poll(async () => (await ready(withShortTimeouts)).status).toBe(200)
    await withShortTimeouts.close()
  },
)

test('a node whose clock is wrong reports the difference', async () => {
  state.started()
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => performance.timeOrigin + performance.now() + 3_605_000)
  const answer = await ready()
  clock.mockRestore()
  expect(answer).toMatchObject({
    status: 503,
    reasons: [expect.stringMatching(/^The clocks of this node and of the database are 360\d seconds apart\.$/)],
  })
})

test('a database without a migration of this version makes the node unready, one with newer ones does not', async () => {
  state.started()
  await asOwner(clone, `insert into schema_migrations values (9999, '9999-newer', 'x')`)
  expect(await ready()).toMatchObject({ status: 200 })
  await ops.close()
  await asOwner(clone, 'update schema_migrations set version = 9998 where version = 0')
  ops = await start()
  expect(await ready()).toMatchObject({ status: 503, reasons: ['The database lacks migrations of this version.'] })
  await asOwner(clone, 'update schema_migrations set version = 0 where version = 9998')
  await asOwner(clone, 'delete from schema_migrations where version = 9999')
})

test('a database without the grants of portal_app makes the node unready, and so do keys that decrypt nothing (R20, R21)', async () => {
  state.started()
  await asOwner(clone, 'revoke select on users, sessions from portal_app')
  expect(await ready()).toMatchObject({
    status: 503,
    reasons: [expect.stringMatching(/^The database role portal_app lacks select sessions, select users; .+doctor/)],
  })
  await asOwner(clone, 'grant select on users, sessions to portal_app')
  await asOwner(
    clone,
    `insert into clients (id, name) values (7002, 'Keys');
     insert into users (id, user_name, first_name, last_name, email, client_id) values (424243, 'key.holder', 'Ada', 'L', 'k@example.test', 7002);
     insert into authenticators (user_id, sealed_seed, last_step) values (424243, 'lost.AAAA', 0)`,
  )
  expect(await ready()).toMatchObject({
    status: 503,
    reasons: [expect.stringContaining('need the keys lost (1 authenticator app)')],
  })
  await asOwner(clone, 'delete from authenticators; delete from users where id = 424243')
  expect(await ready()).toMatchObject({ status: 200 })
})

const logLines = (text: string) => logged.filter((line) => line.includes(text)).length

test('a node turns unready once a migration lets only later versions serve, and says so once in the log', async () => {
  state.started()
  await asOwner(clone, `insert into schema_migrations values (9998, '9998-adds', 'x', now(), '1.2.3')`)
  expect(await ready()).toEqual({ status: 200, reasons: [], notices: [] })
  await asOwner(clone, `insert into schema_migrations values (9999, '9999-removes', 'x', now(), '1.10.0')`)
  const reason =
    'The database belongs to a newer version of Portico: the migration 9999-removes lets only version 1.10.0 and later ones serve, and this is 1.2.3. Start a newer version, or restore the backup from before the upgrade.'
  for (const _ of [1, 2, 3]) expect(await ready()).toEqual({ status: 503, reasons: [reason], notices: [] })
  expect(logLines(reason)).toBe(1)
  expect(await (await get('/metrics')).text()).toContain('portal_newer_migrations 2\n')
  await asOwner(clone, 'delete from schema_migrations where version > 9000')
  expect(await ready()).toMatchObject({ status: 200 })
})

test('a node whose key is not the one of the others is not ready, and neither is one without the key that signs', async () => {
  state.started()
  await asOwner(clone, `insert into secret_key_checks (id, key_check) values ('test', 'of another key')`)
  const other =
    'The key test of PORTAL_SECRET_KEYS is another one than this database knows by that id: give every node the same keys, and a new key an id of its own.'
  expect(await ready()).toEqual({ status: 503, reasons: [other], notices: [] })
  await asOwner(
    clone,
    `delete from secret_key_checks;
     insert into secret_key_checks (id, key_check, signs_since) values ('newest', 'x', now())`,
  )
  const lacks = 'PORTAL_SECRET_KEYS lacks the key newest, with which this portal signs'
  for (const _ of [1, 2])
    expect(await ready()).toEqual({ status: 503, reasons: [expect.stringContaining(lacks)], notices: [] })
  expect(logLines(lacks)).toBe(1)
  await asOwner(clone, 'delete from secret_key_checks')
  expect(await ready()).toMatchObject({ status: 200 })
})

test('a node goes on serving when another one has the next key, and says so in readiness, log and metrics', async () => {
  state.started()
  const ring = keyRing([{ id: 'test', key: '0123456789abcdef0123456789abcdef' }])
  await asOwner(
    clone,
    `insert into secret_key_checks (id, key_check, recorded_at, signs_since)
       values ('test', '${ring.checkOf('test')}', '2026-01-01', '2026-01-01')`,
  )
  expect(await ready()).toEqual({ status: 200, reasons: [], notices: [] })
  await asOwner(clone, `insert into secret_key_checks (id, key_check) values ('next', 'x')`)
  const notice =
    'Another node has the key next, which PORTAL_SECRET_KEYS of this node lacks: add it behind the first one and restart, before it signs.'
  for (const _ of [1, 2]) expect(await ready()).toEqual({ status: 200, reasons: [], notices: [notice] })
  expect(logLines(notice)).toBe(1)
  expect(await (await get('/metrics')).text()).toContain('portal_keys_missing 1\n')
  await asOwner(clone, 'delete from secret_key_checks')
})

test('nothing else is served on this port, and nothing can be changed over it', async () => {
  for (const path of [
    '/',
    '/healthz?verbose',
    '/metrics/',
    '/docs',
    '/.env',
    '/.git/config',
    '/%2e%2e/etc/passwd',
    '//livez',
  ])
    expect([path, (await get(path)).status]).toEqual([path, 404])
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
    const answer = await get('/livez', { method })
    expect([method, answer.status]).toEqual([method, 405])
    expect(answer.headers.get('allow')).toBe('GET, HEAD')
  }
  const head = await get('/metrics', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('the metrics identify no user', async () => {
  await asOwner(clone, `insert into clients (id, name) values (7001, 'Acme')`)
  await asOwner(
    clone,
    `insert into users (id, user_name, first_name, last_name, email, client_id) values (424242, 'ada.secret', 'Ada', 'L', 'ada@secret.test', 7001);
     insert into sessions (token_hash, csrf_hash, binding_hash, user_id, expires_at) values ('t', 'c', 'b', 424242, now() + interval '1 hour');
     insert into outbox_mails (dedupe_key, to_address, template, created_at)
       values ('a', 'ada@secret.test', 'x', now() - interval '10 minutes')`,
  )
  metrics.observeRequest({ group: 'own-reads', status: 200, seconds: 0.2 })
  metrics.countLogin('password', 'success')
  metrics.countDenied('own')
  metrics.observeJob({ job: 'seal-audit', outcome: 'done', seconds: 0.1 })
  const text = await (await get('/metrics')).text()
  for (const figure of [
    'http_server_request_duration_seconds_bucket{le="0.25",group="own-reads"} 1',
    'http_server_requests_total{group="own-reads",status="2xx"} 1',
    'portal_login_total{kind="password",outcome="success"} 1',
    'portal_authz_denied_total{rule="own"} 1',
    'portal_job_duration_seconds_count{outcome="done"} 1',
    'portal_job_failures_total{name="seal-audit"} 0',
    'portal_password_verifications_total 7',
    'portal_sessions_active 1',
    'portal_outbox_pending 1',
    'portal_outbox_dead 0',
    'portal_database_connection_waiters{pool="requests"} 0',
    'portal_storage_errors_total{operation="put",fault="unavailable"} 0',
    'portal_build_info{version="1.2.3",commit="abc"} 1',
  ])
    expect(text).toContain(`${figure}\n`)
  expect(Number(/^portal_outbox_oldest_seconds (\S+)/m.exec(text)?.[1])).toBeGreaterThan(599)
  for (const name of ['nodejs_eventloop_lag_seconds', 'process_resident_memory_bytes', 'process_cpu_seconds_total'])
    expect(text).toContain(`\n${name} `)
  // Labels only: the number of a user may well occur among the bytes and seconds.
  const labels = [...text.matchAll(/\{(?!queue=|name=)(.*)\}/g)].map(([, each]) => each).join('\n')
  const named = [...text.matchAll(/\{queue="(.*?)"/g)].map(([, each]) => each)
  expect(new Set(named)).toEqual(new Set(Object.keys(queues)))
  for (const secret of ['424242', '7001', 'ada', 'Acme', 'uid=', 'client']) expect(labels).not.toContain(secret)
  expect(text).not.toMatch(/secret|Acme/)
})

test('names follow the conventions of Prometheus: base units, and _total for counters alone', async () => {
  const text = await (await get('/metrics')).text()
  const kinds = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', kind = '']) => ({ name, kind }))
  const ours = kinds.filter(({ name }) => !/^(nodejs|process)_/.test(name))
  expect(ours.length).toBeGreaterThan(10)
  expect(ours.filter(({ name, kind }) => name.endsWith('_total') !== (kind === 'counter'))).toEqual([])
  expect(ours.filter(({ name }) => /_(ms|milliseconds|minutes|hours|days|kb|mb|pool_total)$/i.test(name))).toEqual([])
})

test('while the database is unavailable its figures are unknown, not zero', async () => {
  await line.cut()
  const text = await (await get('/metrics')).text()
  expect(text).toMatch(/^portal_sessions_active nan$/im)
  expect(text).toContain('portal_password_verifications_total 7')
})

test('two portals on one machine each have their port, unless the operator set it', async () => {
  const blocker = createServer()
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve))
  const { port } = blocker.address() as { port: number }
  const other = await start(port, false)
  expect(other.port).not.toBe(port)
  expect(logged.at(-1)).toContain(`port ${other.port}`)
  expect((await fetch(`http://127.0.0.1:${other.port}/livez`)).status).toBe(200)
  await other.close()
  await expect(start(port, true)).rejects.toThrow(StartError)
  await expect(start(port, true)).rejects.toThrow(
    `The port ${port} of PORTAL_OPS_PORT cannot be used: something else listens there.`,
  )
  await new Promise((resolve) => blocker.close(resolve))
})

test('S79 the public port serves none of these pages', async () => {
  const portal = await startPortal()
  try {
    for (const path of ['/metrics', '/livez', '/readyz', '/startupz', '/healthz?verbose', '/.git/config', '/.env']) {
      const answer = await fetch(portal.origin + path, { headers: { accept: 'application/json' } })
      expect([path, answer.status]).toEqual([path, 404])
      expect(await answer.text()).not.toContain('http_server_request')
    }
  } finally {
    await portal.close()
  }
})
