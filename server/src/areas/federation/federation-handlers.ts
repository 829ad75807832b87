import type * as contract from '@portico/contract/federation.ts'
import {
  finishFederatedSignIn as answersAt,
  getSamlMetadata,
  startFederatedSignIn,
} from '@portico/contract/federation.ts'
import { Answer } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import { type CheckParts, enterByTicket } from './check-active-user.ts'
import { beginFederatedSignIn, type FederationParts, finishFederatedSignIn } from './federated-sign-in.ts'
import type { ProviderReader } from './provider-store.ts'
import type { Addressee } from './saml-rules.ts'
import { ourMetadata } from './verify-answer.ts'

interface Parts extends CheckParts, FederationParts {
  /** Told how each sign-in ended: 'opened' or the code of the refusal. */
  onTry?: (outcome: string) => void
}

/** How providers know this portal: by the address under which people open it. */
export const addresseeAt = (publicUrl: URL): Addressee => ({
  entityId: publicUrl.origin + getSamlMetadata.path,
  acsUrl: publicUrl.origin + answersAt.path,
})

/** Where federated sign-on of an employer begins; undefined where it has no identity provider. */
export async function federatedStart(providers: ProviderReader, employerId: number): Promise<string | undefined> {
  const id = await providers.findIdOfClient(employerId)
  return id === undefined ? undefined : `${startFederatedSignIn.path}?provider=${id}`
}

export function federationHandlers(parts: Parts): Handlers<typeof contract> {
  return {
    startFederatedSignIn: ({ query, request }) =>
      beginFederatedSignIn(parts, { providerId: query.provider, returnTo: query.returnTo ?? '' }, request),
    finishFederatedSignIn: async ({ body, request }) => {
      const end = await finishFederatedSignIn(parts, body, request)
      if ('code' in end) parts.onTry?.(end.code)
      return end
    },
    getSamlMetadata: async () => ({
      type: 'application/samlmetadata+xml',
      body: Buffer.from(await ourMetadata(parts.us)),
      cacheControl: 'public, max-age=300',
      attachmentName: 'portico-metadata.xml',
    }),
    checkActiveUser: async ({ query, request }) => {
      const shown = { token: query.token, isConfirmed: query.confirmedHangingSession === 'true' }
      const entry = await enterByTicket(parts, shown, request)
      parts.onTry?.(entry instanceof Answer ? 'opened' : entry.code)
      return entry
    },
  }
}
