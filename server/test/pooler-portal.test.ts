import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { endUserSessions, inactivateUser } from '@portico/contract/users/user-actions.ts'
import { exportUsers, listUsers } from '@portico/contract/users/users.ts'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Jobs } from '../src/jobs/runner.ts'
import { Browser } from './browser.ts'
import type { MadeUser } from './make.ts'
import { endProcess, startNode } from './node-process.ts'
import { freePort } from './free-port.ts'
import { type PgBouncer, startPgBouncer } from './pgbouncer.ts'
import { type Portal, startPortal } from './portal.ts'
import { runProgram } from './program.ts'
import { drainedJobs, sheetOf } from './reports.ts'

/** Fewer connections of the server than a portal has of its own, so that people share them all the time. */
const POOL_SIZE = 2
/** The pool for exports, which keep their connection while they are sent: they leave the others to people. */
const EXPORTS = 'portal_exports'

let bouncer: PgBouncer
let portal: Portal
let jobs: Jobs
let staff: Browser
const clients: { id: number; admin: Browser; users: MadeUser[] }[] = []

beforeAll(async () => {
  portal = await startPortal({ pooler: startPooler })
  jobs = await drainedJobs(portal)
  staff = await adminOf({ is_internal: true, client_id: await portal.make.client() })
  for (const name of ['Harborview', 'Northwind', 'Lakeside']) {
    const id = await portal.make.client({ name })
    const users = []
    for (let n = 0; n < 3; n++) users.push(await portal.make.user({ client_id: id }))
    clients.push({ id, admin: await adminOf({ client_id: id }), users })
  }
}, 120_000)
afterAll(async () => {
  await jobs?.stop()
  await portal?.close()
  await bouncer?.close()
})

async function startPooler({ url }: { url: string }) {
  const databases = { [EXPORTS]: `dbname=${new URL(url).pathname.slice(1)} pool_size=${POOL_SIZE}` }
  bouncer = await startPgBouncer({ server: url, poolSize: POOL_SIZE, databases })
  return { through: (address: string) => `${bouncer.through(address)}&exports_database=${EXPORTS}` }
}

async function adminOf(columns: Record<string, unknown>): Promise<Browser> {
  const user = await portal.make.user(columns)
  await portal.make.adminPages(user, ['User Administration'])
  return portal.as(user)
}

const listOf = async (admin: Browser) =>
  (await admin.call(listUsers, { params: { uid: admin.userId }, body: {} as never })).result.map(({ userId }) => userId)
const act = (admin: Browser, endpoint: typeof endUserSessions, userId: number) =>
  admin.send(endpoint, { params: { uid: admin.userId }, body: { userId } as never })

test('the portal speaks through the pooler, and what stays on one connection does not', () => {
  expect(portal.config.pooledDatabaseUrl).toContain(`:${bouncer.port}/`)
  expect(portal.config.databaseUrl).not.toContain(`:${bouncer.port}/`)
})

test('administrators of several employers who list users at the same time each see their own, and staff all', async () => {
  const rounds = Array.from({ length: 12 }, async () => {
    const lists = await Promise.all(clients.map(({ admin }) => listOf(admin)))
    for (const [index, list] of lists.entries()) {
      const own = clients[index]
      expect(new Set(list)).toEqual(new Set([own?.admin.userId, ...(own?.users ?? []).map(({ id }) => id)]))
    }
    expect((await listOf(staff)).length).toBeGreaterThan(9)
  })
  await Promise.all(rounds)
})

test('acts write what they do with their event in the audit trail, and none on a user of another employer', async () => {
  const outcomes = await Promise.all(
    clients.flatMap(({ admin, users }, index) => {
      const other = clients[(index + 1) % clients.length]?.users[0]
      return [act(admin, endUserSessions, users[0]?.id ?? 0), act(admin, endUserSessions, other?.id ?? 0)]
    }),
  )
  expect(outcomes.map(({ status }) => status)).toEqual([200, 404, 200, 404, 200, 404])
  const own = clients[0] ?? { admin: staff, users: [] }
  const target = own.users[1]?.id
  expect((await act(own.admin, inactivateUser, target ?? 0)).status).toBe(200)
  const events = await portal.owner(
    'select event, actor_user_id as actor from audit_events where target_id = $1::text order by id desc limit 1',
    [target],
  )
  expect(events).toMatchObject([{ actor: own.admin.userId }])
})

test('people who sign in wrongly and rightly at once are each answered for themselves', async () => {
  const users = clients.flatMap((client) => client.users.slice(2))
  await Promise.all(
    users.map(async (user) => {
      const browser = portal.browser()
      expect((await browser.trySignIn(user.userName, 'Wrong-password-1')).code).not.toBe('200')
      await browser.signIn(user.userName, user.password)
      expect(browser.userId).toBe(user.id)
    }),
  )
})

test('an export is streamed while others sign in', async () => {
  const exports = clients.map(({ admin }) => sheetOf(admin, exportUsers, { format: 'csv' }))
  const user = await portal.make.user({ client_id: clients[0]?.id })
  await portal.as(user)
  for (const [index, { status, rows }] of (await Promise.all(exports)).entries()) {
    expect(status).toBe(200)
    const names = rows.slice(1).map(([, , userName]) => userName)
    expect(names).toEqual(expect.arrayContaining((clients[index]?.users ?? []).map(({ userName }) => userName)))
  }
})

test('jobs are queued, run and recorded, and the audit trail is sealed', async () => {
  await jobs.drain('seal-audit', 'daily-figures')
  const unsealed = await portal.owner('select count(*)::integer as count from audit_seals')
  expect(Number(unsealed[0]?.['count'])).toBeGreaterThan(0)
})

test('a node that is started with both addresses serves, and a notification wakes its queue', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-pooled-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const node = await startNode(portal, { origin, folder, port })
  onTestFinished(async () => {
    await endProcess(node.process, 'SIGTERM')
    await rm(folder, { recursive: true, force: true })
  })
  const isReady = () =>
    fetch(`http://127.0.0.1:${node.opsPort}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await vi.waitUntil(isReady, { timeout: 110_000, interval: 50 })
  const user = await portal.make.user()
  await new Browser(origin).signIn(user.userName, user.password)
  const { databaseUrl = '', pooledDatabaseUrl = '', secretKeys } = portal.config
  const environment = {
    DATABASE_URL: pooledDatabaseUrl,
    PORTAL_DATABASE_DIRECT_URL: databaseUrl,
    PORTAL_SECRET_KEYS: secretKeys.map(({ id, key }) => `${id}:${key}`).join(','),
  }
  expect(await runProgram(['jobs', 'run', 'verify-audit'], environment)).toMatchObject({ code: 0 })
  const runs = () => portal.owner("select from job_runs where job_code = 'verify-audit' and result = 'done'")
  await expect.poll(async () => (await runs()).length, { timeout: 60_000 }).toBe(1)
  const listening = await portal.owner(
    `select application_name as name from pg_stat_activity
      where datname = current_database() and query ilike '%listen%' and pid <> pg_backend_pid()`,
  )
  expect(listening).toEqual([{ name: 'portico queue' }])
}, 180_000)
