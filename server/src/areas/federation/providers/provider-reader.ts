import type { Db, Tx } from '../../../db/database.ts'
import { query } from '../../../db/query.ts'
import { type OpenRequest, type Provider, REQUEST_MINUTES } from './provider.ts'

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
         request.expires_at - make_interval(mins => ${REQUEST_MINUTES}) as "requestedAt",
         ${providerColumns}
    from saml_requests request
    join saml_providers provider on provider.id = request.provider_id
   where request.id = $1 and request.expires_at > clock_now()`

/** Returns the provider within a transaction; undefined where there is none. */
export const findProvider = async (tx: Tx, id: number) => (await query<Provider>(tx, providerById, [id]))[0]

/** Reads of providers before the user is known. */
export function providerReader(db: Db) {
  const first = async <Row>(text: string, values: unknown[]) => (await db.prepared<Row>(text, values))[0]
  return {
    find: (id: number) => first<Provider>(providerById, [id]),
    findIdOfClient: async (clientId: number) => (await first<{ id: number }>(providerOfClient, [clientId]))?.id,
    findRequest: (id: string) => first<OpenRequest>(openRequest, [id]),
  }
}
export type ProviderReader = ReturnType<typeof providerReader>
