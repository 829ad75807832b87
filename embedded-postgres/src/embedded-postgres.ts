import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

import {
  type Claim,
  type EmbeddedPostgres,
  isRunning,
  makeClaim,
  otherClaims,
  StartError,
} from '@portico/server/for-embedded-postgres.ts'
import {
  findPostgresBinaries,
  makeReachableFolder,
  postgresIdentity,
  refuseUnreachable,
  shortName,
} from './postgres-binaries.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'

const longestSocketPath = 107
const socketName = '.s.PGSQL.5432'
const startLimit = 60_000
const largestLog = 10_000_000
/** Name of a data directory that is not in its place yet; a start removes it. */
export const UNFINISHED_CLUSTER = 'data.new-'

interface Site {
  readonly folder: string
  readonly data: string
  readonly sockets: string
  readonly binaries: PostgresBinaries
  readonly flags: readonly string[]
}

/**
 * Starts the PostgreSQL that came with the packages on a folder of its own, or adopts the one that
 * runs there: left by a portal that was killed, or started by another process. It listens on a
 * socket only its user can reach and on no port. Should it die, it is started again.
 */
export async function startEmbeddedPostgres(
  folder: string,
  options: { flags?: readonly string[] } = {},
): Promise<EmbeddedPostgres> {
  const site = prepareSite(folder, options.flags ?? [])
  const use = makeClaim(site.folder, 'user')
  try {
    const adopted = await alone(site, () => ensureRunning(site))
    const watch = watchOver(site)
    let left: Promise<void> | undefined
    return {
      url: `postgres://portal@localhost/postgres?host=${encodeURIComponent(site.sockets)}`,
      adopted,
      stop: () => (left ??= watch.end().then(() => leave(site, use))),
    }
  } catch (error) {
    use.release()
    throw error
  }
}

function prepareSite(folder: string, flags: readonly string[]): Site {
  const binaries = findPostgresBinaries()
  let real: string
  try {
    real = makeReachableFolder(folder)
  } catch (error) {
    throw new StartError(`The folder ${folder} cannot be made: ${(error as Error).message}.`, { cause: error })
  }
  giveToPostgres(real)
  refuseUnreachable(real)
  return { folder: real, data: path.join(real, 'data'), sockets: socketFolder(real), binaries, flags }
}

function giveToPostgres(folder: string): void {
  const who = postgresIdentity()
  try {
    if (who) chownSync(folder, who.uid, who.gid)
    const owner = statSync(folder).uid
    if (!who && owner !== process.getuid?.()) {
      throw new StartError(
        `The folder ${folder} belongs to another user (number ${owner}): start the portal as that user or give it the folder.`,
      )
    }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `The folder ${folder} cannot be given to the user that PostgreSQL runs as: ${(error as Error).message}.`,
      { cause: error },
    )
  }
}

/** Where the socket goes: into the folder itself, or where that path is too long for a socket into a short one. */
function socketFolder(folder: string): string {
  if (Buffer.byteLength(path.join(folder, socketName)) <= longestSocketPath) return folder
  const short = path.join(tmpdir(), `portico-${shortName(folder)}`)
  mkdirSync(short, { recursive: true, mode: 0o700 })
  const who = postgresIdentity()
  if (who && lstatSync(short).uid === 0) chownSync(short, who.uid, who.gid)
  const found = lstatSync(short)
  // Any user could create the folder there first and intercept the connection.
  if (!found.isDirectory() || found.uid !== (who?.uid ?? process.getuid?.()) || (found.mode & 0o077) !== 0) {
    throw new StartError(`The folder ${short}, for the database's socket, belongs to somebody else: remove it.`)
  }
  return short
}

/** Lets one process at a time look after the server of a folder. */
async function alone<Result>(site: Site, work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    const turn = makeClaim(site.folder, 'starter')
    if (otherClaims(site.folder, 'starter', turn).length === 0) {
      try {
        return await work()
      } finally {
        turn.release()
      }
    }
    turn.release()
    await delay(5 + Math.random() * 40)
  }
}

interface Postmaster {
  readonly pid: number
  readonly isReady: boolean
}

function readPostmaster(site: Site): Postmaster | undefined {
  try {
    const lines = readFileSync(path.join(site.data, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return isRunning(pid) && isPostgres(pid) ? { pid, isReady: lines[7]?.trim() === 'ready' } : undefined
  } catch {
    return undefined
  }
}

/** The number in a left-over file may belong to any process by now, above all in a container. */
function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('postgres')
  } catch {
    return !existsSync('/proc/self')
  }
}

/** Says whether the server was there already. */
async function ensureRunning(site: Site): Promise<boolean> {
  await ensureCluster(site)
  const limit = Date.now() + startLimit
  for (let running = readPostmaster(site); running; running = readPostmaster(site)) {
    if (running.isReady) return true
    // It is coming up or going down: wait to see which.
    if (Date.now() > limit) throw notStarted(site)
    await delay(20)
  }
  await launch(site)
  return false
}

function notStarted(site: Site): StartError {
  return new StartError(`PostgreSQL does not start in ${site.folder}; ${logFile(site)} says why.`)
}

const logFile = (site: Site): string => path.join(site.folder, 'postgres.log')

/** Creates the data directory in a temporary place and renames it: a kill leaves no half of one. */
async function ensureCluster(site: Site): Promise<void> {
  const versionFile = path.join(site.data, 'PG_VERSION')
  if (existsSync(versionFile)) {
    const major = Number.parseInt(readFileSync(versionFile, 'utf8'), 10)
    if (major === site.binaries.major) return
    throw new StartError(
      `The database in ${site.data} was made by PostgreSQL ${major} and this version of Portico brings PostgreSQL ${site.binaries.major}: start it with the version of Portico that made it.`,
    )
  }
  removeUnfinished(site)
  const fresh = path.join(site.folder, `${UNFINISHED_CLUSTER}${randomBytes(6).toString('hex')}`)
  const quick = site.flags.includes('fsync=off') ? ['--no-sync'] : []
  const initdb = ['-D', fresh, '-U', 'portal', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-instructions', ...quick]
  try {
    await promisify(execFile)(path.join(site.binaries.folder, 'initdb'), initdb, processOptions())
  } catch (error) {
    const output = String(Reflect.get(error as object, 'stderr') || (error as Error).message).trim()
    throw new StartError(`The database in ${site.folder} cannot be made: ${output}`, { cause: error })
  }
  renameSync(fresh, site.data)
}

function removeUnfinished(site: Site): void {
  for (const name of readdirSync(site.folder)) {
    if (!name.startsWith(UNFINISHED_CLUSTER)) continue
    try {
      rmSync(path.join(site.folder, name), { recursive: true, force: true, maxRetries: 2, retryDelay: 50 })
    } catch {
      // The initdb of a portal that was killed may still be writing there: it is removed at another start.
    }
  }
}

function processOptions(): { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number } {
  return { cwd: '/', env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' }, ...postgresIdentity() }
}

/** Processes of a server that was killed linger for a moment and hold its memory: it is worth trying again. */
async function launch(site: Site): Promise<void> {
  for (const attempt of Array.from({ length: 40 }).keys()) {
    removeLeftovers(site)
    const logStart = existsSync(logFile(site)) ? statSync(logFile(site)).size : 0
    if (await launchOnce(site)) return
    const output = readFileSync(logFile(site)).subarray(logStart).toString()
    if (attempt === 39 || !/still in use|already exists/.test(output)) throw notStarted(site)
    await delay(250)
  }
}

function removeLeftovers(site: Site): void {
  if (readPostmaster(site)) return
  rmSync(path.join(site.data, 'postmaster.pid'), { force: true })
  rmSync(path.join(site.sockets, `${socketName}.lock`), { force: true })
  if (existsSync(logFile(site)) && statSync(logFile(site)).size > largestLog) {
    renameSync(logFile(site), `${logFile(site)}.1`)
  }
}

async function launchOnce(site: Site): Promise<boolean> {
  const settings = [
    'listen_addresses=',
    `unix_socket_directories="${site.sockets.replaceAll('"', '""')}"`,
    'unix_socket_permissions=0700',
    'log_checkpoints=off',
  ].flatMap((setting) => ['-c', setting])
  const log = openSync(logFile(site), 'a', 0o600)
  // In a process group of its own: Ctrl-C is for the portal, which then shuts the server down in order.
  const child = spawn(path.join(site.binaries.folder, 'postgres'), ['-D', site.data, ...settings, ...site.flags], {
    ...processOptions(),
    stdio: ['ignore', log, log],
    detached: true,
  })
  closeSync(log)
  let hasEnded = false
  child.once('exit', () => (hasEnded = true)).once('error', () => (hasEnded = true))
  for (const limit = Date.now() + startLimit; Date.now() < limit; await delay(10)) {
    const running = readPostmaster(site)
    if (running?.pid === child.pid && running?.isReady) {
      child.unref()
      return true
    }
    if (hasEnded) return false
  }
  child.kill('SIGQUIT')
  throw notStarted(site)
}

/** Starts the server again should it die while it is in use. */
function watchOver(site: Site): { end(): Promise<void> } {
  let restart: Promise<unknown> | undefined
  const timer = setInterval(() => {
    if (restart || readPostmaster(site)) return
    restart = alone(site, () => ensureRunning(site))
      .catch(() => {})
      .finally(() => (restart = undefined))
  }, 300)
  timer.unref()
  return {
    end: async () => {
      clearInterval(timer)
      await restart
    },
  }
}

/** The last user shuts the server down; others leave it running. */
async function leave(site: Site, use: Claim): Promise<void> {
  await alone(site, async () => {
    use.release()
    if (otherClaims(site.folder, 'user').length > 0) return
    const running = readPostmaster(site)
    if (!running) return
    // "Fast": ends connections, rolls back what is open, writes everything out.
    process.kill(running.pid, 'SIGINT')
    while (isRunning(running.pid)) await delay(10)
    if (site.sockets !== site.folder) rmSync(site.sockets, { recursive: true, force: true })
  })
}
