import type * as contract from '@portico/contract/human-check.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { everything } from '../../db/scope.ts'
import { outcome } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { HumanCheck } from '../../ports/human-check/human-check.ts'
import type { Transact } from '../../stores.ts'
import { type PreLoginTokens, preLoginTokenOf } from '../sign-in/public.ts'

export interface HumanCheckParts {
  transact: Transact
  check: HumanCheck
  preLogin: PreLoginTokens
}

export function humanCheckHandlers({ transact, check, preLogin }: HumanCheckParts): Handlers<typeof contract> {
  const failed = () => outcome('400' as const, defaultTexts.human_check_failed, null)
  return {
    getHumanCheck: () => check.offer(),
    passHumanCheck: async ({ body, request }) => {
      const token = preLoginTokenOf(preLogin, request)
      const checkId = token && (await check.judge(body.token, request.address))
      if (!checkId) return failed()
      const isFirst = await transact(everything, ({ humanChecks }) => humanChecks.pass(checkId, token.id))
      return isFirst ? { success: true as const } : failed()
    },
  }
}
