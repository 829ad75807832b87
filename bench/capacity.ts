import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { launchPage } from '@portico/contract/single-sign-on/single-sign-on.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { bytesAfterYear, type Cost, type Kind, kinds, needOf, rowsOfSession } from './capacity-model.ts'
import { closedLoop, type Work } from './clients.ts'
import type { Bench, Figure, Report } from './figures.ts'
import { percentile } from './harness.ts'
import { loadEvents, makeAdministrator } from './list-cases.ts'
import { BINDING, type BenchData, FIRST_USER, userNameOf } from './load-data.ts'
import { cores, cpuOf, residentMiB, watchForeign } from './machine.ts'
import { openBrowser, signInOn, visitHome, visitSignIn } from './page-visits.ts'
import { onDatabase } from './postgres.ts'
import { type BenchServer, portalEnvironment, startPortal } from './servers.ts'
import { askSignedIn, asSignedIn, signIn, takeTurns } from './visitors.ts'

/** Of the home page, and as many before that are not counted: a portal in use has been asked before. */
const HOME_VISITS = 20
/** How long the CPU of a portal without calls is watched. */
const IDLE_MS = 2_000
const SYSTEM = 9003

interface Taken extends Cost {
  p95: number
  foreign: number
}

/** What calls cost, and what so many users need by the model of docs/sizing.md. */
export async function capacity(bench: Bench): Promise<Partial<Report>> {
  const figures: Figure[] = []
  const left: string[] = []
  const measured = [1_000, 100_000]
  for (const users of measured) {
    const data = await bench.data(users)
    await onDatabase(data.url, (client) => client.query(addApplication))
    await loadEvents(data)
    const costs = await costsOf(data, bench, { figures, left })
    const bytes = await bytesOfRows(data)
    for (const kind of kinds) figures.push(costFigure(users, kind, costs[kind]))
    for (const size of users === measured.at(-1) ? [users, 10_000_000] : [users])
      figures.push(...needFigures(size, costs, bytes.ofRow))
    figures.push(plain(`database of ${among(users)} before a year of use`, bytes.total / 1024 ** 2, 'MiB', bytes.note))
    if (users === measured.at(-1)) figures.push(await twoNodes(data, bench))
  }
  return { figures, left }
}

const addApplication = `
  insert into systems (id, name) values (${SYSTEM}, 'Bench application') on conflict do nothing;
  insert into sections (id, name) values (${SYSTEM}, 'Bench application') on conflict do nothing;
  insert into pages (id, name, system_id, section_id, location, is_assignable)
    values (${SYSTEM}, 'Bench application', ${SYSTEM}, ${SYSTEM}, 'https://app.example.test/start', false) on conflict do nothing;
  insert into user_system_grants (user_id, system_id)
    select id, ${SYSTEM} from users where id >= ${FIRST_USER} on conflict do nothing`

const among = (users: number) => `${users.toLocaleString('en')} users`

/** A figure that no goal holds: what a machine needs follows from what its users do. */
const plain = (name: string, value: number, unit: string, note?: string): Figure => ({
  goal: 'Sizing',
  name,
  value,
  unit,
  must: Infinity,
  aim: Infinity,
  sense: 'at most',
  ...(note === undefined ? {} : { note }),
})

const costFigure = (users: number, kind: Kind, { server, database, logBytes, p95, foreign }: Taken): Figure =>
  plain(
    `${kind} among ${among(users)}: CPU of server and database`,
    server + database,
    'ms',
    `server ${server.toFixed(2)}, database ${database.toFixed(2)} ms; log ${logBytes.toFixed(0)} bytes; p95 ${p95.toFixed(0)} ms; foreign ${(foreign * 100).toFixed(0)} %`,
  )

function needFigures(users: number, costs: Record<Kind, Taken>, ofRow: Record<string, number>): Figure[] {
  const need = needOf(users, costs)
  const calculated = users > 100_000 ? 'calculated from the costs among 100,000 users; ' : ''
  return [
    plain(
      `cores for ${among(users)} in the busiest hour`,
      need.serverCores + need.databaseCores,
      '',
      `${calculated}portal ${need.serverCores.toFixed(2)}, database ${need.databaseCores.toFixed(2)}; ${need.perSecond.toFixed(1)} calls a second, ${need.sessionsADay.toLocaleString('en')} sessions a day; log ${need.logMiBADay.toFixed(0)} MiB a day`,
    ),
    plain(
      `growth of the database in a year of ${among(users)}`,
      bytesAfterYear(users, ofRow) / 1024 ** 3,
      'GiB',
      calculated,
    ),
  ]
}

/** CPU, answer times and log of each kind of call, one client at a time. */
async function costsOf(
  data: BenchData,
  bench: Bench,
  { figures, left }: { figures: Figure[]; left: string[] },
): Promise<Record<Kind, Taken>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-bench-log-'))
  const logFile = path.join(folder, 'log')
  const environment = { ...portalEnvironment(data.url), LOG_LEVEL: 'info' }
  const portal = await startPortal({ environment, logFile })
  const watched = { portal, logFile, databasePid: bench.postgres.pid }
  try {
    const costs: Partial<Record<Kind, Taken>> = {}
    for (const [kind, work] of Object.entries(await worksOf(data, portal))) {
      await closedLoop(portal.origin, 2, 1_000, work)
      costs[kind as Kind] = await costOf(watched, () => closedLoop(portal.origin, 1, bench.slice, work))
    }
    const home = await homeCost(data, watched)
    if (!home) left.push('home page of the capacity: there is no Chrome or Chromium here')
    const connections = `${await connectionsOf(data)} connections to the database`
    figures.push(plain(`memory of a portal among ${among(data.users)}`, residentMiB(portal.pid), 'MiB', connections))
    return { ...costs, 'home page': home ?? { server: 0, database: 0, logBytes: 0, p95: 0, foreign: 0 } } as Record<
      Kind,
      Taken
    >
  } finally {
    await portal.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Watched {
  portal: BenchServer
  logFile: string
  databasePid: number
}

async function costOf(
  { portal, logFile, databasePid }: Watched,
  run: () => Promise<{ done: number; bad: number; latencies: readonly number[] }>,
): Promise<Taken> {
  const now = () => ({
    server: cpuOf(portal.pid),
    database: cpuOf(databasePid),
    log: statSync(logFile).size,
    at: performance.now(),
  })
  const idle = now()
  await delay(IDLE_MS)
  const before = now()
  const foreign = watchForeign()
  const { done, bad, latencies } = await run()
  const after = now()
  if (done === 0 || bad > 0) throw new Error(`${bad} bad answers beside ${done} good ones`)
  // What jobs and the database do anyway is no part of a call.
  const share = (after.at - before.at) / (before.at - idle.at)
  const cpu = (of: 'server' | 'database') =>
    Math.max(0, after[of] - before[of] - (before[of] - idle[of]) * share) / done
  return {
    server: cpu('server'),
    database: cpu('database'),
    logBytes: (after.log - before.log) / done,
    p95: percentile(latencies, 0.95),
    foreign: foreign(),
  }
}

/** Each kind but the home page, which a browser loads. */
async function worksOf(data: BenchData, { origin }: BenchServer): Promise<Record<string, Work>> {
  const administrator = await makeAdministrator(data)
  const open = data.users - data.withoutSession
  let next = 0
  const sent = {
    ...asSignedIn(administrator.index),
    origin,
    'x-csrf-token': BINDING,
    'content-type': 'application/json',
  }
  const list = listUsers.path.replace('{uid}', String(administrator.uid))
  return {
    'sign-in': signIn(origin, takeTurns(data)),
    'opened application': async (connection) => {
      const index = data.withoutSession + 1 + (next++ % open)
      const address = launchPage.path.replace('{uid}', String(FIRST_USER - 1 + index)).replace('{pid}', String(SYSTEM))
      return (await connection.send('GET', address, asSignedIn(index))).body.startsWith('{"code":"200"')
    },
    profile: askSignedIn(data, 'getProfile'),
    'session read': askSignedIn(data, 'getLastAccess'),
    'user list': async (connection) =>
      (await connection.send('POST', list, sent, JSON.stringify({ pageNo: 1 + (next++ % 50) }))).status === 200,
  }
}

async function homeCost(data: BenchData, watched: Watched): Promise<Taken | undefined> {
  const browser = await openBrowser()
  if (!browser) return undefined
  try {
    const page = await (await browser.newContext()).newPage()
    await visitSignIn(page, watched.portal.origin)
    await signInOn(page, userNameOf(data.withoutSession))
    for (let at = 0; at < HOME_VISITS; at++) await visitHome(page, watched.portal.origin)
    return await costOf(watched, async () => {
      const latencies: number[] = []
      for (let at = 0; at < HOME_VISITS; at++) {
        const started = performance.now()
        await visitHome(page, watched.portal.origin)
        // A second of it is waiting for silence.
        latencies.push(performance.now() - started - 1_000)
      }
      return { done: HOME_VISITS, bad: 0, latencies }
    })
  } finally {
    await browser.close()
  }
}

async function connectionsOf({ url }: BenchData): Promise<number> {
  const { rows } = await onDatabase(url, (client) =>
    client.query<{ count: number }>(
      'select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    ),
  )
  return rows[0]?.count ?? 0
}

/** Bytes of a row with its part of the indexes, in the tables that grow with use. */
async function bytesOfRows({
  url,
}: BenchData): Promise<{ ofRow: Record<string, number>; total: number; note: string }> {
  return onDatabase(url, async (client) => {
    const ofRow: Record<string, number> = {}
    for (const { table } of rowsOfSession) {
      const { rows } = await client.query<{ bytes: string }>(
        `select coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree('${table}')),
                pg_total_relation_size('${table}')) / greatest((select count(*) from ${table}), 1) as bytes`,
      )
      ofRow[table] = Number(rows[0]?.bytes)
    }
    // The bench sends no emails: a row of one without pictures takes half a kilobyte.
    ofRow['outbox_mails'] = 500
    const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
    const note = Object.entries(ofRow)
      .map(([table, bytes]) => `${table} ${bytes.toFixed(0)}`)
      .join(', ')
    return { ofRow, total: Number(rows[0]?.bytes), note: `bytes of a row: ${note}` }
  })
}

/** Goals 18 and 19: what a second node adds, which needs cores beyond those of database and load. */
async function twoNodes(data: BenchData, bench: Bench): Promise<Figure> {
  const environment = portalEnvironment(data.url)
  const nodes = [await startPortal({ environment }), await startPortal({ environment })]
  try {
    const work = askSignedIn(data, 'getProfile')
    const run = async (origins: readonly string[]) => {
      const slices = await Promise.all(origins.map((origin) => closedLoop(origin, 8, bench.slice, work)))
      return slices.reduce((sum, { done }) => sum + done, 0)
    }
    const origins = nodes.map(({ origin }) => origin)
    for (const origin of origins) await run([origin])
    const foreign = watchForeign()
    const one = await run(origins.slice(0, 1))
    const two = await run(origins)
    return {
      goal: '19',
      name: 'profiles a second of two nodes / of one',
      value: two / one,
      unit: '',
      must: 1.7,
      aim: 1.9,
      sense: 'at least',
      note: `${cores} cores for both nodes, the database and what asks them: ${cores < 6 ? 'says nothing here' : 'enough'}; foreign ${(foreign() * 100).toFixed(0)} %`,
    }
  } finally {
    for (const node of nodes) await node.stop()
  }
}
