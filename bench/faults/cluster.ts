import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { postgresIdentity } from '../../embedded-postgres/src/postgres-binaries.ts'
import { endsWithUs } from './children.ts'
import { findBinaries, freePort, onDatabase } from '../postgres.ts'

/** A PostgreSQL server that experiments stop, kill and freeze. It writes to the disk as in production. */
export interface FaultyCluster {
  version: string
  url(database: string): string
  start(): Promise<void>
  /** Ends it; `immediate` as a crash does. */
  stop(how: 'fast' | 'immediate'): Promise<void>
  /** kill -9 of the server and of all its processes. */
  kill(): Promise<void>
  freeze(): void
  thaw(): void
  /** Ends it and removes its folder. */
  remove(): Promise<void>
}

/** Starts a new one; `folder`: on that file system, else in the folder for temporary files. */
export async function startCluster(folder?: string): Promise<FaultyCluster> {
  const { bin, version } = findBinaries()
  const who = postgresIdentity()
  const home = folder ?? mkdtempSync(path.join(tmpdir(), 'portico-faults-'))
  mkdirSync(home, { recursive: true })
  if (who) chownSync(home, who.uid, who.gid)
  const options = { cwd: '/', env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' }, ...who }
  const data = path.join(home, 'data')
  const initdb = ['-D', data, '-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-instructions']
  execFileSync(path.join(bin, 'initdb'), initdb, options)
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${home}`]
  // Small, so that the server also fits a file system that is made to be filled.
  const more = ['max_connections=100', 'shared_buffers=128MB', 'min_wal_size=32MB', 'max_wal_size=64MB']
  const flags = [...settings, ...more].flatMap((setting) => ['-c', setting])
  const url = (database: string) => `postgres://bench@127.0.0.1:${port}/${database}`
  let child: ChildProcess | undefined
  const end = async (signal: NodeJS.Signals) => {
    const ended = child
    if (!ended || ended.exitCode !== null || ended.signalCode !== null) return
    const exit = new Promise((resolve) => ended.once('exit', resolve))
    ended.kill(signal)
    await exit
  }
  const cluster: FaultyCluster = {
    version,
    url,
    start: async () => {
      const server = spawn(path.join(bin, 'postgres'), ['-D', data, ...flags], { ...options, stdio: 'ignore' })
      child = endsWithUs(server, 'SIGQUIT')
      await untilAnswers(url('postgres'), child)
    },
    stop: (how) => end(how === 'fast' ? 'SIGINT' : 'SIGQUIT'),
    kill: async () => {
      const all = processesOf(child?.pid ?? 0)
      const ended = end('SIGKILL')
      send(all, 'SIGKILL')
      await ended
      // What was killed holds the shared memory until the system has ended it.
      while (all.some(isThere)) await delay(5)
    },
    freeze: () => send(processesOf(child?.pid ?? 0), 'SIGSTOP'),
    thaw: () => send(processesOf(child?.pid ?? 0), 'SIGCONT'),
    remove: async () => {
      await end('SIGINT')
      rmSync(home, { recursive: true, force: true })
    },
  }
  await cluster.start()
  return cluster
}

/** Until it takes a connection: its file says that it is ready a little later. */
async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  for (let waited = 0; waited < 60_000 && child.exitCode === null; waited += 10) {
    const answered = await onDatabase(url, (client) => client.query('select 1')).then(
      () => true,
      () => false,
    )
    if (answered) return
    await delay(10)
  }
  throw new Error('The PostgreSQL server did not start.')
}

function processesOf(postmaster: number): number[] {
  const isChild = new RegExp(`\\) \\w ${postmaster} `)
  const children = readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && isChild.test(readFileSync(`/proc/${name}/stat`, 'latin1'))
    } catch {
      return false
    }
  })
  return [postmaster, ...children.map(Number)]
}

/** Some of them may have ended by themselves. */
function send(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      if (pid > 0) process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
}

function isThere(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}
