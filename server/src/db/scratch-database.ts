import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { changedAddress } from '../config/database-hosts.mjs'
import { StartError } from '../start-error.ts'
import { type EmbeddedPostgresPackage, findEmbeddedPostgres } from './embedded-package.ts'
import { connectAsOwner, type OwnerClient } from './owner-connection.ts'

export interface ScratchDatabase {
  readonly url: string
  remove(): Promise<void>
}

/**
 * Opens an empty database for a trial: a temporary embedded PostgreSQL, or where none is installed, as in the container
 * image, a database beside the one of the address.
 * @throws StartError when the role may not create one there
 */
export async function openScratchDatabase(url: string): Promise<ScratchDatabase> {
  const embedded = await findEmbeddedPostgres()
  return embedded?.hasBinaries() ? onOwnPostgres(embedded) : besideDatabase(url)
}

async function onOwnPostgres(embedded: EmbeddedPostgresPackage): Promise<ScratchDatabase> {
  const folder = await scratchFolder()
  const postgres = await embedded.start(folder, { flags: ['-c', 'fsync=off'] })
  return {
    url: postgres.url,
    remove: async () => {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const FOLDERS = /^portico-scratch-/
const KEPT_MS = 86_400_000

/**
 * Makes a temporary folder for a database. Those that are older than a day are removed: a command that was killed has
 * left them.
 */
export async function scratchFolder(): Promise<string> {
  for (const name of (await readdir(tmpdir())).filter((one) => FOLDERS.test(one))) {
    const left = path.join(tmpdir(), name)
    // One of another user of the machine, or one that another command removes, stays out of account.
    const isOld = await stat(left).then(
      ({ mtimeMs }) => mtimeMs < Date.now() - KEPT_MS,
      () => false,
    )
    if (isOld) await rm(left, { recursive: true, force: true }).catch(() => null)
  }
  return mkdtemp(path.join(tmpdir(), 'portico-scratch-'))
}

const forMigrations = {
  what: 'The migrations are tried on an empty database',
  otherwise: ', or run this command from a checkout, which brings a PostgreSQL of its own',
}

/** Creates a database on the server of an address. The words are for a role that may not. */
export async function besideDatabase(
  url: string,
  { what, otherwise }: typeof forMigrations = forMigrations,
): Promise<ScratchDatabase> {
  const asOwner = async <Result>(act: (client: OwnerClient) => Promise<Result>): Promise<Result> => {
    const client = await connectAsOwner(url, 'portal scratch database')
    try {
      return await act(client)
    } finally {
      await client.end()
    }
  }
  let name: string
  try {
    name = await asOwner(async (client) => {
      await dropFormer(client)
      return createScratch(client)
    })
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === '42501')) throw error
    throw new StartError(
      `${what}, and the role of DATABASE_URL may not create one: let it (ALTER ROLE … CREATEDB)${otherwise}.`,
      { cause: error },
    )
  }
  const own = changedAddress(url, (address) => void (address.pathname = `/${name}`))
  return { url: own, remove: () => asOwner(async (client) => void (await client.query(`drop database ${name}`))) }
}

/** How the moment stands in a name: in UTC, so that names sort by it. */
const MOMENT = `'YYYYMMDD"t"HH24MISS'`

async function createScratch(client: OwnerClient): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select 'portal_scratch_' || to_char(now() at time zone 'UTC', ${MOMENT}) || '_' || $1 as name`,
    [randomBytes(6).toString('hex')],
  )
  const name = String(rows[0]?.name)
  await client.query(`create database ${name}`)
  return name
}

const FORMER = `
  select datname as name from pg_database scratch
   where datname ~ '^portal_scratch_[0-9]{8}t[0-9]{6}_[0-9a-f]{12}$'
     and substr(datname, 16, 15) < to_char(now() at time zone 'UTC' - interval '1 day', ${MOMENT})
     and datdba = (select oid from pg_roles where rolname = current_user)
     and not exists (select from pg_stat_activity session where session.datid = scratch.oid)`

/** Drops the databases of commands that were killed: those of this role that are older than a day and that no session uses. */
export async function dropFormer(client: OwnerClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(FORMER)
  for (const { name } of rows)
    await client.query(`drop database if exists ${name}`).catch((error: unknown) => {
      // A session opened it in between, or the role may drop none: that keeps no backup and no trial from being made.
      if (!(error instanceof pg.DatabaseError)) throw error
    })
}
