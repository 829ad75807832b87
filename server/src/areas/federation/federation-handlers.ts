import type * as contract from '@portico/contract/federation/federation.ts'
import {
  finishFederatedSignIn as answersAt,
  getSamlMetadata,
  startFederatedSignIn,
} from '@portico/contract/federation/federation.ts'
import { Answer } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import { type CheckDeps, signInByTicket } from './sign-in/check-active-user.ts'
import { beginFederatedSignIn, type FederationDeps, finishFederatedSignIn } from './sign-in/federated-sign-in.ts'
import type { ProviderReader } from './providers/provider-reader.ts'
import { finishSignInTest } from './sign-in-test/test-sign-in.ts'
import type { Addressee } from './saml/saml-rules.ts'
import { ourMetadata } from './sign-in/verify-answer.ts'
import type { Db } from '../../db/database.ts'

interface Deps extends CheckDeps, FederationDeps {
  db: Db
  /** Called with the outcome of each sign-in: 'opened' or the code of the refusal. */
  onTry?: (outcome: string) => void
}

/** How providers address this portal: by its public address. */
export const addresseeAt = (publicUrl: URL): Addressee => ({
  entityId: publicUrl.origin + getSamlMetadata.path,
  acsUrl: publicUrl.origin + answersAt.path,
})

/** Returns the start of federated sign-on of an employer; undefined when it has no identity provider. */
export async function federatedStart(providers: ProviderReader, employerId: number): Promise<string | undefined> {
  const id = await providers.findIdOfClient(employerId)
  return id === undefined ? undefined : `${startFederatedSignIn.path}?provider=${id}`
}

export function federationHandlers(deps: Deps): Handlers<typeof contract> {
  return {
    startFederatedSignIn: ({ query: { provider, returnTo = '', reauth }, request }) =>
      beginFederatedSignIn(
        deps,
        { request },
        { providerId: provider, returnTo, isReauthentication: reauth !== undefined },
      ),
    finishFederatedSignIn: async ({ body, request }) => {
      const tested = await finishSignInTest(deps, { request }, body)
      if (tested) return tested
      const end = await finishFederatedSignIn(deps, { request }, body)
      if ('code' in end) deps.onTry?.(end.code)
      return end
    },
    getSamlMetadata: async () => ({
      type: 'application/samlmetadata+xml',
      body: Buffer.from(await ourMetadata(deps.us)),
      cacheControl: 'public, max-age=300',
      attachmentName: 'portico-metadata.xml',
    }),
    checkActiveUser: async ({ query, request }) => {
      const shown = { token: query.token, isConfirmed: query.confirmedHangingSession === 'true' }
      const entry = await signInByTicket(deps, { request }, shown)
      deps.onTry?.(entry instanceof Answer ? 'opened' : entry.code)
      return entry
    },
  }
}
