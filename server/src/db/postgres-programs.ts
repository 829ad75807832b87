import { execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { changedAddress, mayFailOver } from '../config/database-hosts.mjs'
import { StartError } from '../start-error.ts'

export type ProgramName = 'pg_dump' | 'pg_restore'

export interface PostgresProgram {
  file: string
  major: number
}

/** Where the packages of Debian, Red Hat and Homebrew put programs of several versions side by side. */
const VERSIONED = [
  { parent: '/usr/lib/postgresql', name: /^\d+$/ },
  { parent: '/usr', name: /^pgsql-\d+$/ },
  { parent: '/opt/homebrew/opt', name: /^(postgresql@\d+|libpq)$/ },
]

/**
 * The installed program of the lowest major version that is at least the given one.
 * @throws StartError where there is none
 */
export async function findPostgresProgram(
  name: ProgramName,
  atLeast: number,
  folders: readonly string[] = programFolders(),
): Promise<PostgresProgram> {
  const files = folders.map((folder) => path.join(folder, name)).filter((file) => existsSync(file))
  const found = await Promise.all([...new Set(files)].map(async (file) => ({ file, major: await majorOf(file) })))
  const [fitting] = found.filter(({ major }) => major >= atLeast).toSorted((a, b) => a.major - b.major)
  if (fitting) return fitting
  const newest = Math.max(...found.map(({ major }) => major))
  const there = found.length === 0 ? `${name} is not installed here` : `${name} here is version ${newest}`
  throw new StartError(
    `${there}, and version ${atLeast} or newer is needed: install the client programs of PostgreSQL ${atLeast} (Debian: postgresql-client-${atLeast}) or put their folder on PATH.`,
  )
}

function programFolders(): string[] {
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean)
  const versioned = VERSIONED.filter(({ parent }) => existsSync(parent)).flatMap(({ parent, name }) =>
    readdirSync(parent)
      .filter((entry) => name.test(entry))
      .map((entry) => path.join(parent, entry, 'bin')),
  )
  return [...versioned, ...onPath]
}

/** 0 where the program does not say. */
async function majorOf(file: string): Promise<number> {
  try {
    const { stdout } = await promisify(execFile)(file, ['--version'])
    return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** Parameters of an address that only the driver of Node.js knows. */
const DRIVER_ONLY = ['uselibpqcompat', 'pool_timeout', 'connection_limit']

/** An address as libpq reads it, and the environment with the password, which no process list shows. */
export function libpqConnection(url: string): { address: string; environment: NodeJS.ProcessEnv } {
  let password = ''
  const address = changedAddress(url, (given) => {
    password = decodeURIComponent(given.password)
    given.password = ''
    for (const name of DRIVER_ONLY) given.searchParams.delete(name)
    if (given.searchParams.get('sslmode') === 'no-verify') given.searchParams.set('sslmode', 'require')
    if (mayFailOver(url)) given.searchParams.set('target_session_attrs', 'read-write')
  })
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    ...(password ? { PGPASSWORD: password } : {}),
    // libpq tries the hosts one after the other, and would wait for one that is frozen.
    ...(mayFailOver(url) ? { PGCONNECT_TIMEOUT: '10' } : {}),
  }
  return { address, environment }
}

/**
 * Runs a program to its end.
 * @throws StartError with what it wrote on standard error where it fails
 */
export async function runPostgresProgram(
  { file }: PostgresProgram,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let errors = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-4_000)))
    child.once('error', (error) => reject(new StartError(`${file} cannot be run: ${error.message}.`)))
    child.once('close', (code) => {
      if (code === 0) resolve(output)
      else reject(new StartError(`${path.basename(file)} failed: ${errors.trim() || `exit code ${code}`}`))
    })
  })
}
