import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findPostgresBinaries, postgresIdentity } from '../embedded-postgres/src/postgres-binaries.ts'

/** A PostgreSQL server that lives as long as the run. */
export interface BenchPostgres {
  /** Such as 'PostgreSQL 15 (Debian)'. */
  version: string
  pid: number
  /** Address of one of its databases. */
  url(database: string): string
  stop(): Promise<void>
}

const DEBIAN = '/usr/lib/postgresql'

/** Differences from a default installation; the same for every contender. */
const settings = [
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.max=10000',
  'shared_buffers=512MB',
  'max_connections=100',
  'max_wal_size=4GB',
  'min_wal_size=1GB',
  'autovacuum_naptime=10min',
]

/** Starts the newest PostgreSQL that Debian installed, else the one among the packages. */
export async function startPostgres(): Promise<BenchPostgres> {
  const { bin, version } = findBinaries()
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-bench-'))
  const who = postgresIdentity()
  if (who) chownSync(folder, who.uid, who.gid)
  const options = { cwd: '/', env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' }, ...who }
  const data = path.join(folder, 'data')
  execFileSync(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-instructions'],
    options,
  )
  const port = await freePort()
  const own = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`]
  const flags = [...own, ...settings].flatMap((setting) => ['-c', setting])
  const child = spawn(path.join(bin, 'postgres'), ['-D', data, ...flags], { ...options, stdio: 'ignore' })
  const url = (database: string) => `postgres://bench@127.0.0.1:${port}/${database}`
  await untilReady(data, child)
  return {
    version,
    pid: child.pid ?? 0,
    url,
    stop: async () => {
      child.kill('SIGINT')
      if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The programs of the server that is measured. */
export function findBinaries(): { bin: string; version: string } {
  const majors = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number) : []
  const [newest] = majors.toSorted((a, b) => b - a).map((major) => ({ major, bin: `${DEBIAN}/${major}/bin` }))
  if (newest && existsSync(`${newest.bin}/initdb`))
    return { bin: newest.bin, version: `PostgreSQL ${newest.major} (Debian)` }
  const { folder, major } = findPostgresBinaries()
  return { bin: folder, version: `PostgreSQL ${major} (from the packages)` }
}

/** Waits until the server of this data folder takes connections. */
export async function untilReady(data: string, child: ChildProcess): Promise<void> {
  for (let waited = 0; waited < 30_000; waited += 20) {
    if (child.exitCode !== null) break
    const file = path.join(data, 'postmaster.pid')
    if (existsSync(file) && readFileSync(file, 'utf8').split('\n')[7]?.trim() === 'ready') return
    await delay(20)
  }
  child.kill('SIGKILL')
  throw new Error('The PostgreSQL server for measuring did not start.')
}

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** Runs statements on a database and closes the connection. */
export async function onDatabase<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
