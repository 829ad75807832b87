import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import { type AuditHead, connectAsOwner, type DemoWorldDeps, type KeyRing, signHead } from '@portico/server/for-demo.ts'
import { createHash } from 'node:crypto'
import { namedPeople } from './demo-accounts.ts'
import { writeAccessRequests } from './demo-access-requests.ts'
import { writeAccessReviews } from './demo-access-reviews.ts'
import { writeReports } from './demo-reports.ts'
import { writeAnnouncements } from './demo-announcements.ts'
import { drawBrands, writeBrandPictures } from './demo-brands.ts'
import { FIRST_PAGE, FIRST_SYSTEM, writeCatalogDetails } from './demo-catalog.ts'
import { writeClientDetails, writeOperator } from './demo-clients.ts'
import { demoFiles } from './demo-configuration.ts'
import { writeContact } from './demo-contact.ts'
import { writeCustomers } from './demo-customers.ts'
import { writeDirectory } from './demo-directory.ts'
import { writeDocuments } from './demo-documents.ts'
import { writeFactors } from './demo-factors.ts'
import { writeAdministration, writeGrants } from './demo-grants.ts'
import { writeLicenses } from './demo-licenses.ts'
import { writeLinks } from './demo-links.ts'
import { crowd } from './demo-people.ts'
import { PORTAL_ADMIN } from './demo-person.ts'
import { writePreferences } from './demo-preferences.ts'
import { writePermissionSetHolders } from './demo-permission-sets.ts'
import { writeServiceAccounts } from './demo-service-accounts.ts'
import { writeSettings, writeSystemAccounts } from './demo-settings.ts'
import { writeSignIns } from './demo-sign-ins.ts'
import type { DemoSecrets } from './demo-secrets.ts'
import { drawTiles, writeTiles } from './demo-tiles.ts'
import { demoHashes, writeAdministrator, writeUsers } from './demo-users.ts'
import { recordSignalEvents, writeWebhooks } from './demo-webhooks.ts'
import { type DemoMoment, demoMoment, type DemoWriter, demoWriter } from './demo-writer.ts'

export interface DemoWorldSettings extends DemoWorldDeps {
  /** Credentials of the users. */
  secrets: DemoSecrets
}

const largeTables = [
  'users',
  'user_sign_ins',
  'user_system_grants',
  'user_page_grants',
  'user_facility_grants',
  'user_customer_grants',
  'user_section_preferences',
  'user_page_accesses',
  'customers',
  'audit_events',
  'audit_seals',
]

type OwnerConnection = Awaited<ReturnType<typeof connectAsOwner>>

/**
 * Loads the demo world into an empty database, all of it or nothing; false when the database was not empty. Of several
 * nodes that start at once, one loads it.
 */
export async function loadDemoWorld(settings: DemoWorldSettings): Promise<boolean> {
  const started = performance.now()
  const isLoaded = await withOwner(settings.url, async (connection) => {
    await connection.query(
      "begin; set local statement_timeout = 0; set local timezone = 'UTC'; set local search_path = public",
    )
    await connection.query("select pg_advisory_xact_lock(hashtextextended('portal demo world', 0))")
    const isEmpty = await hasNoClients(connection)
    if (isEmpty) await write(connection, settings)
    await connection.query('commit')
    return isEmpty
  })
  if (isLoaded) settings.logger?.info({ durMs: Math.round(performance.now() - started) }, 'demo world loaded')
  return isLoaded
}

/** A failure ends the connection, which rolls back. */
async function withOwner<Result>(url: string, work: (connection: OwnerConnection) => Promise<Result>): Promise<Result> {
  const connection = await connectAsOwner(url, 'portal demo world')
  try {
    return await work(connection)
  } finally {
    await connection.end().catch(() => {})
  }
}

async function hasNoClients(connection: OwnerConnection): Promise<boolean> {
  const { rows } = await connection.query<{ empty: boolean }>('select not exists (select from clients) as empty')
  return rows[0]?.empty === true
}

async function write(connection: OwnerConnection, settings: DemoWorldSettings): Promise<void> {
  const { hashing, keys, timeZone, secrets, storage } = settings
  const writer = demoWriter(connection)
  const people = [...namedPeople, ...crowd(PORTAL_ADMIN + namedPeople.length)]
  // Hashing and drawing run while files are applied.
  const hashes = demoHashes(hashing, secrets)
  const drawn = drawBrands()
  const tiles = drawTiles()
  const crafts = Promise.all([hashes, drawn, tiles])
  crafts.catch(() => {})
  const moment = await readMoment(connection, timeZone)
  const portalPages = await readPortalPages(connection)
  await writeFiles({ connection, writer, moment, portalPages }, settings)
  await writeClientDetails(writer, moment)
  await writeCatalogDetails(writer)
  await writeSettings(writer)
  const [readyHashes, drawnBrands, drawnTiles] = await crafts
  await writeTiles(writer, drawnTiles)
  await writeUsers(writer, moment, people, readyHashes)
  await writeDirectory(writer, moment, people)
  await writeFactors(writer, people, { keys, seed: secrets.factorSeed })
  await writeGrants(writer, moment, people, portalPages)
  await writeSystemAccounts(writer, people.slice(namedPeople.length))
  await writePreferences(writer, moment, people)
  await writeLicenses(writer, moment)
  await writeLinks(writer, moment, people)
  await writeContact(writer, moment, people)
  await writeAccessRequests(writer, moment, people)
  await writeAccessReviews(writer, moment, people)
  await writeServiceAccounts(writer, moment, people, keys)
  await writePermissionSetHolders(writer, moment, people)
  await writeReports(connection, writer, moment, timeZone)
  await writeAnnouncements(writer, moment, people)
  if (storage) await writeDocuments(writer, moment, people, storage)
  await writeBrandPictures(writer, moment, drawnBrands)
  await writeSignIns(writer, moment, people)
  recordSignalEvents(writer, moment, people)
  await writer.writeEvents()
  await writeMark(connection, secrets)
  await writeSeals(connection, keys)
  await writeWebhooks(connection, writer, moment, keys)
  // Statistics for the first visitors, who come before autovacuum has analyzed the tables.
  await connection.query(`analyze ${largeTables.join(', ')}`)
}

interface WrittenWorld {
  connection: OwnerConnection
  writer: DemoWriter
  moment: DemoMoment
  portalPages: ReadonlyMap<string, number>
}

/** Days since the files were applied: before anything else that happened. */
const APPLIED_DAYS = 61

/**
 * Applies the files of configuration, once there is what they need: an administrator who applies them, and the customers
 * that they name. Then gives back what they manage: no later start applies them, and screens would promise it.
 */
async function writeFiles(
  { connection, writer, moment, portalPages }: WrittenWorld,
  { applyFiles }: DemoWorldSettings,
): Promise<void> {
  const administrator = namedPeople.find(({ id }) => id === PORTAL_ADMIN)
  if (!administrator) throw new Error('Nobody of the demo administers the portal')
  const before = await newestEvent(connection)
  await writeOperator(writer)
  await writeAdministrator(writer, administrator)
  await writeAdministration(writer, moment, administrator, portalPages)
  await writeCustomers(writer)
  await writer.numberFrom(firstIds)
  await applyFiles(connection, demoFiles, { as: administrator.userName, set: 'demo' })
  await writer.clear('managed_objects')
  const applied = moment.daysAgo(APPLIED_DAYS)
  for (const [table, column] of Object.entries(appliedMoments))
    await connection.query(`update ${table} set ${column} = $1`, [applied])
  // An event from before the demo, such as a failed sign-in, may be sealed.
  await connection.query('update audit_events set at = $1 where id > $2', [applied, before])
}

/** The id of the newest event; 0 where there is none. */
async function newestEvent(connection: OwnerConnection): Promise<number> {
  const { rows } = await connection.query<{ id: number }>(
    'select coalesce(max(id), 0)::integer as id from audit_events',
  )
  return rows[0]?.id ?? 0
}

/** Ids of the first entries of lists that the rest of the demo refers to. */
const firstIds = {
  departments: 1,
  sms_carriers: 1,
  systems: FIRST_SYSTEM,
  sections: 1,
  pages: FIRST_PAGE,
  system_account_types: 1,
  permission_sets: 1,
}

/** Where it says when something was applied. */
const appliedMoments = { permission_set_versions: 'changed_at', branding_versions: 'created_at' }

/** Seals the past and signs its head, because its events are older than verification allows without a signature. */
async function writeSeals(connection: OwnerConnection, keys: KeyRing): Promise<void> {
  await connection.query('select seal_audit_events(1000000)')
  const { rows } = await connection.query<AuditHead>(
    `select sequence, encode(hash, 'hex') as hash from audit_seals order by sequence desc limit 1`,
  )
  for (const head of rows)
    await connection.query(
      `insert into audit_checkpoints (sequence, head_hash, signature) values ($1, decode($2, 'hex'), $3)`,
      [head.sequence, head.hash, signHead(keys, head)],
    )
}

async function writeMark(connection: OwnerConnection, { isKnown, mailboxPassword }: DemoSecrets): Promise<void> {
  const hash = mailboxPassword === null ? null : createHash('sha256').update(mailboxPassword).digest()
  await connection.query('insert into demo_world (has_known_passwords, mailbox_password_sha256) values ($1, $2)', [
    isKnown,
    hash,
  ])
}

async function readMoment(connection: OwnerConnection, timeZone: string): Promise<DemoMoment> {
  const { rows } = await connection.query<{ now: Date; today: string }>(
    'select clock_now() as now, business_today($1)::text as today',
    [timeZone],
  )
  const [row] = rows
  if (!row) throw new Error('The database did not say what time it is')
  return demoMoment(row.now, row.today)
}

/** Ids of the portal's own pages by their names. */
async function readPortalPages(connection: OwnerConnection): Promise<Map<string, number>> {
  const { rows } = await connection.query<{ id: number; name: string }>(
    `select id, name from pages where system_id = ${PORTAL_SYSTEM_ID} and deleted_at is null`,
  )
  return new Map(rows.map(({ id, name }) => [name, id]))
}
