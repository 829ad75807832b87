import type { SamlIdentityProvider } from '@portico/contract/identity-providers.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { ask } from '../../db/ask.ts'
import type { Tx } from '../../db/database.ts'
import { refuseFields } from '../../http/answers.ts'

const providers = `
  select provider.id as "samlIdentityProviderId", provider.name as "samlIdentityProviderNm",
         provider.entity_id as "entityIdTxt", provider.sign_on_url as "signOnUrlTxt", provider.sign_out_url as "signOutUrlTxt",
         provider.certificate_expires_at as "certExpireDt", provider.previous_certificate_expires_at as "prevCertExpireDt",
         provider.email_attribute as "emailAttributeNm", provider.first_name_attribute as "firstNmAttributeNm",
         provider.last_name_attribute as "lastNmAttributeNm",
         array(select client_id from saml_provider_clients where provider_id = provider.id order by client_id) as "employerIdList"
    from saml_providers provider order by lower(provider.name), provider.id`

/** Identity providers with whose people sign in there, by name. */
export const listProviders = (tx: Tx): Promise<SamlIdentityProvider[]> => ask(tx, 'list-saml-providers', providers, [])

/** The employers of a provider, to be changed; undefined: there is no such provider. */
export async function employersOf(tx: Tx, providerId: number) {
  const provider = await tx
    .selectFrom('saml_providers')
    .select('id')
    .where('id', '=', providerId)
    .forUpdate()
    .executeTakeFirst()
  if (!provider) return undefined
  return {
    /** The whole list at once, or why it cannot be: one that is no client, or one that signs in elsewhere. */
    become: async (employerIds: readonly number[]) => {
      const wanted = [...new Set(employerIds)]
      const free = await ask(tx, 'free-employers', freeEmployers, [wanted, providerId])
      if (free.length < wanted.length)
        return refuseFields('422', defaultTexts.saml_provider_employer_taken, [
          { field: 'employerIdList', message: defaultTexts.saml_provider_employer_taken },
        ])
      await tx.deleteFrom('saml_provider_clients').where('provider_id', '=', providerId).execute()
      if (wanted.length > 0)
        await tx
          .insertInto('saml_provider_clients')
          .values(wanted.map((client_id) => ({ client_id, provider_id: providerId })))
          .execute()
      return null
    },
  }
}

const freeEmployers = `
  select client.id from clients client
   where client.id = any ($1) and not client.is_deleted
     and not exists (select from saml_provider_clients taken where taken.client_id = client.id and taken.provider_id <> $2)`
