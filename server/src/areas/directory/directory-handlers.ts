import type * as contract from '@portico/contract/directory/directory.ts'
import { noMessage, sentences } from '../../http/sentences.ts'
import type { Db } from '../../db/database.ts'
import { Answer, declaredCode, refuse } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { GateDeps, SignInMethods } from '../sign-in/public.ts'
import { checkDirectoryUser } from './check-user.ts'
import { endSessionsByProvider } from './end-sessions-by-provider.ts'
import { finishAtProvider, type OidcDeps, startAtProvider } from './sign-on-by-oidc.ts'
import { finishOidcTest } from './test-oidc-sign-in.ts'
import { signInByProxy, type ProxyAuthenticator } from './sign-on-by-proxy.ts'

interface Deps extends GateDeps {
  db: Db
  signInMethods: SignInMethods
  /** Present when the directory is a provider to which the browser is redirected. */
  oidc: OidcDeps | null
  /** Present when a proxy states the user. */
  proxy: ProxyAuthenticator | null
  /** Called with the outcome of each sign-in, as `onTry` of sign-in. */
  onTry?: (outcome: string) => void
}

export function directoryHandlers(deps: Deps): Handlers<typeof contract> {
  const { signInMethods, oidc, proxy, db } = deps
  return {
    findSignInMethod: async ({ body }) => {
      const wayIn = await signInMethods.find(body.userNm)
      return wayIn.kind === 'password' ? null : declaredCode('207', noMessage, wayIn.startAddress)
    },
    startDirectorySignIn: ({ query, request }) => {
      const { userNm: userName = null, returnTo = '', reauth } = query
      const trip = { returnTo, isReauthentication: reauth !== undefined }
      if (oidc) return startAtProvider(oidc, { request }, { userName, ...trip })
      return proxy
        ? signInByProxy({ db, authenticate: proxy }, { request }, returnTo)
        : refuse('404', sentences.not_found)
    },
    finishDirectorySignIn: async ({ query, request }) => {
      if (!oidc) return refuse('404', sentences.not_found)
      return (await finishOidcTest(oidc, { request }, query)) ?? finishAtProvider(oidc, { request }, query)
    },
    endDirectorySessions: ({ body, request }) =>
      oidc ? endSessionsByProvider(oidc, { request }, body.logout_token) : refuse('404', sentences.not_found),
    checkDirectoryUser: async ({ query, request }) => {
      const isConfirmed = query.confirmedHangingSession === 'true'
      const answer = await checkDirectoryUser(deps, { request }, { token: query.token, isConfirmed })
      deps.onTry?.(answer instanceof Answer ? (answer.data.loginSessionId ? 'opened' : 'not-opened') : answer.code)
      return answer
    },
  }
}
