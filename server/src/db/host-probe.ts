import type { NetConnectOpts } from 'node:net'
import pg from 'pg'
import { driverAddress, hostName } from '../config/database-hosts.mjs'

/** What a server of a cluster reports about itself. */
export interface HostState {
  /** The address that names this server alone. */
  readonly address: string
  readonly isStandby: boolean
  /** The same on all copies of one cluster. */
  readonly system: string
  /** Counts the promotions that this server knows of; 0 for a standby. */
  readonly timeline: number
}

// The name of a WAL file begins with the timeline that is written; the control file learns of a promotion later.
const readState = `
  select standby, (select system_identifier::text from pg_control_system()) as system,
    case when standby then '0' else substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline
  from pg_is_in_recovery() as standby`

/** Asks one server which role it has. @throws what the driver throws where it does not answer in time */
export async function probeHost(address: string, timeoutMs: number): Promise<HostState> {
  const client = await watchConnection(address, timeoutMs)
  try {
    const { rows } = await client.query<{ standby: boolean; system: string; timeline: string }>(readState)
    const [row] = rows
    if (!row) throw new Error(`${hostName(address)} does not report its state.`)
    return {
      address,
      isStandby: row.standby,
      system: row.system,
      timeline: Number.parseInt(row.timeline, 16),
    }
  } finally {
    endAtOnce(client)
  }
}

/** Where a server listens. @param host a folder for a socket of the system */
export const socketPlace = (host: string, port: number): NetConnectOpts =>
  host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }

/** A connection that never waits longer than that for the server. */
export async function watchConnection(address: string, timeoutMs: number): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: driverAddress(address),
    application_name: 'portal watch',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  // The statement that fails reports the error; without a listener the event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Closes the socket as well: a frozen server would never answer the Terminate message. */
export function endAtOnce(client: pg.Client): void {
  void client.end().catch(() => undefined)
  client.connection.stream.destroy()
}
