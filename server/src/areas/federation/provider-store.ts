import type { Db, Tx } from '../../db/database.ts'
import type { OpenRequest, Provider } from './provider.ts'

const providerColumns = `
  provider.id, provider.name, provider.entity_id as "entityId", provider.sign_on_url as "signOnUrl",
  provider.sign_out_url as "signOutUrl", provider.name_id_format as "nameIdFormat",
  provider.email_attribute as "emailAttribute", provider.first_name_attribute as "firstNameAttribute",
  provider.last_name_attribute as "lastNameAttribute",
  array_remove(array[provider.certificate, case
    when provider.previous_certificate_expires_at > clock_now() then provider.previous_certificate end], null
  ) as certificates`

const providerById = `select ${providerColumns} from saml_providers provider where provider.id = $1`

const providerOfClient = `
  select provider_id as id from saml_provider_clients where client_id = $1`

const openRequest = `
  select request.binding_hash as "bindingHash", request.relay_state_hash as "relayStateHash",
         request.return_to as "returnTo", clock_now() as now,
         ${providerColumns}
    from saml_requests request
    join saml_providers provider on provider.id = request.provider_id
   where request.id = $1 and request.expires_at > clock_now()`

/** What is read of providers before anybody is known. */
export function providerReader(db: Db) {
  const first = async <Row>(name: string, text: string, values: unknown[]) =>
    (await db.prepared<Row>(name, text, values))[0]
  return {
    find: (id: number) => first<Provider>('saml-provider', providerById, [id]),
    findIdOfClient: async (clientId: number) =>
      (await first<{ id: number }>('saml-provider-of-client', providerOfClient, [clientId]))?.id,
    findRequest: (id: string) => first<OpenRequest>('saml-request', openRequest, [id]),
  }
}
export type ProviderReader = ReturnType<typeof providerReader>

/** The tables `saml_providers` and `saml_provider_clients`. */
export function providerStore(tx: Tx) {
  return {
    /** Whoever holds the same provider waits until this transaction ends. */
    hold: async (providerId: number): Promise<void> => {
      await tx.selectFrom('saml_providers').select('id').where('id', '=', providerId).forNoKeyUpdate().execute()
    },

    /** Ids of the employers that the provider speaks for. */
    clientsOf: async (providerId: number): Promise<number[]> => {
      const rows = await tx
        .selectFrom('saml_provider_clients')
        .select('client_id')
        .where('provider_id', '=', providerId)
        .execute()
      return rows.map(({ client_id }) => client_id)
    },
  }
}
