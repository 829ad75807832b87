import type { SamlIdentityProvider } from '@portico/contract/federation/identity-providers.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { run } from '../../../db/run.ts'
import { arrayOf, instant, int, nullable, statement, text } from '../../../db/statement.ts'
import { metadataColumns } from './provider-reader.ts'

const providers = statement([], {
  name: 'federation: providers',
  text: `
  select provider.id as "samlIdentityProviderId", provider.name as "samlIdentityProviderNm",
         provider.entity_id as "entityIdTxt", provider.sign_on_url as "signOnUrlTxt", provider.sign_out_url as "signOutUrlTxt",
         provider.certificate_expires_at as "certExpireDt", provider.previous_certificate_expires_at as "prevCertExpireDt",
         provider.email_attribute as "emailAttributeNm", provider.first_name_attribute as "firstNmAttributeNm",
         provider.last_name_attribute as "lastNmAttributeNm", provider.version,
         array(select client_id from saml_provider_clients where provider_id = provider.id order by client_id) as "employerIdList"
    from saml_providers provider order by lower(provider.name), provider.id`,
  row: {
    samlIdentityProviderId: int,
    samlIdentityProviderNm: text,
    entityIdTxt: text,
    signOnUrlTxt: text,
    signOutUrlTxt: nullable(text),
    certExpireDt: nullable(instant),
    prevCertExpireDt: nullable(instant),
    emailAttributeNm: nullable(text),
    firstNmAttributeNm: nullable(text),
    lastNmAttributeNm: nullable(text),
    version: int,
    employerIdList: arrayOf(int),
  },
})

/** So many days before its end a certificate ends soon. */
const CERTIFICATE_ENDS_DAYS = 30

/** Selects the identity providers whose certificate has ended or ends soon. */
export const providersToRenew = sql`
  select from saml_providers provider
   where provider.certificate_expires_at < clock_now() + make_interval(days => ${sql.lit(CERTIFICATE_ENDS_DAYS)})`

/** Returns identity providers with their employers, by name. */
export const listProvidersWithEmployers = (tx: Tx): Promise<SamlIdentityProvider[]> => run(tx, providers())

const providerMetadata = statement([], {
  name: 'federation: provider metadata',
  text: `select ${metadataColumns} from saml_providers provider order by provider.id`,
  row: { id: int, entityId: text, signOnUrl: text, nameIdFormat: nullable(text), certificates: arrayOf(text) },
})

/** Returns what the metadata of each identity provider state, certificates as PEM. */
export const listProviderMetadata = (tx: Tx) => run(tx, providerMetadata())
