// npm run rehearse [-- --users 100000 --events 1000000] [--json file]
// Rehearses an upgrade from the previous release and the way back, under load: two nodes of the release behind HAProxy,
// the migration, then node by node as the chart does it. Every request has to be answered. The database has the demo, and
// so many more users and events of the audit trail. Needs HAProxy and the history of the repository.
import { type ChildProcess, execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { previousRelease, type ServedNode, serveFrom, unpackRelease } from '../server/test/previous-release.ts'
import { inRoot } from '../tools/lib/runtime.mjs'
import { freePort, onDatabase, startPostgres } from './postgres.ts'
import { portalEnvironment } from './servers.ts'
import { type Failure, type RehearsalLoad, startRehearsalLoad } from './rehearsal-load.ts'
import { type KeptData, loadRehearsalData, readKeptData, type RehearsalSize } from './rehearsal-data.ts'
import { type LockWatch, watchLocks } from './lock-waits.ts'
import { type NodePlace, startProxy, untilOpen } from './rehearsal-proxy.ts'

const START_MS = 300_000
/** Between the moment at which a node is ready and the next step; the proxy asks every half second. */
const SETTLE_MS = 2_000

const { values: given } = parseArgs({
  options: {
    users: { type: 'string', default: '0' },
    events: { type: 'string', default: '0' },
    json: { type: 'string' },
  },
})
const size: RehearsalSize = { users: Number(given.users), events: Number(given.events) }
if (size.events > 0 && size.users === 0) throw new Error('Events need users: add --users.')

interface RunningNode {
  name: string
  place: NodePlace
  served: ServedNode
}

const folder = mkdtempSync(path.join(tmpdir(), 'portico-rehearsal-'))
const release = previousRelease()
const [former, current] = [path.join(folder, 'former'), inRoot()]
const logs: { node: string; line: string }[] = []

async function startNode(name: string, root: string, place: NodePlace, environment: Record<string, string>) {
  const served = serveFrom(root, {
    ...environment,
    HOST: '127.0.0.1',
    PORT: String(place.port),
    PORTAL_OPS_PORT: String(place.opsPort),
    PORTAL_DATA_DIR: path.join(folder, `data-${place.port}`),
  })
  const until = performance.now() + START_MS
  for (;;) {
    const isReady = await fetch(`http://127.0.0.1:${place.opsPort}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    )
    if (isReady) break
    if (served.exitCode !== undefined || performance.now() > until)
      throw new Error(`The node ${name} did not get ready: ${served.output}`)
    await delay(100)
  }
  await delay(SETTLE_MS)
  return { name, place, served }
}

async function stopNode({ name, served }: RunningNode): Promise<void> {
  await served.stop()
  for (const line of served.output.split('\n'))
    if (/"level":"?(?:warn|error|fatal|40|50|60)/.test(line)) logs.push({ node: name, line })
}

const runFile = promisify(execFile)

/** The job of the chart; returns how long it took. */
async function migrateDatabase(environment: Record<string, string>): Promise<number> {
  const began = performance.now()
  const env = { PATH: process.env['PATH'], ...environment, PORTAL_DATA_DIR: path.join(folder, 'data-migration') }
  await runFile(process.execPath, ['server/src/main.ts', 'migrate'], { cwd: current, env })
  return Math.round(performance.now() - began)
}

/** The chart's order: a node more, then one less, until all are of the other version. */
async function roll(nodes: RunningNode[], name: string, root: string, places: NodePlace[]): Promise<RunningNode[]> {
  const fresh: RunningNode[] = []
  for (const old of nodes) {
    const place = places.find((each) => ![...nodes, ...fresh].some((node) => node.place === each))
    if (!place) throw new Error('There is no place for another node.')
    fresh.push(await startNode(`${name} ${fresh.length + 1}`, root, place, environment))
    await stopNode(old)
    old.place = { port: 0, opsPort: 0 }
    await load.anotherRound()
  }
  return fresh
}

const postgres = await startPostgres()
await onDatabase(postgres.url('postgres'), (client) => client.query('create database rehearsal'))
const proxyPort = await freePort()
const places: NodePlace[] = []
while (places.length < 3) places.push({ port: await freePort(), opsPort: await freePort() })
const environment: Record<string, string> = {
  ...portalEnvironment(postgres.url('rehearsal')),
  PORTAL_PUBLIC_URL: `http://localhost:${proxyPort}`,
  PORTAL_TRUSTED_PROXIES: '127.0.0.1',
  PORTAL_HUMAN_CHECK: 'never',
}
let proxy: ChildProcess | undefined
let nodes: RunningNode[] = []
let load!: RehearsalLoad
let locks: LockWatch | undefined
const databaseUrl = postgres.url('rehearsal')
try {
  mkdirSync(former)
  unpackRelease(release, former)
  for (const [at, place] of places.slice(0, 2).entries())
    nodes.push(await startNode(`${release.version} ${at + 1}`, former, place, environment))
  await loadRehearsalData(databaseUrl, size)
  locks = await watchLocks(databaseUrl)
  proxy = startProxy(folder, proxyPort, places)
  await untilOpen(`http://localhost:${proxyPort}/`)
  load = await startRehearsalLoad(`http://localhost:${proxyPort}`)
  await load.anotherRound()
  load.enter('migration')
  locks.takeLongestMs()
  const migrationMs = await migrateDatabase(environment)
  const lockMs = locks.takeLongestMs()
  load.enter(`${release.version} after the migration`)
  await load.anotherRound()
  load.enter('to the new version')
  nodes = await roll(nodes, 'new', current, places)
  load.enter('new version')
  await load.anotherRound()
  load.enter('back')
  nodes = await roll(nodes, `${release.version} again`, former, places)
  load.enter(`${release.version} again`)
  await load.anotherRound()
  const { phases, failures } = await load.stop()
  for (const node of nodes) await stopNode(node)
  const kept = await readKeptData(databaseUrl)
  const isKept = kept.users === size.users && kept.events === size.events && kept.problem === null
  const failed = phases.reduce((sum, phase) => sum + phase.failed, 0)
  report({ release: release.version, size, kept, migrationMs, lockMs, phases, failures, logs })
  process.exitCode = failed > 0 || !isKept ? 1 : 0
} finally {
  proxy?.kill('SIGKILL')
  await locks?.stop()
  for (const { served } of nodes) if (served.exitCode === undefined) await served.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()

function report(found: {
  release: string
  size: RehearsalSize
  kept: KeptData
  migrationMs: number
  /** Longest wait for a lock during the migration. */
  lockMs: number
  phases: { phase: string; requests: number; failed: number; slowestMs: number }[]
  failures: Failure[]
  logs: typeof logs
}): void {
  const line = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |\n`
  process.stdout.write(
    `Upgrade from ${found.release} and back, two nodes behind HAProxy, the demo with ${found.size.users} more users and ` +
      `${found.size.events} events; the migration took ${found.migrationMs} ms, and nothing waited longer for a lock ` +
      `meanwhile than ${found.lockMs} ms. Afterwards: ${JSON.stringify(found.kept)}\n\n` +
      line('phase', 'requests', 'failed', 'slowest, ms') +
      line('---', '---', '---', '---') +
      found.phases.map((each) => line(each.phase, each.requests, each.failed, each.slowestMs)).join(''),
  )
  for (const { at, phase, act, status, words, ms } of found.failures)
    process.stdout.write(`${at} ms, ${phase}: ${act} was answered ${status} after ${ms} ms: ${words}\n`)
  for (const { node, line: written } of found.logs) process.stdout.write(`log of ${node}: ${written}\n`)
  if (given.json !== undefined) writeFileSync(given.json, `${JSON.stringify(found, null, 2)}\n`)
}
