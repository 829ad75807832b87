import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'

import pg from 'pg'

import { type Database, type DatabaseSettings, openDatabase } from '../src/db/database.ts'
import { type EmbeddedPostgresPackage, loadEmbeddedPostgres } from '../src/db/embedded-package.ts'
import { isRunning, makeClaim, otherClaims } from '../src/db/pid-claims.ts'
import { portalRole } from '../src/db/portal-role.ts'
import { prepareDatabase } from '../src/jobs/prepare-database.ts'
import { type PgBouncer, startPgBouncer, throughPooler } from './pgbouncer.ts'

/** Environment variable through which the global setup passes the database servers to the workers. */
const handedOver = 'PORTICO_TEST_DATABASE'
/** Environment variable through which server/test/setup.ts names the test file that runs. */
const testFile = 'PORTICO_TEST_FILE'
/** What speaks to the database runs on the server that TEST_DATABASE_URL names, and all else on the embedded one. */
const ON_NAMED_SERVER = /\/(?:server\/src\/(?:areas|db|jobs)|demo\/src)\//
/** Folders of the embedded servers of runs, each with the id of its process; no folder of a portal begins so. */
export const folderPrefix = 'portico-test-run-'
const quick = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200']

interface TestServer {
  /** As an ordinary role that owns the databases, as in production. */
  readonly url: string
  readonly template: string
  /** Port of the PgBouncer before it, where TEST_DATABASE_POOLER is `on`. */
  readonly poolerPort?: number
}

export interface TestDatabase {
  /** For DATABASE_URL: openDatabase acts as portal_app over it. */
  readonly url: string
  /** For what the portal itself may not do, such as moving the clock. */
  readonly ownerUrl: string
  /** Where TEST_DATABASE_POOLER is `on`: the way that the portal takes, through PgBouncer in transaction mode. */
  readonly pooledUrl?: string
  drop(): Promise<void>
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function inDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.toString()
}

/** Runs statements as the owner of a test database. */
export async function asOwner(database: TestDatabase, text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  return withClient(database.ownerUrl, (client) => client.query(text, values))
}

/** Timeouts that a slow machine does not reach, for tests of other things. */
const longTimeouts = {
  statementTimeout: 50_000,
  lockTimeout: 40_000,
  idleInTransactionTimeout: 50_000,
  connectTimeout: 40_000,
}

/** Opens the database as the portal does, with long timeouts unless a test sets others. */
export function openWithLongTimeouts(
  { url, pooledUrl }: Pick<TestDatabase, 'url' | 'pooledUrl'>,
  more: Partial<DatabaseSettings> = {},
): Promise<Database> {
  const way = pooledUrl === undefined ? { url } : { url: pooledUrl, directUrl: url }
  return openDatabase({ ...way, applicationName: 'test', ...more, limits: { ...longTimeouts, ...more.limits } })
}

/**
 * As a client of the owner. Its statements about all tables are neither compiled nor given helpers, as those of the
 * portal: either takes longer than the statement itself.
 */
const ownerClient = (connectionString: string) =>
  new pg.Client({ connectionString, options: '-c jit=off -c max_parallel_workers_per_gather=0' })

/** The owner's statements over one connection that is kept; a statement without parameters may be several. */
export interface OwnerConnection {
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>
  end(): Promise<void>
}

/** Connects when it is first needed, and again when the server has broken the connection. */
export function ownerConnection({ ownerUrl }: Pick<TestDatabase, 'ownerUrl'>): OwnerConnection {
  let kept: Promise<pg.Client> | undefined
  let last: Promise<unknown> = Promise.resolve()
  const connect = async () => {
    const client = ownerClient(ownerUrl)
    const forget = () => void (kept = undefined)
    client.on('error', forget)
    client.on('end', forget)
    await client.connect()
    return client
  }
  return {
    query: (text, values = []) => {
      const query = async () => {
        kept ??= connect()
        const client = await kept
        // Long statements repeat: their plans are kept by their text. Several in one have no plan to keep.
        return text.length > PREPARED_FROM && !text.includes(';')
          ? client.query({ name: createHash('md5').update(text).digest('hex'), text, values })
          : client.query(text, values)
      }
      const asked = last.then(query, query)
      last = asked.catch(() => undefined)
      return asked
    },
    end: async () => {
      await (await kept?.catch(() => undefined))?.end()
    },
  }
}

const PREPARED_FROM = 1_000

/** The servers of a run; without `named`, all tests run on the embedded one. */
interface TestServers {
  readonly embedded: TestServer
  readonly named?: TestServer
}

function testServer(): TestServer {
  const given = process.env[handedOver]
  if (!given) throw new Error('The test database is started by server/test/global-setup.ts, which has not run.')
  const { embedded, named } = JSON.parse(given) as TestServers
  return named && ON_NAMED_SERVER.test(process.env[testFile] ?? '') ? named : embedded
}

/** A database of its own with all tables; dropping it is the caller's. */
export async function cloneDatabase(): Promise<TestDatabase> {
  return createDatabase(testServer().template)
}

/** A database of its own without anything in it. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template1')
}

/** A database as it is before the first start of a new installation. */
export async function newDatabase(): Promise<TestDatabase> {
  const database = await emptyDatabase()
  await prepareDatabase(database.url)
  return database
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const server = testServer()
  const name = `portal_test_${randomBytes(6).toString('hex')}`
  await withClient(server.url, async (client) => {
    for (let attempt = 1; ; attempt++) {
      try {
        // Copied as files: the default strategy writes every block to the log, which takes several times as long.
        await client.query(`create database ${name} template ${template} strategy file_copy`)
        return
      } catch (error) {
        // Another connection is still leaving the template.
        if (attempt === 20 || !(error instanceof pg.DatabaseError && error.code === '55006')) throw error
      }
    }
  })
  const url = inDatabase(server.url, name)
  const drop = () => withClient(server.url, (client) => dropDatabase(client, name))
  return {
    url,
    ownerUrl: url,
    ...(server.poolerPort ? { pooledUrl: throughPooler(url, server.poolerPort) } : {}),
    drop,
  }
}

/** Autovacuum may be at work in the database, whose process only a superuser ends, or a backend not gone yet; soon they are. */
async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`drop database if exists ${name} with (force)`)
      return
    } catch (error) {
      if (attempt === 240 || !(error instanceof pg.DatabaseError && ['42501', '55006'].includes(error.code ?? '')))
        throw error
      await client.query('select pg_sleep(0.25)')
    }
  }
}

/** Stops and removes what killed test runs left behind in a folder, unless another run does. */
export async function sweep(embedded: EmbeddedPostgresPackage, place = tmpdir()): Promise<void> {
  const claims = path.join(place, `${folderPrefix}sweep-${userInfo().uid}`)
  const claim = makeClaim(claims, 'run')
  const isAlone = otherClaims(claims, 'run', claim).length === 0
  for (const name of isAlone ? readdirSync(place) : []) {
    const pid = Number(name.startsWith(folderPrefix) && name.slice(folderPrefix.length))
    if (!pid || pid === process.pid || isRunning(pid)) continue
    const folder = path.join(place, name)
    await embedded.start(folder).then(
      (server) => server.stop(),
      () => {},
    )
    await rm(folder, { recursive: true, force: true })
  }
  claim.release()
}

/** An ordinary role that owns the test databases: what only a superuser can do shows up here. */
async function makeOwner(adminUrl: string, role: string): Promise<string> {
  const password = randomBytes(12).toString('hex')
  await withClient(adminUrl, async (client) => {
    await client.query(`create role ${role} login createdb createrole password '${password}'`)
    const { rows } = await client.query('select from pg_roles where rolname = $1', [portalRole])
    // Created by an earlier run on this server: another role may not be allowed to grant it.
    if (rows.length > 0) await client.query(`grant ${portalRole} to ${role}`)
  })
  const address = new URL(adminUrl)
  address.username = role
  address.password = password
  return address.toString()
}

/**
 * Global set-up: the embedded server, and the one that TEST_DATABASE_URL names, if any, as a role that may create
 * roles and databases; each with a migrated template to clone. Runs that begin with a server of `npm run mutate`
 * keep it.
 */
export async function startTestServer(): Promise<() => Promise<void>> {
  if (process.env[handedOver]) return async () => {}
  const embeddedPostgres = await loadEmbeddedPostgres()
  await sweep(embeddedPostgres)
  const folder = path.join(tmpdir(), `${folderPrefix}${process.pid}`)
  const flags = quick.flatMap((setting) => ['-c', setting])
  await mkdir(folder, { recursive: true })
  const postgres = await embeddedPostgres.start(folder, { flags })
  const poolers: PgBouncer[] = []
  const embedded = await withPooler(await prepareServer(postgres.url), poolers)
  // What a test changed is put back past triggers and foreign keys, see server/test/whole-state.ts.
  const role = new URL(embedded.url).username
  await withClient(postgres.url, (admin) => admin.query(`grant set on parameter session_replication_role to ${role}`))
  const adminUrl = process.env['TEST_DATABASE_URL']
  const named = adminUrl ? await withPooler(await prepareServer(adminUrl), poolers) : undefined
  process.env[handedOver] = JSON.stringify({ embedded, ...(named ? { named } : {}) } satisfies TestServers)
  return async () => {
    for (const pooler of poolers) await pooler.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
    if (adminUrl && named) await removeRun(adminUrl, named.template)
  }
}

/** So many for each database: fewer than a portal opens, so that its transactions share them. */
const POOL_SIZE = 6

/** With TEST_DATABASE_POOLER=on what speaks to the database does so through PgBouncer in transaction mode. */
async function withPooler(server: TestServer, poolers: PgBouncer[]): Promise<TestServer> {
  if (process.env['TEST_DATABASE_POOLER'] !== 'on') return server
  const pooler = await startPgBouncer({ server: server.url, poolSize: POOL_SIZE })
  poolers.push(pooler)
  return { ...server, poolerPort: pooler.port }
}

/** A role for the tests of this run, and a database of its name with all tables. */
async function prepareServer(adminUrl: string): Promise<TestServer> {
  const run = `portal_test_${randomBytes(4).toString('hex')}`
  const url = await makeOwner(adminUrl, run)
  await withClient(url, (client) => client.query(`create database ${run}`))
  // Tests of jobs insert the schedules that they are about.
  await prepareDatabase(inDatabase(url, run), { schedules: [] })
  return { url, template: run }
}

async function removeRun(adminUrl: string, run: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where pg_get_userbyid(datdba) = $1',
      [run],
    )
    for (const { name } of rows) await dropDatabase(client, name)
    await client.query(`drop role ${run}`)
  })
}
