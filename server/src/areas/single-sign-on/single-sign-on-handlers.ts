import type * as contract from '@portico/contract/single-sign-on/single-sign-on.ts'
import { getIdpMetadata, receiveRedirectedSignOn } from '@portico/contract/single-sign-on/single-sign-on.ts'
import { Refusal, refuse } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import { visiblePageOf, visiblePageOfSystem } from '../home/public.ts'
import { answerRequest, declineRequest } from './answer-request.ts'
import { readPostedRequest, readRedirectRequest } from './authn-request.ts'
import { type IdentityProvider, idpMetadata } from './idp-metadata.ts'
import { manageUserAt } from './manage-user.ts'
import { answerLaunch, decideLaunch, type OpenDeps } from './open-application.ts'
import { keepRequest, type ReceiveDeps, requestRules } from './receive-request.ts'
import { readActorName } from './user-fact-reader.ts'
import { openApplicationSession } from './launch-store.ts'
import { ownScope } from '../../http/authority.ts'

export type SingleSignOnDeps = OpenDeps & ReceiveDeps

/** How SAML applications address the portal: by its public address. */
export const identityProviderAt = (publicUrl: URL): IdentityProvider => ({
  entityId: publicUrl.origin + getIdpMetadata.path,
  signOnUrl: publicUrl.origin + receiveRedirectedSignOn.path,
})

const METADATA_TYPE = 'application/samlmetadata+xml'

export function singleSignOnHandlers(deps: SingleSignOnDeps): Handlers<typeof contract> {
  const { db, keys, us } = deps
  return {
    launchPage: ({ params, query, caller, request }) =>
      launch(deps, { caller, request }, { pageId: params.pid, accountId: query.systemAccountUserId }),
    recordApplicationSession: ({ params, caller }) =>
      db.transact(ownScope(caller), async (tx) => {
        const page = await visiblePageOfSystem(tx, caller.user.id, params.systemid)
        if (!page) return refuse('403', sentences.launch_refused)
        await openApplicationSession(tx, caller.sessionId, params.systemid)
        return null
      }),
    answerSignOnRequest: ({ body, caller, request }) =>
      answerRequest(deps, { caller, request }, { ticket: body.ticket, accountId: body.systemAccountUserId }),
    declineSignOnRequest: ({ body, request }) => declineRequest(deps, { request }, body.ticket),
    getIdpMetadata: async () => ({
      type: METADATA_TYPE,
      body: Buffer.from(
        idpMetadata(
          us,
          (await keys.published()).map(({ certificate }) => certificate),
        ),
      ),
      cacheControl: 'public, max-age=300',
      attachmentName: 'portico-idp-metadata.xml',
    }),
    receiveRedirectedSignOn: async ({ request }) =>
      keepRequest(deps, await readRedirectRequest(request.rawQuery, await requestRules(deps))),
    receivePostedSignOn: async ({ body: { SAMLRequest = '', RelayState = null } }) =>
      keepRequest(deps, await readPostedRequest({ SAMLRequest, RelayState }, await requestRules(deps))),
    manageUserAtSystem: ({ params, caller, request }) =>
      manageUserAt(deps, { caller, request }, { userId: params.uid, systemId: params.sid }),
  }
}

/** Opens a page for the caller, whose permission is read in the transaction that records it. */
async function launch(
  deps: OpenDeps,
  context: CallContext,
  { pageId, accountId }: { pageId: number; accountId: number | undefined },
) {
  const { caller } = context
  const actorName = await readActorName(deps.db, caller.actorId)
  const result = await deps.db.transact(ownScope(caller), async (tx) => {
    const page = await visiblePageOf(tx, caller.user.id, pageId)
    if (!page) return refuse('403', sentences.launch_refused)
    const opening = { page, accountId }
    const decided = await decideLaunch({ ...deps, tx, actorName }, context, opening)
    return decided instanceof Refusal ? decided : { decided, opening }
  })
  return result instanceof Refusal ? result : answerLaunch(deps, context, result.decided, result.opening)
}
