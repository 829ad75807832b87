import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { changedAddress } from '../config/database-hosts.mjs'
import { StartError } from '../start-error.ts'
import { type EmbeddedPostgresPackage, findEmbeddedPostgres } from './embedded-package.ts'
import { connectAsOwner } from './owner-connection.ts'

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
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-scratch-'))
  const postgres = await embedded.start(folder, { flags: ['-c', 'fsync=off'] })
  return {
    url: postgres.url,
    remove: async () => {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
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
  const name = `portal_scratch_${randomBytes(6).toString('hex')}`
  const asOwner = async (statement: string) => {
    const client = await connectAsOwner(url, 'portal scratch database')
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  try {
    await asOwner(`create database ${name}`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === '42501')) throw error
    throw new StartError(
      `${what}, and the role of DATABASE_URL may not create one: let it (ALTER ROLE … CREATEDB)${otherwise}.`,
      { cause: error },
    )
  }
  const own = changedAddress(url, (address) => void (address.pathname = `/${name}`))
  return { url: own, remove: () => asOwner(`drop database ${name}`) }
}
