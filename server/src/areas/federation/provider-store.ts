import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { query } from '../../db/query.ts'
import type { ProviderMetadata } from './provider-metadata.ts'

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
export interface ProviderState {
  name: string
  entityId: string
  signOnUrl: string
  signOutUrl: string | null
  nameIdFormat: string | null
  emailAttribute: string | null
  firstNameAttribute: string | null
  lastNameAttribute: string | null
  certificate: string
  certificateExpiresAt: Date | null
  previousCertificate: string | null
  previousCertificateExpiresAt: Date | null
  clientIds: number[]
}

const providerState = `
  select provider.name, provider.entity_id as "entityId", provider.sign_on_url as "signOnUrl",
         provider.sign_out_url as "signOutUrl", provider.name_id_format as "nameIdFormat",
         provider.email_attribute as "emailAttribute", provider.first_name_attribute as "firstNameAttribute",
         provider.last_name_attribute as "lastNameAttribute",
         encode(sha256(convert_to(provider.certificate, 'UTF8')), 'hex') as certificate,
         provider.certificate_expires_at as "certificateExpiresAt",
         encode(sha256(convert_to(provider.previous_certificate, 'UTF8')), 'hex') as "previousCertificate",
         provider.previous_certificate_expires_at as "previousCertificateExpiresAt",
         array(select client_id from saml_provider_clients where provider_id = provider.id order by client_id) as "clientIds"
    from saml_providers provider where provider.id = $1 for update of provider`

/** The tables `saml_providers` and `saml_provider_clients`, with what a connected employer needs besides. */
export const providerStore = (tx: Tx) => ({ ...lookups(tx), ...renewals(tx), ...changes(tx), ...employers(tx) })

/** Reads and locks of providers. */
function lookups(tx: Tx) {
  return {
    /** Locks the provider until the transaction ends. */
    lock: async (providerId: number): Promise<void> => {
      await tx.selectFrom('saml_providers').select('id').where('id', '=', providerId).forNoKeyUpdate().execute()
    },

    /** Locks the provider and returns what the audit trail shows of it; null: there is none. */
    lockState: async (id: number): Promise<ProviderState | null> =>
      (await query<ProviderState>(tx, providerState, [id]))[0] ?? null,

    findByEntityId: async (entityId: string) =>
      tx.selectFrom('saml_providers').select('id').where('entity_id', '=', entityId).executeTakeFirst(),

    list: async () =>
      tx
        .selectFrom('saml_providers as provider')
        .leftJoin('saml_provider_clients as connection', 'connection.provider_id', 'provider.id')
        .leftJoin('clients', 'clients.id', 'connection.client_id')
        .select(['provider.id', 'provider.name', 'provider.entity_id', 'provider.certificate'])
        .select(['provider.previous_certificate_expires_at', 'clients.name as client'])
        .select(['provider.email_attribute', 'provider.first_name_attribute', 'provider.last_name_attribute'])
        .orderBy('provider.id')
        .execute(),
  }
}

/** Providers as their metadata state them. */
function renewals(tx: Tx) {
  return {
    /** Returns undefined when a provider with this entity ID exists. */
    add: async ({ name, metadata, signOutUrl, attributes }: NewProvider): Promise<number | undefined> => {
      const row = await tx
        .insertInto('saml_providers')
        .values({ name, entity_id: metadata.entityId, sign_out_url: signOutUrl, ...attributes, ...columnsOf(metadata) })
        .onConflict((conflict) => conflict.column('entity_id').doNothing())
        .returning('id')
        .executeTakeFirst()
      return row?.id
    },

    /** Replaces certificates and addresses. A certificate that is no longer listed stays valid for so many days. */
    renew: async (id: number, metadata: ProviderMetadata, daysOfOverlap: number): Promise<void> => {
      const columns = columnsOf(metadata)
      const before = await tx
        .selectFrom('saml_providers')
        .select('certificate')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const replaced =
        columns.previous_certificate === null && before.certificate !== columns.certificate
          ? {
              previous_certificate: before.certificate,
              previous_certificate_expires_at: sql<Date>`clock_now() + make_interval(days => ${daysOfOverlap})`,
            }
          : {}
      await tx
        .updateTable('saml_providers')
        .set({ ...columns, ...replaced, updated_at: sql<Date>`clock_now()` })
        .where('id', '=', id)
        .execute()
    },

    remove: async (id: number): Promise<boolean> => {
      const removed = await tx.deleteFrom('saml_providers').where('id', '=', id).executeTakeFirst()
      return removed.numDeletedRows > 0n
    },
  }
}

/** Changes of a provider without new metadata. */
function changes(tx: Tx) {
  return {
    change: async (id: number, columns: { name?: string; sign_out_url?: string | null }): Promise<void> => {
      await tx
        .updateTable('saml_providers')
        .set({ ...columns, updated_at: sql<Date>`clock_now()` })
        .where('id', '=', id)
        .execute()
    },

    /** Raises the version and states who has changed the provider; null: nobody who is signed in. */
    stampChange: (id: number, changedBy: number | null) =>
      tx.updateTable('saml_providers').set({ changed_by: changedBy }).where('id', '=', id).execute(),

    /** Sets the expiry of the former certificate, if there is one; null: it is invalid from now on. */
    endFormer: async (id: number, end: Date | null): Promise<void> => {
      await tx
        .updateTable('saml_providers')
        .set(
          end === null
            ? { previous_certificate: null, previous_certificate_expires_at: null }
            : { previous_certificate_expires_at: end },
        )
        .where('id', '=', id)
        .where('previous_certificate', 'is not', null)
        .execute()
    },

    /** Changes only the named attributes; false: there is no such provider. */
    nameAttributes: async (id: number, attributes: AttributeNames): Promise<boolean> => {
      const changed = await tx
        .updateTable('saml_providers')
        .set({ ...attributes, updated_at: sql<Date>`clock_now()` })
        .where('id', '=', id)
        .executeTakeFirst()
      return changed.numUpdatedRows > 0n
    },
  }
}

const takenClients = `
  select provider.name as "takenBy"
    from saml_provider_clients taken join saml_providers provider on provider.id = taken.provider_id
   where taken.client_id = any ($1) and taken.provider_id <> $2 order by provider.name limit 1`

const giveClients = `
  insert into saml_provider_clients (provider_id, client_id)
  select $2, client.id from clients client where client.id = any ($1) and not client.is_deleted returning client_id`

/** Employers of providers, with their domains. */
function employers(tx: Tx) {
  return {
    /** Returns the ids of the provider's employers. */
    clientsOf: async (providerId: number): Promise<number[]> => {
      const rows = await tx
        .selectFrom('saml_provider_clients')
        .select('client_id')
        .where('provider_id', '=', providerId)
        .execute()
      return rows.map(({ client_id }) => client_id)
    },

    /**
     * Replaces the employers of a provider. 'unknown' where one is no client; the name of the other provider where one
     * uses another provider. Nothing may be kept of the transaction then.
     */
    replaceClients: async (
      providerId: number,
      clientIds: readonly number[],
    ): Promise<'replaced' | 'unknown' | { takenBy: string }> => {
      // Prevents a deadlock between two calls that take employers from each other.
      await query(tx, 'lock table saml_provider_clients in share row exclusive mode', [])
      const [taken] = await query<{ takenBy: string }>(tx, takenClients, [clientIds, providerId])
      if (taken) return taken
      await tx.deleteFrom('saml_provider_clients').where('provider_id', '=', providerId).execute()
      const given = await query(tx, giveClients, [clientIds, providerId])
      return given.length < new Set(clientIds).size ? 'unknown' : 'replaced'
    },

    findClient: async (name: string) =>
      tx
        .selectFrom('clients')
        .leftJoin('saml_provider_clients as taken', 'taken.client_id', 'clients.id')
        .select(['clients.id', 'taken.provider_id as providerId'])
        .where('clients.is_deleted', '=', false)
        .where(sql<string>`lower(clients.name)`, '=', sql<string>`lower(${name} collate "en-x-icu")`)
        .executeTakeFirst(),

    /** Assigns an employer to this provider, and its domains to federated sign-on. */
    connect: async (id: number, clientId: number, domains: readonly string[]): Promise<void> => {
      await tx.insertInto('saml_provider_clients').values({ provider_id: id, client_id: clientId }).execute()
      for (const domain of domains)
        await tx
          .insertInto('client_domains')
          .values({ client_id: clientId, domain, is_confirmed: true, sign_in_kind: 'federated' })
          .onConflict((conflict) =>
            conflict.columns(['client_id', 'domain']).doUpdateSet({ is_confirmed: true, sign_in_kind: 'federated' }),
          )
          .execute()
    },

    /** New users of the employer get an account at their first sign-on. */
    createUsersOf: async (clientId: number): Promise<void> => {
      await tx
        .insertInto('sso_employers')
        .values({ client_id: clientId })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
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
