import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { vi } from 'vitest'
import type { Certificate } from './certificate.ts'
import { freePort } from './free-port.ts'

/** A PostgreSQL server and its synchronous streaming standby, of this machine's PostgreSQL. */
export interface StreamingPair {
  /** Names both servers, the first primary first; it is the same after a failover. */
  url: string
  /** Addresses of the servers by themselves. */
  urls: readonly [string, string]
  /** Ends a server as `systemctl stop` (SIGINT) or a power cut (SIGQUIT) would. */
  stop(server: 0 | 1, signal?: 'SIGINT' | 'SIGQUIT'): Promise<void>
  /** Makes the standby the primary; returns when it accepts writes. */
  promote(server: 0 | 1): Promise<void>
  /** Freezes a server with all its processes, as a paused machine does; returns what thaws them. */
  freeze(server: 0 | 1): () => void
  /** Starts a former primary as the synchronous standby of the other server. */
  startAsStandby(server: 0 | 1): Promise<void>
  close(): Promise<void>
}

const HOME = '/usr/lib/postgresql'
/** PostgreSQL refuses to run as root. */
const OWNER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Folder of the programs of the newest PostgreSQL of this machine. */
export function programFolder(): string {
  const versions = existsSync(HOME) ? readdirSync(HOME).toSorted((a, b) => Number(b) - Number(a)) : []
  const [newest] = versions.filter((version) => existsSync(path.join(HOME, version, 'bin/pg_basebackup')))
  if (newest === undefined) throw new Error('These tests need PostgreSQL; on Debian: apt-get install postgresql')
  return path.join(HOME, newest, 'bin')
}

/**
 * Makes both and waits until the standby follows; commits wait for it while it does. With certificates they speak TLS.
 * Who starts a pair closes it, also after a failure: in afterAll or onTestFinished. It may be closed twice.
 */
export async function startStreamingPair(certificates?: readonly [Certificate, Certificate]): Promise<StreamingPair> {
  const [folder, bin] = [makeFolder(), programFolder()]
  const [a, b] = [await makePlace(folder, 'a'), await makePlace(folder, 'b')]
  for (const [index, certificate] of (certificates ?? []).entries()) keepCertificate(index === 0 ? a : b, certificate)
  const call = callsIn(folder, bin)
  const close = () => closeAll(folder, [a, b])
  try {
    await startNew(bin, a, call)
    await copyFrom(a, b, call)
    await start(bin, b)
    await waitForStandby(a)
  } catch (error) {
    await close()
    throw error
  }
  return { ...pairOf([a, b], bin, call), close }
}

/** A server of this machine's PostgreSQL by itself, whose pg_dump is here, too. */
export interface LoneServer {
  /** The address of a database there. */
  urlOf(database: string): string
  close(): Promise<void>
}

/** Starts one. The caller closes it, also after a failure. */
export async function startLoneServer(): Promise<LoneServer> {
  const [folder, bin] = [makeFolder(), programFolder()]
  const place = await makePlace(folder, 'a')
  const close = () => closeAll(folder, [place])
  try {
    await startNew(bin, place, callsIn(folder, bin))
  } catch (error) {
    await close()
    throw error
  }
  return { urlOf: (database) => addressOf(place, database), close }
}

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-pair-'))
  chmodSync(folder, 0o755)
  return folder
}

const callsIn =
  (folder: string, bin: string): Call =>
  (program, ...args) =>
    promisify(execFile)(path.join(bin, program), args, { cwd: folder, ...OWNER })

async function startNew(bin: string, place: Place, call: Call): Promise<void> {
  await call('initdb', '-D', place.data, '-U', 'portal', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync')
  await start(bin, place)
}

async function closeAll(folder: string, places: readonly Place[]): Promise<void> {
  await Promise.all(places.map(endForSure))
  rmSync(folder, { recursive: true, force: true })
}

type Call = (program: string, ...args: string[]) => Promise<unknown>

async function makePlace(folder: string, name: string): Promise<Place> {
  const home = path.join(folder, name)
  mkdirSync(home)
  if (OWNER.uid) chownSync(home, OWNER.uid, OWNER.gid)
  return { home, data: path.join(home, 'data'), port: await freePort() }
}

async function copyFrom({ port }: Place, { data }: Place, call: Call): Promise<void> {
  const source = ['-h', '127.0.0.1', '-p', `${port}`, '-U', 'portal']
  await call('pg_basebackup', ...source, '-D', data, '-R', '-c', 'fast', '-N')
}

/** From now on each commit waits for the standby, which follows when this returns. */
async function waitForStandby(primary: Place): Promise<void> {
  await ask(primary, "alter system set synchronous_standby_names = '*'")
  await ask(primary, 'select pg_reload_conf()')
  const isFollowed = async () =>
    (await ask(primary, "select from pg_stat_replication where sync_state = 'sync'")).length > 0
  await vi.waitUntil(isFollowed, { timeout: 60_000, interval: 50 })
}

function pairOf([a, b]: readonly [Place, Place], bin: string, call: Call): Omit<StreamingPair, 'close'> {
  const at = (server: 0 | 1) => (server === 0 ? a : b)
  return {
    url: `postgres://portal@127.0.0.1:${a.port},127.0.0.1:${b.port}/postgres?target_session_attrs=read-write`,
    urls: [addressOf(a), addressOf(b)],
    stop: async (server, signal = 'SIGINT') => end(at(server), signal),
    promote: async (server) => {
      // Alone it would wait for a standby for ever.
      await ask(at(server), "alter system set synchronous_standby_names = ''")
      await ask(at(server), 'select pg_promote(true, 60)')
      await ask(at(server), 'select pg_reload_conf()')
    },
    freeze: (server) => {
      const frozen = withChildren(at(server).process?.pid ?? 0)
      signal(frozen, 'SIGSTOP')
      return () => signal(frozen, 'SIGCONT')
    },
    startAsStandby: async (server) => {
      const [own, other] = [at(server), at(server === 0 ? 1 : 0)]
      rmSync(own.data, { recursive: true })
      await copyFrom(other, own, call)
      await start(bin, own)
      await waitForStandby(other)
    },
  }
}

interface Place {
  readonly home: string
  readonly data: string
  readonly port: number
  process?: ChildProcess
  hasCertificate?: boolean
}

const certificateFiles = ({ home }: Place) => ({ cert: path.join(home, 'cert.pem'), key: path.join(home, 'key.pem') })

function keepCertificate(place: Place, { cert, key }: Certificate): void {
  const files = certificateFiles(place)
  writeFileSync(files.cert, cert)
  writeFileSync(files.key, key, { mode: 0o600 })
  if (OWNER.uid) for (const file of [files.cert, files.key]) chownSync(file, OWNER.uid, OWNER.gid)
  place.hasCertificate = true
}

const addressOf = ({ port }: Place, database = 'postgres') => `postgres://portal@127.0.0.1:${port}/${database}`

async function ask({ port }: Place, text: string): Promise<unknown[]> {
  const client = new pg.Client(addressOf({ port } as Place))
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows as unknown[]
  } finally {
    await client.end()
  }
}

async function start(bin: string, place: Place): Promise<void> {
  const { data, home, port } = place
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${home}`, 'fsync=off', 'max_connections=60']
  const { cert, key } = certificateFiles(place)
  if (place.hasCertificate) settings.push('ssl=on', `ssl_cert_file=${cert}`, `ssl_key_file=${key}`)
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
  place.process = spawn(path.join(bin, 'postgres'), args, { stdio: 'ignore', cwd: home, ...OWNER })
  await vi.waitUntil(
    () =>
      ask(place, 'select 1').then(
        () => true,
        () => false,
      ),
    { timeout: 60_000, interval: 50 },
  )
}

/** A process and its children, of which some may have ended by themselves by now. */
function withChildren(pid: number): number[] {
  const isChild = new RegExp(`\\) \\w ${pid} `)
  const children = readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && isChild.test(readFileSync(`/proc/${name}/stat`, 'utf8'))
    } catch {
      return false
    }
  })
  return [pid, ...children.map(Number)]
}

function signal(pids: readonly number[], name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
}

const hasEnded = (server: ChildProcess) => server.exitCode !== null || server.signalCode !== null

async function end({ process: server }: Place, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  if (!server || hasEnded(server)) return
  server.kill(signal)
  await once(server, 'exit')
}

/** Ends also a server that is frozen. SIGQUIT first: after SIGKILL its shared memory would stay. */
async function endForSure(place: Place): Promise<void> {
  const { process: server } = place
  if (!server?.pid || hasEnded(server)) return
  const { pid } = server
  signal(withChildren(pid), 'SIGCONT')
  const killing = setTimeout(() => signal(withChildren(pid), 'SIGKILL'), 10_000)
  await end(place, 'SIGQUIT')
  clearTimeout(killing)
}
