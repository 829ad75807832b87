import type { Finding } from './finding.ts'
import { StartError } from '../start-error.ts'
import { readApplied } from '../db/migrate.ts'
import { readMigrations } from '../db/migration-files.ts'
import { connectAsOwner, type OwnerClient, serverMajor } from '../db/owner-connection.ts'
import { shortList, wrongGrants } from '../db/portal-grants.ts'
import { readRoleRights, statementsForAdministrator } from '../db/portal-role.ts'
import { lacksMigrations, newerThan, pendingMigrations } from '../db/serving-window.ts'
import { findForeignOwner, findUnfitness } from '../db/unfit-server.ts'
import { countOf } from '../count-of.ts'

type OwnFinding = Omit<Finding, 'name'>

const largestClockDifference = 5_000

async function findVersion(client: OwnerClient, url: string): Promise<OwnFinding> {
  const problems = await findUnfitness(client, url)
  return problems.length === 0
    ? { ok: true, message: `The server is PostgreSQL ${await serverMajor(client)}.` }
    : { ok: false, message: problems.join(' ') }
}

async function findRole(client: OwnerClient): Promise<OwnFinding> {
  const rights = await readRoleRights(client)
  if (rights.mayAssume) return { ok: true, message: `The role ${rights.login} may act as portal_app.` }
  if (!rights.exists && rights.mayCreate)
    return { ok: true, message: `The role ${rights.login} may create portal_app.` }
  return {
    ok: false,
    message: `The role ${rights.login} may not act as portal_app: ask an administrator to run ${statementsForAdministrator(rights)}`,
  }
}

async function findOwner(client: OwnerClient, url: string): Promise<OwnFinding> {
  const problem = await findForeignOwner(client, url)
  return problem === null
    ? { ok: true, message: 'The role of DATABASE_URL may migrate the tables.' }
    : { ok: false, message: problem }
}

async function findTrigrams(client: OwnerClient): Promise<OwnFinding> {
  const { rows } = await client.query("select from pg_available_extensions where name = 'pg_trgm'")
  return rows.length > 0
    ? { ok: true, message: 'The extension pg_trgm is available.' }
    : {
        ok: false,
        message: 'The extension pg_trgm is not available: install the contrib package of PostgreSQL on the server.',
      }
}

async function findCollation(client: OwnerClient): Promise<OwnFinding> {
  const { rows } = await client.query("select from pg_collation where collname = 'en-x-icu'")
  return rows.length > 0
    ? { ok: true, message: 'Names are sorted by the ICU collation en-x-icu.' }
    : { ok: false, message: 'The ICU collation en-x-icu is missing: the server has to be built with ICU.' }
}

async function findClock(client: OwnerClient): Promise<OwnFinding> {
  const before = Date.now()
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  const apart = Math.abs((rows[0]?.now.getTime() ?? 0) - (before + Date.now()) / 2)
  const seconds = (apart / 1000).toFixed(1)
  return apart <= largestClockDifference
    ? { ok: true, message: `The clocks of database and portal are ${seconds} s apart.` }
    : { ok: false, message: `The clocks of database and portal are ${seconds} s apart: synchronise them.` }
}

async function findMigrations(client: OwnerClient): Promise<OwnFinding> {
  try {
    const [known, applied] = [await readMigrations(), await readApplied(client)]
    const pending = pendingMigrations(known, applied)
    const newer = newerThan(known, applied).length
    return {
      ok: true,
      message:
        newer > 0
          ? `The database has ${countOf(newer, 'migration')} of a newer version, on which this one may serve.`
          : pending.length === 0
            ? 'All migrations are applied.'
            : `Migrations that wait: ${pending.length}. The next start or "npm run portal -- migrate" applies them.`,
    }
  } catch (error) {
    if (error instanceof StartError) return { ok: false, message: error.message }
    throw error
  }
}

/** Days ahead of the end of a certificate at which it is no longer well to wait. */
const CERTIFICATE_DAYS = 7

async function findCertificates(client: OwnerClient): Promise<OwnFinding> {
  const { rowCount } = await client.query(
    "select from information_schema.columns where table_name = 'saml_providers' and column_name = 'certificate_expires_at'",
  )
  if (rowCount === 0)
    return { ok: true, message: 'Certificates of identity providers are looked at after the migrations.' }
  const { rows } = await client.query<{ id: number; name: string; days: number }>(
    `select id, name, floor(extract(epoch from certificate_expires_at - clock_now()) / 86400)::integer as days
       from saml_providers where certificate_expires_at < clock_now() + interval '60 days' order by certificate_expires_at`,
  )
  if (rows.length === 0) return { ok: true, message: 'No certificate of an identity provider ends within 60 days.' }
  const ends = rows.map(
    ({ id, name, days }) => `${name} (${id}) ${days < 0 ? 'has ended' : `in ${countOf(days, 'day')}`}`,
  )
  return {
    ok: rows.every(({ days }) => days > CERTIFICATE_DAYS),
    message: `Certificates of identity providers that end: ${ends.join(', ')}. "npm run portal -- saml-provider renew" takes the new one.`,
  }
}

/** True if exactly the migrations of this version are applied. */
async function isMigrated(client: OwnerClient): Promise<boolean> {
  const [known, applied] = [await readMigrations(), await readApplied(client)]
  return !lacksMigrations(known, applied) && newerThan(known, applied).length === 0
}

async function findGrants(client: OwnerClient): Promise<OwnFinding> {
  if (!(await isMigrated(client)))
    return { ok: true, message: 'The rights of portal_app are checked once all migrations are applied.' }
  const { missing, excess } = await wrongGrants(client)
  if (missing.length === 0 && excess.length === 0)
    return { ok: true, message: 'portal_app may do what it has to, and row-level security holds it.' }
  const lacks = missing.length === 0 ? [] : [`portal_app lacks ${shortList(missing)}`]
  const has = excess.length === 0 ? [] : [`portal_app has ${shortList(excess)}, which it must not have`]
  return {
    ok: false,
    message: `${[...lacks, ...has].join('; ')}. A plain restore of pg_dump leaves this: restore with "npm run portal -- restore", or grant it by hand.`,
  }
}

type Check = readonly [name: string, find: (client: OwnerClient, url: string) => Promise<OwnFinding>]

/** What all other checks need. */
const firstChecks: readonly Check[] = [
  ['database', findVersion],
  ['role', findRole],
  ['owner', findOwner],
]
const checks: readonly Check[] = [
  ['extension', findTrigrams],
  ['collation', findCollation],
  ['clock', findClock],
  ['migrations', findMigrations],
  ['grants', findGrants],
  ['certificates', findCertificates],
]

/**
 * Looks at a database without changing anything: what it is, what is missing and how to repair it. `more` looks
 * over the same connection.
 */
export async function checkDatabase(url: string, more?: (client: OwnerClient) => Promise<Finding>): Promise<Finding[]> {
  let client: OwnerClient
  try {
    client = await connectAsOwner(url, 'portal doctor')
  } catch (error) {
    if (error instanceof StartError) return [{ name: 'database', ok: false, message: error.message }]
    throw error
  }
  try {
    const findings: Finding[] = []
    for (const [name, find] of firstChecks) findings.push({ name, ...(await find(client, url)) })
    if (findings.some(({ ok }) => !ok)) return findings
    for (const [name, find] of checks) findings.push({ name, ...(await find(client, url)) })
    if (more) findings.push(await more(client))
    return findings
  } finally {
    await client.end()
  }
}
