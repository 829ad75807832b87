import type * as contract from '@portico/contract/directory.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import type { Db } from '../../db/database.ts'
import { Answer, outcome, refuse } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { GateParts, WaysIn } from '../sign-in/public.ts'
import { checkDirectoryUser } from './check-user.ts'
import { endSessionsByProvider } from './end-sessions-by-provider.ts'
import { finishAtProvider, type OidcParts, startAtProvider } from './sign-on-by-oidc.ts'
import { arriveByProxy, type ProxyWord } from './sign-on-by-proxy.ts'

interface Parts extends GateParts {
  db: Db
  waysIn: WaysIn
  /** Where the directory is a provider to which the browser goes. */
  oidc: OidcParts | null
  /** Where a proxy says who comes. */
  proxy: ProxyWord | null
  /** Told how each arrival ended, as `onTry` of sign-in. */
  onTry?: (outcome: string) => void
}

export function directoryHandlers(parts: Parts): Handlers<typeof contract> {
  const { waysIn, oidc, proxy, transact } = parts
  return {
    findWayIn: async ({ body }) => {
      const wayIn = await waysIn.find(body.userNm)
      return wayIn.kind === 'password' ? null : outcome('207', '', wayIn.startAddress)
    },
    startDirectorySignIn: ({ query, request }) => {
      const { userNm: userName = null, returnTo = '' } = query
      if (oidc) return startAtProvider(oidc, { userName, returnTo }, request)
      return proxy ? arriveByProxy({ transact, word: proxy }, returnTo, request) : refuse('404', defaultTexts.not_found)
    },
    finishDirectorySignIn: ({ query, request }) =>
      oidc ? finishAtProvider(oidc, query, request) : refuse('404', defaultTexts.not_found),
    endDirectorySessions: ({ body, request }) =>
      oidc ? endSessionsByProvider(oidc, body.logout_token, request) : refuse('404', defaultTexts.not_found),
    checkDirectoryUser: async ({ query, request }) => {
      const isConfirmed = query.confirmedHangingSession === 'true'
      const answer = await checkDirectoryUser(parts, { token: query.token, isConfirmed }, request)
      parts.onTry?.(answer instanceof Answer ? (answer.data.loginSessionId ? 'opened' : 'not-opened') : answer.code)
      return answer
    },
  }
}
