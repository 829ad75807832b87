import type * as contract from '@portico/contract/session.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { newToken } from '../../crypto/tokens.ts'
import { Answer, refuse } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Transact } from '../../stores.ts'
import { whoOf } from '../audit/public.ts'

export function sessionHandlers({ transact }: { transact: Transact }): Handlers<typeof contract> {
  return {
    logout: async ({ caller, request }) => {
      await transact({ kind: 'everything' }, async ({ sessions, audit }) => {
        await sessions.end([caller.sessionId], 'logout')
        await audit.record(request, { event: 'session_logout', ...whoOf(caller) })
      })
      return new Answer(null, { headers: { 'clear-site-data': '"cache", "storage"' } })
    },
    getWebSessionId: () => newToken(),
    getSessionTimeout: ({ caller }) => caller.idleMinutes,
    getLastAccess: ({ caller }) => ({ lastAccessDt: caller.lastActiveAt }),
    staySignedIn: async ({ caller }) => {
      const lastAccessDt = await transact({ kind: 'everything' }, ({ sessions }) => sessions.touch(caller.sessionId))
      return lastAccessDt ? { lastAccessDt } : refuse('401', defaultTexts.session_missing)
    },
  }
}
