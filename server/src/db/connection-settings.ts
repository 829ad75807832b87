import pg from 'pg'
import { changedAddress, driverAddress, hostAddresses } from '../config/database-hosts.mjs'
import { isPooled, keepsStatements, withoutPooler } from '../config/pooler.mjs'
import type { Pooling } from './pooled-connection.ts'
import { primaryHostOf } from './primary-host.ts'
import type { ObserveStatement } from './query.ts'
import { namedLimits, sessionConstants, type SessionSettings } from './scope.ts'

export interface PoolSettings extends SessionSettings {
  readonly url: string
  readonly applicationName: string
  readonly connections: number
  readonly connectTimeout: number
  /** Milliseconds that a change waits for others to commit; by default the connection timeout. */
  readonly turnTimeout?: number
  /** Called with the text of every statement that is sent. */
  readonly observeStatement?: ObserveStatement | undefined
  /** Of an address through a pooler: the one of the servers behind it, of which the primary is watched. */
  readonly watchedUrl?: string | undefined
  /** Of several hosts: whether its statements are given up while the primary is silent, since people wait for them. */
  readonly isCutWhenSilent?: boolean
  /** Whether it leads to a replica: its server has to be a standby, and otherwise must not be one. */
  readonly isStandby?: boolean
  /** Rows as the driver reads them by itself, for libraries that expect those. */
  readonly readsAsDriver?: boolean
}

/** How transactions of these connections begin where the address leads through a pooler; undefined where it does not. */
export const poolingOf = ({ url, ...session }: PoolSettings): Pooling | undefined =>
  isPooled(url) ? { session, keepsStatements: keepsStatements(url) } : undefined

const { builtins } = pg.types
const readMoment = pg.types.getTypeParser(builtins.TIMESTAMPTZ)
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  // Calendar days stay text: as a Date they would be a moment in some time zone.
  [builtins.DATE, String],
  [builtins.INTERVAL, String],
  [builtins.TIMESTAMPTZ, momentOf],
])

/** Our connections speak of moments in UTC, which the engine reads by itself; infinity and far years are the driver's. */
function momentOf(text: string): unknown {
  const isPlain = text.endsWith('+00') && text[10] === ' '
  return isPlain ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : readMoment(text)
}

/** Rows as the table types promise them: 64-bit numbers as numbers, days as 'yyyy-MM-dd'. */
export const rowTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    (format === 'text' && parsers.get(oid)) || pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/** The server aborts slow statements; half a second later, in milliseconds, the connection counts as lost. */
export const silenceOf = ({ statementTimeout }: Pick<PoolSettings, 'statementTimeout'>): number =>
  statementTimeout + 500

/**
 * Driver settings of a connection as portal_app.
 * @param more settings of the server from the start of the connection
 */
export function connectionSettings(settings: PoolSettings, more: Readonly<Record<string, string>> = {}): pg.PoolConfig {
  let given: string | null = null
  const isThroughPooler = isPooled(settings.url)
  const [first = settings.url] = hostAddresses(isThroughPooler ? withoutPooler(settings.url) : settings.url)
  const address = changedAddress(first, ({ searchParams }) => {
    given = searchParams.get('options')
    searchParams.delete('options')
  })
  const { url, watchedUrl } = settings
  const primary = primaryHostOf(watchedUrl ?? url)
  // As start-up options they hold for the connection's whole life and come back after RESET ALL.
  const options = Object.entries({ ...sessionConstants, ...namedLimits(settings), ...more })
  return {
    connectionString: driverAddress(address),
    ...(primary ? { stream: primary.sockets(settings.isCutWhenSilent ?? false, watchedUrl && address) } : {}),
    application_name: settings.applicationName,
    ...(isThroughPooler
      ? {}
      : { options: [given, ...options.map(([name, value]) => `-c ${name}=${value}`)].filter(Boolean).join(' ') }),
    max: settings.connections,
    connectionTimeoutMillis: settings.connectTimeout,
    query_timeout: silenceOf(settings),
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...(settings.readsAsDriver ? {} : { types: rowTypes }),
  }
}
