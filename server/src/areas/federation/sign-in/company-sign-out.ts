import { startFederatedSignIn } from '@portico/contract/federation/federation.ts'
import type { CompanySignOut } from '@portico/contract/session/session.ts'
import type { Db } from '../../../db/database.ts'
import { runFirst } from '../../../db/run.ts'
import { int, nullable, statement, text } from '../../../db/statement.ts'

const providerOfUser = statement([int], {
  name: 'federation: provider of user',
  text: `
  select provider.id, provider.sign_out_url as "signOutUrl"
    from federated_identities link
    join saml_providers provider on provider.id = link.provider_id
   where link.user_id = $1
   order by link.linked_at desc limit 1`,
  row: { id: int, signOutUrl: nullable(text) },
})

/** Returns the sign-on and sign-out addresses of the user's company; null for users of other methods. */
export async function companySignOut(db: Db, userId: number): Promise<CompanySignOut | null> {
  const provider = await runFirst(db, providerOfUser(userId))
  if (!provider) return null
  return { signInUrl: `${startFederatedSignIn.path}?provider=${provider.id}`, signOutUrl: provider.signOutUrl }
}
