import type pg from 'pg'
import { exportsAddress, keepsStatements, withoutPooler } from '../config/pooler.mjs'
import { describeError } from '../error-cause.ts'
import { StartError } from '../start-error.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { endAtOnce, watchConnection } from './host-probe.ts'
import { connectAsOwner } from './owner-connection.ts'

/** The ways to the database. */
export interface Ways {
  /** The server itself. */
  readonly url: string
  /** Through a pooler in transaction mode, where there is one. */
  readonly pooledUrl?: string | undefined
}

/** So many clients share connections behind several poolers, too, and more would take them from others. */
const CLIENTS_MAX = 12
const ANSWER_MS = 4_000
const GREETING_MS = 1_500

/** @throws StartError with what findUnfitWay finds */
export async function refuseUnfitWay(ways: Ways): Promise<void> {
  const problem = await findUnfitWay(ways)
  if (problem !== undefined) throw new StartError(problem)
}

/**
 * Returns why the portal cannot use a way to the database, in one sentence that names the setting; undefined where it
 * can. @throws StartError where it leads nowhere
 */
export async function findUnfitWay({ url, pooledUrl }: Ways): Promise<string | undefined> {
  const setting = pooledUrl === undefined ? 'DATABASE_URL' : 'PORTAL_DATABASE_DIRECT_URL'
  if (await isShared(() => connect(url), 2))
    return pooledUrl === undefined
      ? 'DATABASE_URL leads to a pooler in transaction mode: say so by pooler=transaction in it, and name the server itself in PORTAL_DATABASE_DIRECT_URL.'
      : `${setting} leads to a pooler in transaction mode, and has to lead to the server itself.`
  if (pooledUrl === undefined) return undefined
  const place = await usingOne(() => connect(url), readPlace)
  const exportsUrl = exportsAddress(pooledUrl)
  return (
    (await findUnfitPooler(pooledUrl, place, ofRequests)) ??
    (exportsUrl && (await findUnfitPooler(exportsUrl, place, ofExports)))
  )
}

/**
 * Asks whether the pooler lets clients in, which it does also while all of its connections of the server are in use.
 * @throws DatabaseUnavailable where it does not
 */
export async function greetPooler(pooledUrl: string): Promise<void> {
  const client = await watchConnection(withoutPooler(pooledUrl), GREETING_MS).catch((error: unknown) => {
    throw new DatabaseUnavailable(true, error)
  })
  endAtOnce(client)
}

interface PoolWords {
  readonly setting: string
  /** Why the mode of the pool is wrong, and what to do. */
  readonly wrongMode: string
}

const HAS_OWN = 'and each client has a connection of the server for itself there, as with a pooler in session mode'
const ofRequests: PoolWords = {
  setting: 'DATABASE_URL',
  wrongMode: `DATABASE_URL says pooler=transaction, ${HAS_OWN} or without one: set its mode to transaction (pool_mode of PgBouncer), or leave pooler=transaction and PORTAL_DATABASE_DIRECT_URL out.`,
}
const ofExports: PoolWords = {
  setting: 'exports_database in DATABASE_URL',
  wrongMode: `DATABASE_URL names a database of the pooler as exports_database, ${HAS_OWN}: set the mode of that database to transaction (pool_mode of PgBouncer), or leave exports_database out.`,
}

async function findUnfitPooler(
  pooledUrl: string,
  direct: Place,
  { setting, wrongMode }: PoolWords,
): Promise<string | undefined> {
  const open = () => connect(withoutPooler(pooledUrl))
  const place = await usingOne(open, (client) => readPlaceInTransaction(client, setting))
  if (typeof place === 'string') return place
  if (place.system !== direct.system)
    return `PORTAL_DATABASE_DIRECT_URL leads to another cluster than ${setting} (system identifiers ${direct.system} and ${place.system}): both have to lead to the same database.`
  if (place.database !== direct.database)
    return `PORTAL_DATABASE_DIRECT_URL leads to the database ${direct.database}, and ${setting} to ${place.database}: both have to lead to the same one.`
  if (!(await isShared(open, CLIENTS_MAX))) return wrongMode
  if (keepsStatements(pooledUrl) && !(await areStatementsKept(open)))
    return 'DATABASE_URL says prepared_statements=on, and the pooler does not keep them: PgBouncer does from version 1.21 on, with max_prepared_statements above 0; otherwise leave prepared_statements out.'
  return undefined
}

interface Place {
  readonly system: string
  readonly database: string
}

const connect = (url: string): Promise<pg.Client> => connectAsOwner(url, 'portal check')

async function usingOne<Result>(
  open: () => Promise<pg.Client>,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await open()
  try {
    return await work(client)
  } finally {
    void client.end().catch(() => undefined)
  }
}

const ask = <Row extends object>(client: pg.Client, text: string): Promise<pg.QueryResult<Row>> =>
  client.query<Row>({ text, query_timeout: ANSWER_MS } as pg.QueryConfig)

async function readPlace(client: pg.Client): Promise<Place> {
  const text =
    'select current_database()::text as database, (select system_identifier::text from pg_control_system()) as system'
  const { rows } = await ask<Place>(client, text)
  return rows[0] as Place
}

/** A pooler in statement mode ends the connection at BEGIN; what it says is returned as why. */
async function readPlaceInTransaction(client: pg.Client, setting: string): Promise<Place | string> {
  try {
    await ask(client, 'begin read only')
    const place = await readPlace(client)
    await ask(client, 'commit')
    return place
  } catch (error) {
    const words = describeError(error)
    return /transaction block|statement pooling/i.test(words)
      ? `${setting} leads to a pooler in statement mode, in which there are no transactions: set its mode to transaction (pool_mode of PgBouncer).`
      : `${setting} leads to a pooler that does not answer as it should: ${words}.`
  }
}

/** Whether clients that are connected at the same time share connections of the server. */
async function isShared(open: () => Promise<pg.Client>, most: number): Promise<boolean> {
  const clients: pg.Client[] = []
  const processes = new Map<pg.Client, number>()
  try {
    while (clients.length < most) {
      clients.push(await open())
      for (const client of clients) {
        const { rows } = await ask<{ pid: number }>(client, 'select pg_backend_pid() as pid')
        const pid = rows[0]?.pid ?? 0
        const known = processes.get(client)
        if (known !== undefined ? known !== pid : [...processes.values()].includes(pid)) return true
        processes.set(client, pid)
      }
    }
    return false
  } catch (error) {
    if (clients.length < 2 || !/timeout/i.test(describeError(error))) throw error
    // The others are idle, and only a pooler in session mode keeps their connections for them.
    return false
  } finally {
    for (const client of clients) void client.end().catch(() => undefined)
  }
}

/** Whether a statement that was prepared on one connection of the server is known on another one. */
async function areStatementsKept(open: () => Promise<pg.Client>): Promise<boolean> {
  const probe = { name: 'portal check', text: 'select 1', values: [], query_timeout: ANSWER_MS } as pg.QueryConfig
  return usingOne(open, (first) =>
    usingOne(open, async (second) => {
      await first.query(probe)
      // Takes the connection on which it was prepared.
      await ask(second, 'begin')
      try {
        await first.query(probe)
        return true
      } catch (error) {
        // Of a pool with one connection the second question waits for the transaction.
        return /timeout/i.test(describeError(error))
      }
    }),
  )
}
