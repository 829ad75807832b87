import type * as contract from '@portico/contract/human-check.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { everything } from '../../db/scope.ts'
import { outcome, refuseForNow } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import { CheckServiceAway, type HumanCheck } from '../../ports/human-check/human-check.ts'
import type { Transact } from '../../stores.ts'
import { type PreLoginTokens, preLoginTokenOf } from '../sign-in/public.ts'

export interface HumanCheckParts {
  transact: Transact
  check: HumanCheck
  preLogin: PreLoginTokens
}

/** By then a check of the portal's own is offered instead. */
const AGAIN_SECONDS = 1

export function humanCheckHandlers({ transact, check, preLogin }: HumanCheckParts): Handlers<typeof contract> {
  const failed = () => outcome('400' as const, defaultTexts.human_check_failed, null)
  const judge = (token: string) =>
    check.judge(token).catch((error: unknown) => {
      if (error instanceof CheckServiceAway) return 'away' as const
      throw error
    })
  return {
    getHumanCheck: () => check.offer(),
    passHumanCheck: async ({ body, request }) => {
      const token = preLoginTokenOf(preLogin, request)
      if (!token) return failed()
      const checkId = await judge(body.token)
      if (checkId === 'away') return refuseForNow('503', defaultTexts.human_check_away, AGAIN_SECONDS)
      if (!checkId) return failed()
      const isFirst = await transact(everything, ({ humanChecks }) => humanChecks.pass(checkId, token.id))
      return isFirst ? { success: true as const } : failed()
    },
  }
}
