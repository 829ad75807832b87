import type { ChildProcess } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort, onDatabase } from '../postgres.ts'
import { startProxy, untilOpen } from '../rehearsal-proxy.ts'
import { type BenchServer, portalEnvironment, startPortal } from '../servers.ts'
import { endsWithUs } from './children.ts'
import type { FaultyCluster } from './cluster.ts'
import { CannotHere } from './experiment.ts'

const HAPROXY = '/usr/sbin/haproxy'
const START_MS = 180_000

/** A node of the portal as a program of its own, at the same address after each start. */
export interface WorldNode {
  readonly origin: string
  readonly opsOrigin: string
  readonly pid: number
  readonly logFile: string
  /** Starts it, and returns when it is ready. */
  start(change?: NodeChange): Promise<void>
  /** Ends it as operators do; its exit code. */
  stop(): Promise<number | null>
  kill(): Promise<void>
}

/** In what a start differs from the usual one. */
interface NodeChange {
  environment?: Readonly<Record<string, string>>
  /** Options of node itself. */
  flags?: readonly string[]
  logFile?: string
  /** Returns when the port is open. */
  readyLater?: boolean
}

/** Two nodes on one database and one folder of documents, behind HAProxy by the file of deploy/. */
export interface World {
  /** Where users call it. */
  origin: string
  databaseUrl: string
  /** Folder of the documents. */
  files: string
  folder: string
  /** The settings of its nodes. */
  environment: Readonly<Record<string, string>>
  a: WorldNode
  b: WorldNode
  close(): Promise<void>
}

export interface WorldOptions {
  environment?: Readonly<Record<string, string>>
  /** Only node a, and no proxy before it. */
  isSingle?: boolean
  /** Where documents are stored; in the folder of the world by default. */
  files?: string
}

interface Demo {
  database: string
  files: string
}
const demos = new WeakMap<FaultyCluster, Promise<Demo>>()
let worlds = 0

/** The demo, loaded once for each server; worlds get copies. */
async function demoOf(cluster: FaultyCluster): Promise<Demo> {
  const known = demos.get(cluster)
  if (known) return known
  const loading = loadDemo(cluster)
  demos.set(cluster, loading)
  return loading
}

async function loadDemo(cluster: FaultyCluster): Promise<Demo> {
  const [database, files] = ['demo', path.join(tempFolder(), 'files')]
  await onDatabase(cluster.url('postgres'), (client) => client.query(`create database ${database}`))
  const environment = { ...portalEnvironment(cluster.url(database)), PORTAL_FILES: `file:${files}` }
  const portal = await startPortal({ environment, startTimeoutMs: START_MS })
  await untilReady(portal.opsOrigin)
  await portal.stop()
  return { database, files }
}

const folders: string[] = []
export function tempFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-faults-'))
  // A database of another user may have its place below.
  chmodSync(folder, 0o755)
  folders.push(folder)
  return folder
}
export function removeTempFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Makes a world with the demo in a database of its own. */
export async function startWorld(cluster: FaultyCluster, options: WorldOptions = {}): Promise<World> {
  if (!options.isSingle && !existsSync(HAPROXY)) throw new CannotHere(`${HAPROXY} is missing`)
  const demo = await demoOf(cluster)
  const database = `world_${++worlds}`
  await onDatabase(cluster.url('postgres'), (client) =>
    client.query(`create database ${database} template ${demo.database}`),
  )
  const folder = tempFolder()
  const files = options.files ?? path.join(folder, 'files')
  mkdirSync(files, { recursive: true })
  if (existsSync(demo.files)) cpSync(demo.files, files, { recursive: true })
  const places = [await freePlace(), await freePlace()] as const
  const publicPort = options.isSingle ? places[0].port : await freePort()
  const environment = {
    ...portalEnvironment(cluster.url(database)),
    PORTAL_PUBLIC_URL: `http://localhost:${publicPort}`,
    PORTAL_TRUSTED_PROXIES: '127.0.0.1',
    PORTAL_HUMAN_CHECK: 'never',
    PORTAL_FILES: `file:${files}`,
    ...options.environment,
  }
  const [a, b] = [nodeOf(folder, 'a', places[0], environment), nodeOf(folder, 'b', places[1], environment)]
  let proxy: ChildProcess | undefined
  const close = async () => {
    proxy?.kill('SIGKILL')
    await Promise.all([a.stop(), b.stop()])
  }
  try {
    await a.start()
    if (!options.isSingle) {
      await b.start()
      proxy = endsWithUs(startProxy(folder, publicPort, places))
      await untilOpen(`http://localhost:${publicPort}/`)
    }
  } catch (error) {
    await close()
    throw error
  }
  const databaseUrl = cluster.url(database)
  return { origin: `http://localhost:${publicPort}`, databaseUrl, files, folder, environment, a, b, close }
}

const freePlace = async () => ({ port: await freePort(), opsPort: await freePort() })

function nodeOf(
  folder: string,
  name: string,
  place: { port: number; opsPort: number },
  environment: Readonly<Record<string, string>>,
): WorldNode {
  let server: BenchServer | undefined
  const opsOrigin = `http://127.0.0.1:${place.opsPort}`
  const logFile = path.join(folder, `${name}.log`)
  return {
    origin: `http://localhost:${place.port}`,
    opsOrigin,
    logFile,
    get pid() {
      return server?.pid ?? 0
    },
    start: async (change = {}) => {
      const data = path.join(folder, `data-${name}`)
      server = await startPortal({
        environment: { ...environment, PORTAL_DATA_DIR: data, ...change.environment },
        flags: change.flags ?? [],
        startTimeoutMs: START_MS,
        logFile: change.logFile ?? logFile,
        place,
      })
      if (!change.readyLater) await untilReady(opsOrigin)
    },
    stop: async () => (await server?.stop()) ?? null,
    kill: async () => server?.kill(),
  }
}

/** Milliseconds until a node says that it is ready. */
export async function untilReady(opsOrigin: string, timeoutMs = START_MS): Promise<number> {
  const began = performance.now()
  for (let last = 'no answer'; ; await delay(20)) {
    const answer = await fetch(`${opsOrigin}/readyz`).catch(() => undefined)
    if (answer?.status === 200) return performance.now() - began
    last = (await answer?.text()) ?? last
    if (performance.now() - began > timeoutMs) throw new Error(`A node did not get ready: ${last}`)
  }
}

/** Whether a process still runs. */
export function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}
