import type { CallContext } from '../../../http/caller.ts'
import type { RequestOf } from '@portico/contract/kit/endpoint.ts'
import type * as contract from '@portico/contract/users/user-actions.ts'
import { sentences } from '../../../http/sentences.ts'
import type { UserAction } from '@portico/contract/users/user-action-rules.ts'
import { Answer, declaredCode, refuse, Refusal } from '../../../http/answers.ts'
import type { Handlers } from '../../../http/handlers.ts'
import { audienceOf } from '../../../http/text-audience.ts'
import { actOnUser, refuseOldSignInFor, refuseOldSignInTo, type UserActionDeps } from './act-on-user.ts'
import { readActorRights, type UserTarget } from '../../permissions/public.ts'
import type { HandingOut } from './check-user-action.ts'

/** False for a user whose status or lock is another one than the administrator has last seen. */
const isAsExpected = (
  { status, isLocked }: UserTarget,
  { expectedStatus = status, expectedLockFlg = isLocked }: RequestOf<typeof contract.actOnUsers>['body'],
): boolean => expectedStatus === status && expectedLockFlg === isLocked

type OneUserCall = CallContext & { body: { userId: number } }

export function userActionHandlers(deps: UserActionDeps): Handlers<typeof contract> {
  const act =
    (action: Exclude<UserAction, HandingOut>) =>
    async ({ caller, request, body: { userId } }: OneUserCall) =>
      actOnUser(deps, { caller, request }, { authority: await caller.authority(), action, userId }, () => null)
  const handOut =
    (action: HandingOut) =>
    async ({ caller, request, body: { userId } }: OneUserCall) => {
      const { authority, isFresh } = await readActorRights({ caller })
      const refuseTarget = refuseOldSignInTo(action, { isFresh })
      return actOnUser(deps, { caller, request }, { authority, action, userId }, refuseTarget)
    }
  return {
    resetUserPassword: handOut('resetPassword'),
    deleteUser: act('delete'),
    inactivateUser: act('inactivate'),
    reactivateUser: handOut('reactivate'),
    lockUser: act('lock'),
    unlockUser: handOut('unlock'),
    endUserSessions: act('endSessions'),
    resetUserSecondFactor: async (call) => {
      const answer = await handOut('resetSecondFactor')(call)
      return answer instanceof Answer && answer.message === sentences.user_second_factor_none
        ? declaredCode('204', answer.message, null)
        : answer
    },
    deleteUserSecondFactor: async (call) => {
      const answer = await handOut('resetSecondFactor')(call)
      return answer instanceof Answer ? new Answer(null, { message: sentences.user_second_factor_deleted }) : answer
    },
    actOnUsers: async ({ caller, request, body }) => {
      const rights = await readActorRights({ caller })
      const userIds = [...new Set(body.userIds)]
      const refusal = await refuseOldSignInFor(deps, { caller }, rights, { action: body.actionCd, userIds })
      if (refusal) return refusal
      const refuseOld = refuseOldSignInTo(body.actionCd, rights)
      const refuseTarget = (target: UserTarget) =>
        isAsExpected(target, body) ? refuseOld(target) : refuse('409', sentences.user_status_changed)
      const results = []
      // One after the other: each is a transaction of its own, and refused ones leave the others alone.
      for (const userId of userIds) {
        const answer = await actOnUser(
          deps,
          { caller, request },
          { authority: rights.authority, action: body.actionCd, userId },
          refuseTarget,
        )
        const message = await deps.texts.say(audienceOf({ caller, request }), answer.message)
        results.push({ userId, code: answer instanceof Refusal ? answer.code : '200', message })
      }
      return results
    },
  }
}
