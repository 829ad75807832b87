import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { ProviderMetadata } from './provider-metadata.ts'
import { queries } from '../../../db/queries.ts'
import { run, runCount, runFirst, runOne } from '../../../db/run.ts'
import { arrayOf, instant, int, nullable, type RowOf, statement, text } from '../../../db/statement.ts'

/** Attribute names of a provider; null: the defaults. */
export interface AttributeNames {
  email_attribute?: string | null
  first_name_attribute?: string | null
  last_name_attribute?: string | null
}

export interface NewProvider {
  name: string
  attributes: AttributeNames
  metadata: ProviderMetadata
  signOutUrl: string | null
}

/** What the audit trail shows of a provider: certificates by their SHA-256, employers by their ids. */
export type ProviderState = RowOf<typeof providerState>

const providerState = statement([int], {
  name: 'federation: provider state',
  text: `
  select provider.name, provider.entity_id as "entityId", provider.sign_on_url as "signOnUrl",
         provider.sign_out_url as "signOutUrl", provider.name_id_format as "nameIdFormat",
         provider.email_attribute as "emailAttribute", provider.first_name_attribute as "firstNameAttribute",
         provider.last_name_attribute as "lastNameAttribute",
         encode(sha256(convert_to(provider.certificate, 'UTF8')), 'hex') as certificate,
         provider.certificate_expires_at as "certificateExpiresAt",
         encode(sha256(convert_to(provider.previous_certificate, 'UTF8')), 'hex') as "previousCertificate",
         provider.previous_certificate_expires_at as "previousCertificateExpiresAt",
         array(select client_id from saml_provider_clients where provider_id = provider.id order by client_id) as "clientIds"
    from saml_providers provider where provider.id = $1 for update of provider`,
  row: {
    name: text,
    entityId: text,
    signOnUrl: text,
    signOutUrl: nullable(text),
    nameIdFormat: nullable(text),
    emailAttribute: nullable(text),
    firstNameAttribute: nullable(text),
    lastNameAttribute: nullable(text),
    certificate: text,
    certificateExpiresAt: nullable(instant),
    previousCertificate: nullable(text),
    previousCertificateExpiresAt: nullable(instant),
    clientIds: arrayOf(int),
  },
})

// Reads and locks of providers.

/** Locks the provider until the transaction ends. */
export async function lockProvider(tx: Tx, providerId: number): Promise<void> {
  await run(tx, queries.selectFrom('saml_providers').select('id').where('id', '=', providerId).forNoKeyUpdate())
}

/** Locks the provider and returns what the audit trail shows of it; null: there is none. */
export const lockProviderState = async (tx: Tx, id: number): Promise<ProviderState | null> =>
  (await runFirst(tx, providerState(id))) ?? null

export const findProviderByEntityId = async (tx: Tx, entityId: string) =>
  runFirst(tx, queries.selectFrom('saml_providers').select('id').where('entity_id', '=', entityId))

export const listProviders = async (tx: Tx) =>
  run(
    tx,
    queries
      .selectFrom('saml_providers as provider')
      .leftJoin('saml_provider_clients as connection', 'connection.provider_id', 'provider.id')
      .leftJoin('clients', 'clients.id', 'connection.client_id')
      .select(['provider.id', 'provider.name', 'provider.entity_id', 'provider.certificate'])
      .select(['provider.previous_certificate_expires_at', 'clients.name as client'])
      .select(['provider.email_attribute', 'provider.first_name_attribute', 'provider.last_name_attribute'])
      .orderBy('provider.id'),
  )

// Providers as their metadata state them.

/** Returns undefined when a provider with this entity ID exists. */
export async function addProvider(
  tx: Tx,
  { name, metadata, signOutUrl, attributes }: NewProvider,
): Promise<number | undefined> {
  const row = await runFirst(
    tx,
    queries
      .insertInto('saml_providers')
      .values({ name, entity_id: metadata.entityId, sign_out_url: signOutUrl, ...attributes, ...columnsOf(metadata) })
      .onConflict((conflict) => conflict.column('entity_id').doNothing())
      .returning('id'),
  )
  return row?.id
}

/** Holds for a row that has another value in one of these columns. */
const differs = (columns: object) => {
  const differing = Object.entries(columns).map(
    ([column, value]) => sql<boolean>`${sql.ref(column)} is distinct from ${value}`,
  )
  return differing.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(differing, sql` or `)})`
}

/**
 * Replaces certificates and addresses; nothing where none of them differs. A certificate that is no longer listed stays
 * valid for so many days from then on, or until it ends anyway.
 */
export async function renewMetadata(
  tx: Tx,
  id: number,
  metadata: ProviderMetadata,
  daysOfOverlap: number,
): Promise<void> {
  const { previous_certificate: listed, previous_certificate_expires_at: listedEnd, ...present } = columnsOf(metadata)
  const before = await runOne(
    tx,
    queries.selectFrom('saml_providers').select('certificate').where('id', '=', id).forUpdate(),
  )
  // As it is sent: a form that sends it back as it is changes nothing.
  const lastDay = sql<Date>`date_trunc('milliseconds', clock_now() + make_interval(days => ${daysOfOverlap}))`
  const former =
    listed !== null
      ? { previous_certificate: listed, previous_certificate_expires_at: listedEnd }
      : before.certificate !== present.certificate
        ? { previous_certificate: before.certificate, previous_certificate_expires_at: lastDay }
        : { previous_certificate_expires_at: endOfFormer(lastDay) }
  const columns = { ...present, ...former }
  await run(
    tx,
    queries
      .updateTable('saml_providers')
      .set({ ...columns, updated_at: sql<Date>`clock_now()` })
      .where('id', '=', id)
      .where(differs(columns)),
  )
}

/** When the former certificate ends that there is, at the latest at this time; null: there is none. */
const endOfFormer = (latest: RawBuilder<Date>) => sql<Date | null>`
  case when previous_certificate is not null then least(previous_certificate_expires_at, ${latest}) end`

export async function deleteProvider(tx: Tx, id: number): Promise<boolean> {
  const removed = await runCount(tx, queries.deleteFrom('saml_providers').where('id', '=', id))
  return removed > 0
}

// Changes of a provider without new metadata.

/** Changes the named columns; nothing where none of them differs. */
export async function changeProvider(
  tx: Tx,
  id: number,
  columns: AttributeNames & { name?: string; sign_out_url?: string | null },
): Promise<void> {
  await run(
    tx,
    queries
      .updateTable('saml_providers')
      .set({ ...columns, updated_at: sql<Date>`clock_now()` })
      .where('id', '=', id)
      .where(differs(columns)),
  )
}

/** Raises the version and states who has changed the provider; null: nobody who is signed in. */
export const stampProviderChange = (tx: Tx, id: number, changedBy: number | null) =>
  run(tx, queries.updateTable('saml_providers').set({ changed_by: changedBy }).where('id', '=', id))

/** Sets the expiry of the former certificate, if there is one; null: it is invalid from now on. */
export async function endFormerCertificate(tx: Tx, id: number, end: Date | null): Promise<void> {
  const columns =
    end === null
      ? { previous_certificate: null, previous_certificate_expires_at: null }
      : { previous_certificate_expires_at: end }
  await run(
    tx,
    queries
      .updateTable('saml_providers')
      .set(columns)
      .where('id', '=', id)
      .where('previous_certificate', 'is not', null)
      .where(differs(columns)),
  )
}

/** Changes only the named attributes; false: there is no such provider. */
export async function setAttributeNames(tx: Tx, id: number, attributes: AttributeNames): Promise<boolean> {
  const changed = await runCount(
    tx,
    queries
      .updateTable('saml_providers')
      .set({ ...attributes, updated_at: sql<Date>`clock_now()` })
      .where('id', '=', id),
  )
  return changed > 0
}

const takenClients = statement([arrayOf(int), int], {
  name: 'federation: taken clients',
  text: `
  select provider.name as "takenBy"
    from saml_provider_clients taken join saml_providers provider on provider.id = taken.provider_id
   where taken.client_id = any ($1) and taken.provider_id <> $2 order by provider.name limit 1`,
  row: { takenBy: text },
})

const takeOtherClients = statement([arrayOf(int), int], {
  name: 'federation: take other clients',
  text: `
  delete from saml_provider_clients where provider_id = $2 and client_id <> all ($1)`,
})

const giveClients = statement([arrayOf(int), int], {
  name: 'federation: give clients',
  text: `
  with client as (
    select id from clients where id = any ($1) and not is_deleted),
  given as (
    insert into saml_provider_clients (provider_id, client_id)
    select $2, id from client where not exists (select from saml_provider_clients held where held.client_id = id))
  select count(*)::integer as count from client`,
  row: { count: int },
})

// Employers of providers, with their domains.

/** Returns the ids of the provider's employers. */
export async function listProviderClients(tx: Tx, providerId: number): Promise<number[]> {
  const rows = await run(
    tx,
    queries.selectFrom('saml_provider_clients').select('client_id').where('provider_id', '=', providerId),
  )
  return rows.map(({ client_id }) => client_id)
}

const lockSamlProviderClients = statement([], {
  name: 'federation: lock saml provider clients',
  text: 'lock table saml_provider_clients in share row exclusive mode',
})

/**
 * Replaces the employers of a provider; those that it has already stay as they are. 'unknown' where one is no client;
 * the name of the other provider where one uses another provider. Nothing may be kept of the transaction then.
 */
export async function replaceProviderClients(
  tx: Tx,
  providerId: number,
  clientIds: readonly number[],
): Promise<'replaced' | 'unknown' | { takenBy: string }> {
  // Prevents a deadlock between two calls that take employers from each other.
  await run(tx, lockSamlProviderClients())
  const taken = await runFirst(tx, takenClients(clientIds, providerId))
  if (taken) return taken
  await run(tx, takeOtherClients(clientIds, providerId))
  const { count } = await runOne(tx, giveClients(clientIds, providerId))
  return count < new Set(clientIds).size ? 'unknown' : 'replaced'
}

export const findClientToConnect = async (tx: Tx, name: string) =>
  runFirst(
    tx,
    queries
      .selectFrom('clients')
      .leftJoin('saml_provider_clients as taken', 'taken.client_id', 'clients.id')
      .select(['clients.id', 'taken.provider_id as providerId'])
      .where('clients.is_deleted', '=', false)
      .where(sql<string>`lower(clients.name)`, '=', sql<string>`lower(${name} collate "en-x-icu")`),
  )

/** Assigns an employer to this provider, and its domains to federated sign-on. */
export async function connectEmployer(tx: Tx, id: number, clientId: number, domains: readonly string[]): Promise<void> {
  await run(tx, queries.insertInto('saml_provider_clients').values({ provider_id: id, client_id: clientId }))
  for (const domain of domains)
    await run(
      tx,
      queries
        .insertInto('client_domains')
        .values({ client_id: clientId, domain, is_confirmed: true, sign_in_kind: 'federated' })
        .onConflict((conflict) =>
          conflict.columns(['client_id', 'domain']).doUpdateSet({ is_confirmed: true, sign_in_kind: 'federated' }),
        ),
    )
}

/** New users of the employer get an account at their first sign-on. */
export async function createUsersOfEmployer(tx: Tx, clientId: number): Promise<void> {
  await run(
    tx,
    queries
      .insertInto('sso_employers')
      .values({ client_id: clientId })
      .onConflict((conflict) => conflict.doNothing()),
  )
}

function columnsOf({ signOnUrl, certificates: [current, previous], nameIdFormat }: ProviderMetadata) {
  return {
    sign_on_url: signOnUrl,
    certificate: current?.toString() ?? '',
    certificate_expires_at: current?.validToDate ?? null,
    previous_certificate: previous?.toString() ?? null,
    previous_certificate_expires_at: previous?.validToDate ?? null,
    name_id_format: nameIdFormat,
  }
}
