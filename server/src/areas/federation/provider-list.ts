import type { SamlIdentityProvider } from '@portico/contract/identity-providers.ts'
import { type Message, sentences } from '../../http/sentences.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'
import { refuseField } from '../../http/answers.ts'

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

/**
 * Replaces the employers of a provider, or returns why not: an employer that is no client, or that uses another
 * provider.
 */
export async function replaceEmployers(tx: Tx, providerId: number, employerIds: readonly number[]) {
  const wanted = [...new Set(employerIds)]
  // Prevents a deadlock between two calls that take employers from each other.
  await query(tx, 'lock table saml_provider_clients in share row exclusive mode', [])
  const [taken] = await query<{ provider: string }>(tx, takenEmployers, [wanted, providerId])
  if (taken) return wrong(sentences.saml_provider_employer_taken({ provider: taken.provider }))
  await tx.deleteFrom('saml_provider_clients').where('provider_id', '=', providerId).execute()
  const given = await query(tx, giveEmployers, [wanted, providerId])
  return given.length < wanted.length ? wrong(sentences.saml_provider_employer_unknown) : null
}

const takenEmployers = `
  select provider.name as provider
    from saml_provider_clients taken join saml_providers provider on provider.id = taken.provider_id
   where taken.client_id = any ($1) and taken.provider_id <> $2 order by provider.name limit 1`

const giveEmployers = `
  insert into saml_provider_clients (provider_id, client_id)
  select $2, client.id from clients client where client.id = any ($1) and not client.is_deleted returning client_id`

const wrong = (message: Message) => refuseField('employerIdList', message)
