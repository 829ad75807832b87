import type * as contract from '@portico/contract/openid-provider/openid-provider.ts'
import { Redirect } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import { completeSignOn, type SignOnDeps } from './complete-sign-on.ts'

export function openIdProviderHandlers(deps: SignOnDeps): Handlers<typeof contract> {
  return {
    openIdInteraction: ({ params }) =>
      new Redirect(`/content-authenticated/sign-on-openid/${encodeURIComponent(params.interactionId)}`),
    completeOpenIdSignOn: ({ params, caller, request }) =>
      completeSignOn(deps, { caller, request }, params.interactionId),
  }
}
