import pg from 'pg'

import { settingOf } from '../config/address-setting.ts'
import { isDatabaseAddress } from '../config/database-address.mjs'
import { changedAddress, driverAddress } from '../config/database-hosts.mjs'
import { StartError } from '../start-error.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { primaryHostOf } from './primary-host.ts'

export const oldestServer = 15

/** A connection as the role of DATABASE_URL. */
export type OwnerClient = pg.Client

/** Parameters of an address that say where the server is and how it is reached. */
const SHOWN_PARAMETERS = ['host', 'port', 'sslmode', 'sslrootcert', 'target_session_attrs']

/** An address that may be shown: without passwords, and in no part where it cannot be read as one. */
export function shownAddress(url: string): string {
  if (!isDatabaseAddress(url)) return 'the address in DATABASE_URL'
  try {
    return changedAddress(url, (address) => {
      if (address.password) address.password = '***'
      for (const name of new Set(address.searchParams.keys()))
        if (!SHOWN_PARAMETERS.includes(name)) address.searchParams.delete(name)
    })
  } catch {
    return 'the address in DATABASE_URL'
  }
}

/** The database of an address for messages: the address as it may be shown, and the setting that names it. */
export function shownDatabase(url: string): string {
  const setting = settingOf(url)
  return `The database at ${shownAddress(url)}${setting === undefined ? '' : ` (${setting})`}`
}

/** Opens a connection as the role of DATABASE_URL, which owns the tables and migrates them. The caller ends it. */
export async function connectAsOwner(url: string, applicationName: string): Promise<pg.Client> {
  const primary = primaryHostOf(url)
  try {
    const server = await primary?.find()
    const forget = () => server && primary?.forget(server)
    const client = new pg.Client({
      connectionString: driverAddress(server?.address ?? url),
      application_name: applicationName,
      connectionTimeoutMillis: 10_000,
    })
    // A connection lost between two queries is reported by the next query; without a listener it would end the process.
    client.on('error', forget)
    await client.connect().catch((error: unknown) => {
      forget()
      throw error
    })
    return client
  } catch (failure) {
    if (failure instanceof StartError) throw failure
    const error = failure instanceof DatabaseUnavailable ? failure.cause : failure
    const reason = error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error)
    throw new StartError(`${shownDatabase(url)} cannot be reached: ${reason}.`, { cause: error })
  }
}

/** Major version of the server, 15 at least. */
export async function serverMajor(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
  return Math.floor(Number(rows[0]?.server_version_num) / 10_000)
}
