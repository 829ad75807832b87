import type * as contract from '@portico/contract/human-check.ts'
import { sentences } from '../../http/sentences.ts'
import { everything } from '../../db/scope.ts'
import { outcome, refuseForNow } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import { CheckServiceUnavailable, type HumanCheck } from '../../ports/human-check/human-check.ts'
import type { Transact } from '../../stores.ts'
import { type PreLoginTokens, preLoginTokenOf } from '../sign-in/public.ts'

export interface HumanCheckDeps {
  transact: Transact<'humanChecks'>
  check: HumanCheck
  preLogin: PreLoginTokens
}

/** Seconds until a retry, which gets the portal's own check. */
const AGAIN_SECONDS = 1

export function humanCheckHandlers({ transact, check, preLogin }: HumanCheckDeps): Handlers<typeof contract> {
  const failed = () => outcome('400' as const, sentences.human_check_failed, null)
  const verify = (token: string) =>
    check.verify(token).catch((error: unknown) => {
      if (error instanceof CheckServiceUnavailable) return 'unavailable' as const
      throw error
    })
  return {
    getHumanCheck: () => check.offer(),
    passHumanCheck: async ({ body, request }) => {
      const token = preLoginTokenOf(preLogin, request)
      if (!token) return failed()
      const checkId = await verify(body.token)
      if (checkId === 'unavailable') return refuseForNow('503', sentences.human_check_unavailable, AGAIN_SECONDS)
      if (!checkId) return failed()
      const isFirst = await transact(everything, ({ humanChecks }) => humanChecks.pass(checkId, token.id))
      return isFirst ? { success: true as const } : failed()
    },
  }
}
