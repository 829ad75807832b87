import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { vi } from 'vitest'
import { freePort } from './free-port.ts'
import { programFolder } from './streaming-pair.ts'

const PROGRAM = '/usr/bin/pgbackrest'
/** PostgreSQL refuses to run as root. */
const OWNER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const example = (name: string) => readFileSync(path.join(import.meta.dirname, '../../deploy/pgbackrest', name), 'utf8')

/** A PostgreSQL server whose log is archived by pgBackRest, with the settings of the example for operators. */
export interface ArchivedPostgres {
  readonly url: string
  /** Folder of the repository. */
  readonly repository: string
  ask(text: string): Promise<Record<string, unknown>[]>
  backUp(): Promise<void>
  /** Ends the server as a power cut would, and removes its data. */
  lose(): Promise<void>
  /** Restores to a moment, or to the end of what was archived, and starts the server. */
  restore(moment?: string): Promise<void>
  close(): Promise<void>
}

/** Starts one. Each test that does so closes it, also after a failure. */
export async function startArchivedPostgres(): Promise<ArchivedPostgres> {
  if (!existsSync(PROGRAM)) throw new Error('These tests need pgBackRest; on Debian: apt-get install pgbackrest')
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-archive-'))
  chmodSync(folder, 0o755)
  const place = { folder, bin: programFolder(), data: path.join(folder, 'data'), port: await freePort() }
  for (const name of ['', 'repository', 'log', 'lock', 'spool']) makeOwn(path.join(folder, name))
  const config = writeConfig(place)
  const call = (program: string, ...args: string[]) =>
    promisify(execFile)(program, args, { cwd: folder, env: { PATH: process.env['PATH'] }, ...OWNER })
  const backRest = (...args: string[]) => call(PROGRAM, `--config=${config}`, '--stanza=portico', ...args)
  const url = `postgres://portal@127.0.0.1:${place.port}/postgres`
  let server: ChildProcess | undefined
  const start = async () => void (server = await startServer(place, config, url))
  const stop = async (signal: 'SIGINT' | 'SIGQUIT') => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    server.kill(signal)
    await once(server, 'exit')
  }
  const close = async () => {
    await stop('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const how = ['-U', 'portal', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
    await call(path.join(place.bin, 'initdb'), '-D', place.data, ...how)
    await start()
    await backRest('stanza-create')
  } catch (error) {
    await close()
    throw error
  }
  return {
    url,
    repository: path.join(folder, 'repository'),
    ask: (text) => ask(url, text),
    backUp: async () => void (await backRest('--type=full', 'backup')),
    lose: async () => {
      await stop('SIGQUIT')
      rmSync(place.data, { recursive: true })
      makeOwn(place.data, 0o700)
    },
    restore: async (moment) => {
      // In order: the end of the log is archived.
      await stop('SIGINT')
      const target = moment === undefined ? [] : ['--type=time', `--target=${moment}`, '--target-action=promote']
      await backRest('--delta', ...target, 'restore')
      await start()
    },
    close,
  }
}

interface Place {
  folder: string
  bin: string
  data: string
  port: number
}

function makeOwn(folder: string, mode = 0o755): void {
  mkdirSync(folder, { recursive: true, mode })
  if (OWNER.uid) chownSync(folder, OWNER.uid, OWNER.gid)
}

/** The example, but for places, port and words. */
function writeConfig({ folder, data, port }: Place): string {
  const own: Readonly<Record<string, string>> = {
    'repo1-path': path.join(folder, 'repository'),
    'repo1-cipher-pass': 'only-for-this-test',
    'log-path': path.join(folder, 'log'),
    'pg1-path': data,
    'pg1-port': String(port),
  }
  const lines = example('pgbackrest.conf').replace(/^([\w-]+)=.*$/gm, (line, name: string) =>
    own[name] === undefined ? line : `${name}=${own[name]}`,
  )
  const more = `pg1-user=portal\npg1-socket-path=${folder}\n[global]\nlock-path=${folder}/lock\nspool-path=${folder}/spool\n`
  const file = path.join(folder, 'pgbackrest.conf')
  writeFileSync(file, `${lines}${more}`)
  return file
}

/** Settings of the example; the command names this test's file of settings. */
function serverSettings(config: string): string[] {
  const pairs = example('postgresql.conf').matchAll(/^(\w+) = '?(.*?)'?$/gm)
  return Array.from(
    pairs,
    ([, name, value = '']) => `${name}=${value.replace('pgbackrest ', `pgbackrest --config=${config} `)}`,
  )
}

async function startServer({ bin, data, folder, port }: Place, config: string, url: string): Promise<ChildProcess> {
  const own = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off', 'max_connections=60']
  const flags = [...own, ...serverSettings(config)].flatMap((setting) => ['-c', setting])
  const log = { stdio: 'ignore' as const, cwd: folder, ...OWNER }
  const server = spawn(path.join(bin, 'postgres'), ['-D', data, '-p', String(port), ...flags], log)
  const isReady = async () => {
    if (server.exitCode !== null) throw new Error('PostgreSQL does not start')
    const rows = await ask(url, 'select pg_is_in_recovery() as recovers').catch(() => [])
    return rows[0]?.['recovers'] === false
  }
  await vi.waitUntil(isReady, { timeout: 60_000, interval: 100 })
  return server
}

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}
