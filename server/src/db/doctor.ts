import type pg from 'pg'

import { StartError } from '../start-error.ts'
import { pendingMigrations, readApplied, readMigrations } from './migrate.ts'
import { connectAsOwner, oldestServer, serverMajor } from './owner-connection.ts'
import { standingOf, statementsForAdministrator } from './portal-role.ts'

export interface Finding {
  readonly ok: boolean
  readonly says: string
}

const largestClockDifference = 5_000

async function findVersion(client: pg.Client): Promise<Finding> {
  const major = await serverMajor(client)
  return major >= oldestServer
    ? { ok: true, says: `The server is PostgreSQL ${major}.` }
    : { ok: false, says: `The server is PostgreSQL ${major}; ${oldestServer} or newer is needed.` }
}

async function findRole(client: pg.Client): Promise<Finding> {
  const standing = await standingOf(client)
  if (standing.mayAssume) return { ok: true, says: `The role ${standing.login} may act as portal_app.` }
  if (!standing.exists && standing.mayCreate)
    return { ok: true, says: `The role ${standing.login} may create portal_app.` }
  return {
    ok: false,
    says: `The role ${standing.login} may not act as portal_app: ask an administrator to run ${statementsForAdministrator(standing.login)}`,
  }
}

async function findTrigrams(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query("select from pg_available_extensions where name = 'pg_trgm'")
  return rows.length > 0
    ? { ok: true, says: 'The extension pg_trgm is available.' }
    : {
        ok: false,
        says: 'The extension pg_trgm is not available: install the contrib package of PostgreSQL on the server.',
      }
}

async function findCollation(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query("select from pg_collation where collname = 'en-x-icu'")
  return rows.length > 0
    ? { ok: true, says: 'Names are sorted by the ICU collation en-x-icu.' }
    : { ok: false, says: 'The ICU collation en-x-icu is missing: the server has to be built with ICU.' }
}

async function findClock(client: pg.Client): Promise<Finding> {
  const before = Date.now()
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  const apart = Math.abs((rows[0]?.now.getTime() ?? 0) - (before + Date.now()) / 2)
  const seconds = (apart / 1000).toFixed(1)
  return apart <= largestClockDifference
    ? { ok: true, says: `The clocks of database and portal are ${seconds} s apart.` }
    : { ok: false, says: `The clocks of database and portal are ${seconds} s apart: synchronise them.` }
}

async function findMigrations(client: pg.Client): Promise<Finding> {
  try {
    const pending = pendingMigrations(await readMigrations(), await readApplied(client))
    return {
      ok: true,
      says:
        pending.length === 0
          ? 'All migrations are applied.'
          : `${pending.length} migrations are waiting; the next start or "npm run portal -- migrate" applies them.`,
    }
  } catch (error) {
    if (error instanceof StartError) return { ok: false, says: error.message }
    throw error
  }
}

/** Days ahead of the end of a certificate at which it is no longer well to wait. */
const CERTIFICATE_DAYS = 7

async function findCertificates(client: pg.Client): Promise<Finding> {
  const { rowCount } = await client.query(
    "select from information_schema.columns where table_name = 'saml_providers' and column_name = 'certificate_expires_at'",
  )
  if (rowCount === 0)
    return { ok: true, says: 'Certificates of identity providers are looked at after the migrations.' }
  const { rows } = await client.query<{ id: number; name: string; days: number }>(
    `select id, name, floor(extract(epoch from certificate_expires_at - clock_now()) / 86400)::integer as days
       from saml_providers where certificate_expires_at < clock_now() + interval '60 days' order by certificate_expires_at`,
  )
  if (rows.length === 0) return { ok: true, says: 'No certificate of an identity provider ends within 60 days.' }
  const ends = rows.map(({ id, name, days }) => `${name} (${id}) ${days < 0 ? 'has ended' : `in ${days} days`}`)
  return {
    ok: rows.every(({ days }) => days > CERTIFICATE_DAYS),
    says: `Certificates of identity providers that end: ${ends.join(', ')}. "npm run portal -- saml-provider renew" takes the new one.`,
  }
}

/** Looks at a database without changing anything: what it is, what is missing and how to mend it. */
export async function doctor(url: string): Promise<Finding[]> {
  let client: pg.Client
  try {
    client = await connectAsOwner(url, 'portal doctor')
  } catch (error) {
    if (error instanceof StartError) return [{ ok: false, says: error.message }]
    throw error
  }
  try {
    const findings: Finding[] = []
    for (const find of [
      findVersion,
      findRole,
      findTrigrams,
      findCollation,
      findClock,
      findMigrations,
      findCertificates,
    ]) {
      findings.push(await find(client))
    }
    return findings
  } finally {
    await client.end()
  }
}
