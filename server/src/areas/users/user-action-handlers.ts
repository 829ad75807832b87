import type { CallContext } from '../../http/caller.ts'
import type * as contract from '@portico/contract/user-actions.ts'
import { sentences } from '../../http/sentences.ts'
import type { UserAction } from '@portico/contract/user-action-rules.ts'
import { Answer, outcome, Refusal } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import { readerOf } from '../../http/reader.ts'
import { actOnUser, type UserActionDeps } from './act-on-user.ts'

type OneUserCall = CallContext & { body: { userId: number } }

export function userActionHandlers(deps: UserActionDeps): Handlers<typeof contract> {
  const act =
    (action: UserAction) =>
    ({ caller, request, body }: OneUserCall) =>
      actOnUser(deps, { caller, request }, { action, userId: body.userId })
  return {
    resetUserPassword: act('resetPassword'),
    deleteUser: act('delete'),
    inactivateUser: act('inactivate'),
    reactivateUser: act('reactivate'),
    lockUser: act('lock'),
    unlockUser: act('unlock'),
    endUserSessions: act('endSessions'),
    resetUserSecondFactor: async (call) => {
      const answer = await act('resetSecondFactor')(call)
      return answer instanceof Answer && answer.message === sentences.user_second_factor_none
        ? outcome('204', answer.message, null)
        : answer
    },
    deleteUserSecondFactor: async (call) => {
      const answer = await act('resetSecondFactor')(call)
      return answer instanceof Answer ? new Answer(null, { message: sentences.user_second_factor_deleted }) : answer
    },
    actOnUsers: async ({ caller, request, body }) => {
      const results = []
      // One after the other: each is a transaction of its own, and refused ones leave the others alone.
      for (const userId of new Set(body.userIds)) {
        const answer = await actOnUser(deps, { caller, request }, { action: body.actionCd, userId })
        const message = await deps.texts.say(readerOf({ caller, request }), answer.message)
        results.push({ userId, code: answer instanceof Refusal ? answer.code : '200', message })
      }
      return results
    },
  }
}
