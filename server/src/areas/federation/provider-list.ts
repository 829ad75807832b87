import type { SamlIdentityProvider } from '@portico/contract/identity-providers.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'

const providers = `
  select provider.id as "samlIdentityProviderId", provider.name as "samlIdentityProviderNm",
         provider.entity_id as "entityIdTxt", provider.sign_on_url as "signOnUrlTxt", provider.sign_out_url as "signOutUrlTxt",
         provider.certificate_expires_at as "certExpireDt", provider.previous_certificate_expires_at as "prevCertExpireDt",
         provider.email_attribute as "emailAttributeNm", provider.first_name_attribute as "firstNmAttributeNm",
         provider.last_name_attribute as "lastNmAttributeNm", provider.version,
         array(select client_id from saml_provider_clients where provider_id = provider.id order by client_id) as "employerIdList"
    from saml_providers provider order by lower(provider.name), provider.id`

/** Returns identity providers with their employers, by name. */
export const listProviders = (tx: Tx): Promise<SamlIdentityProvider[]> => query(tx, providers, [])
