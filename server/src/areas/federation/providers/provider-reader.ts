import type { Db, Tx } from '../../../db/database.ts'
import { runFirst } from '../../../db/run.ts'
import { arrayOf, bytes, instant, int, nullable, statement, text } from '../../../db/statement.ts'
import { REQUEST_MINUTES } from './provider.ts'

/** What the metadata of a provider state, with the certificates whose signatures are valid now. */
export const metadataColumns = `
  provider.id, provider.entity_id as "entityId", provider.sign_on_url as "signOnUrl",
  provider.name_id_format as "nameIdFormat",
  array_remove(array[provider.certificate, case
    when provider.previous_certificate_expires_at > clock_now() then provider.previous_certificate end], null
  ) as certificates`

const providerColumns = `
  provider.name, provider.sign_out_url as "signOutUrl", provider.email_attribute as "emailAttribute",
  provider.first_name_attribute as "firstNameAttribute", provider.last_name_attribute as "lastNameAttribute",
  ${metadataColumns}`

const providerRow = {
  id: int,
  name: text,
  entityId: text,
  signOnUrl: text,
  signOutUrl: nullable(text),
  nameIdFormat: nullable(text),
  emailAttribute: nullable(text),
  firstNameAttribute: nullable(text),
  lastNameAttribute: nullable(text),
  certificates: arrayOf(text),
}

const providerById = statement([int], {
  name: 'federation: provider by id',
  text: `select ${providerColumns} from saml_providers provider where provider.id = $1`,
  row: providerRow,
})

const providerOfClient = statement([int], {
  name: 'federation: provider of client',
  text: 'select provider_id as id from saml_provider_clients where client_id = $1',
  row: { id: int },
})

const openRequest = statement([text], {
  name: 'federation: open request',
  text: `
  select request.binding_hash as "bindingHash", request.relay_state_hash as "relayStateHash",
         request.return_to as "returnTo", clock_now() as now,
         request.expires_at - make_interval(mins => ${REQUEST_MINUTES}) as "requestedAt",
         ${providerColumns}
    from saml_requests request
    join saml_providers provider on provider.id = request.provider_id
   where request.id = $1 and request.expires_at > clock_now()`,
  row: {
    bindingHash: bytes,
    relayStateHash: bytes,
    returnTo: text,
    now: instant,
    requestedAt: instant,
    ...providerRow,
  },
})

/** Returns the provider within a transaction; undefined where there is none. */
export const findProvider = (tx: Tx, id: number) => runFirst(tx, providerById(id))

/** Reads of providers before the user is known. */
export function providerReader(db: Db) {
  return {
    find: (id: number) => runFirst(db, providerById(id)),
    findIdOfClient: async (clientId: number) => (await runFirst(db, providerOfClient(clientId)))?.id,
    findRequest: (id: string) => runFirst(db, openRequest(id)),
  }
}
export type ProviderReader = ReturnType<typeof providerReader>
