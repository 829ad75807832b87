import type * as contract from '@portico/contract/human-check/human-check.ts'
import { sentences } from '../../http/sentences.ts'
import { everything } from '../../db/scope.ts'
import { declaredCode, refuseForNow } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import { CheckServiceUnavailable, type HumanCheck } from '../../ports/human-check/human-check.ts'
import { type PreLoginTokens, preLoginTokenOf } from '../sign-in/public.ts'
import type { Db } from '../../db/database.ts'
import { passHumanCheck } from './human-check-store.ts'

export interface HumanCheckDeps {
  db: Db
  check: HumanCheck
  preLogin: PreLoginTokens
}

/** Seconds until a retry, which gets the portal's own check. */
const AGAIN_SECONDS = 1

export function humanCheckHandlers({ db, check, preLogin }: HumanCheckDeps): Handlers<typeof contract> {
  const failed = () => declaredCode('400' as const, sentences.human_check_failed, null)
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
      const isFirst = await db.transact(everything, (tx) => passHumanCheck(tx, checkId, token.id))
      return isFirst ? { success: true as const } : failed()
    },
  }
}
