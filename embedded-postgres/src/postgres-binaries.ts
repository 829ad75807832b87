import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

import { StartError } from '@portico/server/for-embedded-postgres.ts'

export interface PostgresBinaries {
  readonly folder: string
  readonly major: number
}

/** PostgreSQL refuses to run as root; this uid means "nobody" everywhere and needs no entry. */
const nobody = 65_534
/** Where root puts what the server must reach and cannot where it is. */
const sharedHome = '/var/lib/portico'

/** The user that runs the server: this one, or "nobody" when this is root. */
export function postgresIdentity(): { uid: number; gid: number } | undefined {
  return process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : undefined
}

/** The binaries that came with the packages of this platform. */
export function findPostgresBinaries(): PostgresBinaries {
  const platform = `${process.platform}-${process.arch}`
  let root: string
  try {
    root = path.resolve(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`), '../..')
  } catch (error) {
    throw new StartError(
      `No PostgreSQL came with the packages for ${platform}: set DATABASE_URL to a PostgreSQL server, or install without leaving out optional packages.`,
      { cause: error },
    )
  }
  linkLibraries(root)
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const native = reachable(path.join(root, 'native'), version)
  return { folder: path.join(native, 'bin'), major: Number.parseInt(version, 10) }
}

/** True if the packages brought a PostgreSQL for this machine. */
export function hasPostgresBinaries(): boolean {
  try {
    findPostgresBinaries()
    return true
  } catch (error) {
    if (error instanceof StartError) return false
    throw error
  }
}

/** The package brings no links; its install script makes them, where install scripts are allowed. */
function linkLibraries(root: string): void {
  const list = readFileSync(path.join(root, 'native/pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(root, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(path.basename(source), link)
    } catch (error) {
      // Another process may have made it just now.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw new StartError(`The link ${link} cannot be made, and PostgreSQL needs it.`, { cause: error })
      }
    }
  }
}

/** The first folder on the way that the user the server runs as may not enter. */
function closedFolder(folder: string): string | undefined {
  const who = postgresIdentity()
  for (let at = folder; who; at = path.dirname(at)) {
    const { uid, gid, mode } = statSync(at)
    const mayEnter = uid === who.uid ? mode & 0o100 : gid === who.gid ? mode & 0o010 : mode & 0o001
    if (!mayEnter) return at
    if (at === path.dirname(at)) break
  }
  return undefined
}

/** PostgreSQL itself would only say that it could not. */
export function refuseUnreachable(folder: string): void {
  const closed = closedFolder(folder)
  if (closed === undefined) return
  throw new StartError(
    `PostgreSQL does not run as root but as the user nobody, who may not enter ${closed}: run "chmod o+x ${closed}", start the portal as another user, or set DATABASE_URL.`,
  )
}

/**
 * Makes a folder for the server and returns where it really is. Below a folder that is root's alone,
 * such as root's home, it becomes a link to one that the server can reach.
 */
export function makeReachableFolder(folder: string): string {
  if (!existsSync(folder)) {
    const parent = path.dirname(path.resolve(folder))
    mkdirSync(parent, { recursive: true })
    if (closedFolder(parent) === undefined) mkdirSync(folder, { mode: 0o700, recursive: true })
    else symlinkSync(makeSharedFolder(`database-${shortName(path.resolve(folder))}`), folder)
  }
  return realpathSync(folder)
}

function makeSharedFolder(name: string): string {
  const made = path.join(sharedHome, name)
  mkdirSync(sharedHome, { recursive: true, mode: 0o755 })
  mkdirSync(made, { recursive: true, mode: 0o700 })
  return made
}

/** A short name for a long path. */
export function shortName(of: string): string {
  return createHash('sha256').update(of).digest('hex').slice(0, 16)
}

/** The binaries where the server's user can reach them: as installed, or a copy. */
function reachable(native: string, version: string): string {
  if (closedFolder(path.join(native, 'bin')) === undefined) return native
  const copy = path.join(sharedHome, `postgresql-${version}-${process.arch}`)
  if (existsSync(copy)) return copy
  // Beside its place and then moved there whole, as another process may be doing the same.
  const unfinished = makeSharedFolder(`unfinished-${process.pid}`)
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
  execFileSync('chmod', ['-R', 'a+rX', unfinished])
  try {
    renameSync(unfinished, copy)
  } catch (error) {
    rmSync(unfinished, { recursive: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}
