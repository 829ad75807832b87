import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
/** PgBouncer refuses to run as root. */
const OWNER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const START_MS = 10_000

/** A PgBouncer before a PostgreSQL server, for every database of it. */
export interface PgBouncer {
  readonly port: number
  /** The address of a database through this pooler, as DATABASE_URL names it. */
  through(url: string): string
  close(): Promise<void>
}

interface PgBouncerOptions {
  /** An address of the server, with the user whom clients connect as. */
  server: string
  poolMode?: 'transaction' | 'session' | 'statement'
  /** Connections to the server for each database. */
  poolSize?: number
  /** Databases by another name, with what their line says besides the place of the server. */
  databases?: Readonly<Record<string, string>>
  /** More lines of its file of settings. */
  settings?: Readonly<Record<string, string | number>>
}

/** Starts one. The caller closes it, also after a failure. */
export async function startPgBouncer(options: PgBouncerOptions): Promise<PgBouncer> {
  if (!existsSync(PROGRAM)) throw new Error('These tests need PgBouncer; on Debian: apt-get install pgbouncer')
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-pgbouncer-'))
  const port = await freePort()
  const file = writeSettings(folder, port, options)
  const child = spawn(PROGRAM, [file], { stdio: 'ignore', cwd: folder, ...OWNER })
  const close = async () => {
    await end(child)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilOpen(child, port)
  } catch (error) {
    const log = existsSync(path.join(folder, 'log')) ? readFileSync(path.join(folder, 'log'), 'utf8') : ''
    await close()
    throw new Error(`PgBouncer does not start: ${log}`, { cause: error })
  }
  const through = (url: string) => throughPooler(url, port)
  return { port, through, close }
}

/** From 1.21 on it can keep prepared statements, which older ones do not know of. */
function keepsStatementsByDefault(): boolean {
  const { stdout } = spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' })
  return Number(/ 1\.(\d+)/.exec(stdout)?.[1]) >= 21
}

/** The address of a database through the pooler of this machine at a port. */
export function throughPooler(url: string, port: number): string {
  const address = new URL(url)
  address.search = '?pooler=transaction'
  address.host = `127.0.0.1:${port}`
  return address.href
}

function writeSettings(folder: string, port: number, options: PgBouncerOptions): string {
  const { server, poolMode = 'transaction', poolSize = 5, databases = {}, settings = {} } = options
  const { hostname, port: serverPort, username, password, searchParams } = new URL(server)
  const users = path.join(folder, 'users')
  const host = searchParams.get('host') ?? (hostname || '127.0.0.1')
  const values = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: users,
    logfile: path.join(folder, 'log'),
    pool_mode: poolMode,
    default_pool_size: poolSize,
    max_client_conn: 2_000,
    ...(keepsStatementsByDefault() ? { max_prepared_statements: 0 } : {}),
    ...settings,
  }
  const file = path.join(folder, 'pgbouncer.ini')
  const lines = Object.entries(values).map(([name, value]) => `${name} = ${value}`)
  const place = `host=${host} port=${searchParams.get('port') ?? (serverPort || '5432')}`
  const named = Object.entries({ ...databases, '*': '' }).map(([name, more]) => `${name} = ${place} ${more}`)
  writeFileSync(file, ['[databases]', ...named, '[pgbouncer]', ...lines, ''].join('\n'))
  writeFileSync(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`)
  chmodSync(folder, 0o755)
  if (OWNER.uid) for (const each of [folder, file, users]) chownSync(each, OWNER.uid, OWNER.gid)
  return file
}

async function untilOpen(child: ChildProcess, port: number): Promise<void> {
  const began = performance.now()
  while (!(await isOpen(port))) {
    if (child.exitCode !== null || performance.now() - began > START_MS) throw new Error('It does not listen.')
    await delay(20)
  }
}

/** Whether something listens at the port of this machine. */
export const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
