import * as z from 'zod/mini'
import { YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { anyone, signedIn } from '../kit/guard.ts'
import { ReauthenticationNeeded } from '../kit/reauthentication.ts'

/** Path of the OpenID Connect provider; the issuer is the public address with it. */
export const OPENID_PATH = '/ccservices/oidc'

/** Page that says why a request of an application was refused, where no answer can go back to the application. */
export const SIGN_ON_REFUSED_PAGE = '/sign-on-refused'

const Interaction = z.strictObject({ interactionId: z.string().check(z.regex(/^[\w-]{10,100}$/)) })

export const openIdInteraction = endpoint({
  name: 'openIdInteraction',
  method: 'GET',
  path: `${OPENID_PATH}/interactions/{interactionId}`,
  kind: 'redirect',
  guard: anyone,
  params: Interaction,
})

/** Where to go on, with a code or, without permission, with an error that the application shows. */
export const SignOnCompleted = z.object({
  returnUrl: z.string(),
  applicationNm: z.string(),
  /** N: the user may not open this application; `returnUrl` tells the application so. */
  permissionFlg: YesNo,
})
export type SignOnCompleted = z.output<typeof SignOnCompleted>

export const completeOpenIdSignOn = endpoint({
  name: 'completeOpenIdSignOn',
  method: 'POST',
  path: `${OPENID_PATH}/interactions/{interactionId}/complete`,
  guard: signedIn({ emulation: 'acting' }),
  params: Interaction,
  data: SignOnCompleted,
  codes: {
    '401': {
      message: 'The application asks for a newer sign-in; the session is kept.',
      data: ReauthenticationNeeded,
    },
    '404': 'The authorization expired, was already completed, or began in another browser.',
  },
})

export const summaries = {
  openIdInteraction:
    'Where an authorization of an application waits for the user: leads to the page of the portal that goes on with it',
  completeOpenIdSignOn:
    'Answer an authorization of an application with this session, if the user may open the application',
}
