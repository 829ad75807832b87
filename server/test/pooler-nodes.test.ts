import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionShares, USUAL_CONNECTIONS } from '../src/config/connection-shares.mjs'
import type { Database } from '../src/db/database.ts'
import { queries } from '../src/db/queries.ts'
import { run } from '../src/db/run.ts'
import { everything } from '../src/db/scope.ts'
import { enqueue } from '../src/jobs/queue.ts'
import { type Jobs, startJobs } from '../src/jobs/runner.ts'
import { createLogger } from '../src/logging.ts'
import { asOwner, cloneDatabase, openWithLongTimeouts, type TestDatabase } from './database.ts'
import { type PgBouncer, startPgBouncer } from './pgbouncer.ts'

const NODES = 20
/** What the server allows, enforced by itself. */
const SERVER_CONNECTIONS = 64

const example = readFileSync(path.join(import.meta.dirname, '../../deploy/pgbouncer/pgbouncer.ini'), 'utf8')
const exportsSize = Number(/^portal_exports = .*\bpool_size=(\d+)/m.exec(example)?.[1])

/** Settings of the example for operators, but for those of its own machines. */
function exampleSettings(): Record<string, string> {
  const pairs = example.matchAll(/^(?!listen|unix|auth|client_tls|server_tls|portal)(\w+) = ?(.*)$/gm)
  return Object.fromEntries([...pairs].map(([, name = '', value = '']) => [name, value]))
}

interface Node {
  database: Database
  jobs: Jobs
}

let clone: TestDatabase
let bouncer: PgBouncer
const nodes: Node[] = []
const ran: number[] = []

beforeAll(async () => {
  clone = await cloneDatabase()
  const name = new URL(clone.url).pathname.slice(1)
  await asOwner(clone, `alter database ${name} connection limit ${SERVER_CONNECTIONS}`)
  const settings = exampleSettings()
  const databases = { portal_exports: `dbname=${name} pool_size=${exportsSize}` }
  bouncer = await startPgBouncer({ server: clone.url, databases, settings })
  for (let index = 0; index < NODES; index++) nodes.push(await startNode(index))
}, 240_000)
afterAll(async () => {
  for (const { jobs, database } of nodes) {
    await jobs.stop()
    await database.close()
  }
  await bouncer?.close()
  await clone?.drop()
}, 120_000)

async function startNode(index: number): Promise<Node> {
  const pooledUrl = `${bouncer.through(clone.url)}&exports_database=portal_exports`
  const database = await openWithLongTimeouts({ url: clone.url, pooledUrl }, connectionShares())
  const run = async () => void ran.push(index)
  const jobs = await startJobs({
    url: clone.url,
    pooledUrl,
    database,
    logger: createLogger('silent', 'test'),
    timeZone: 'UTC',
    jobs: [{ name: 'deliver-mail', run }],
  })
  return { database, jobs }
}

/** Uses all connections of a node at the same time: requests, changes, jobs and exports. */
async function workOf({ database }: Node, round: number): Promise<void> {
  const { requestConnections, jobConnections, streamConnections } = connectionShares()
  const read = () => database.requests.read(everything, (tx) => run(tx, queries.selectFrom('clients').select('id')))
  const change = (name: string) =>
    database.requests.transact(everything, (tx) => run(tx, queries.insertInto('departments').values({ name })))
  const job = () => run(database.jobs, queries.selectFrom('users').select('id'))
  const stream = async (userId: number) => {
    const rows = await database.stream(everything, { text: 'select generate_series(1, 500) as n', values: [] }, userId)
    let count = 0
    for await (const batch of rows) count += batch.length
    expect(count).toBe(500)
  }
  const times = (count: number, work: (index: number) => Promise<unknown>) =>
    Array.from({ length: count }, (_, n) => work(n))
  const id = nodes.findIndex((node) => node.database === database)
  await Promise.all([
    ...times(requestConnections, read),
    ...times(2, (n) => change(`node ${id} round ${round} change ${n}`)),
    ...times(jobConnections, job),
    ...times(streamConnections, stream),
    database.ping(),
  ])
}

test('the example leaves two connections of the server to each node, and four for starts and commands', () => {
  const poolSize = String(SERVER_CONNECTIONS - 2 * NODES - 4 - exportsSize)
  expect(exampleSettings()).toMatchObject({ pool_mode: 'transaction', default_pool_size: poolSize })
})

test('twenty nodes that use all of their connections at once are served by 64 of the server', async () => {
  for (let round = 0; round < 3; round++) await Promise.all(nodes.map((node) => workOf(node, round)))
  const { rows } = await asOwner(clone, "select count(*)::integer as count from departments where name like 'node %'")
  expect(rows).toEqual([{ count: NODES * 3 * 2 }])
  const open = nodes.flatMap(({ database }) => Object.values(database.pools()).map(({ total }) => total))
  const clients = open.reduce((sum, each) => sum + each, 0)
  // All that a node may open but for those of readiness, metrics and the queue.
  expect(clients).toBe(NODES * (USUAL_CONNECTIONS - 6))
  const backends = await asOwner(
    clone,
    "select count(*)::integer as count from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
  )
  expect(backends.rows[0].count).toBeLessThanOrEqual(SERVER_CONNECTIONS)
  expect(backends.rows[0].count).toBeGreaterThan(2 * NODES)
}, 240_000)

test('a job of one node is run once, by any of them', async () => {
  await nodes[0]?.database.requests.transact(everything, (tx) => enqueue(tx, 'deliver-mail', {}))
  await expect.poll(() => ran.length, { timeout: 30_000 }).toBe(1)
}, 60_000)
