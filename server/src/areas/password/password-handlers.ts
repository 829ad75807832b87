import type * as contract from '@portico/contract/password/password.ts'
import { sentences } from '../../http/sentences.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import { refuse } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import { audienceOf } from '../../http/text-audience.ts'
import type { HumanCheckGate } from '../sign-in/public.ts'
import { changePassword, type ChangeDeps } from './change-password.ts'
import { getAccount } from './password-account.ts'
import { passwordRules } from './password-rule-list.ts'
import { recoverPassword } from './recover-password.ts'
import { readRecoveryLink, redeemRecoveryLink, sendRecoveryLink } from './recovery-link.ts'
import { recoveryQuestion, securityQuestions } from './recovery-question.ts'
import { saveSecurityInfo } from './security-info.ts'

interface PasswordDeps extends ChangeDeps {
  keys: KeyRing
  minRecoveryResponseMs: number
  humanCheck: HumanCheckGate
  settings: ChangeDeps['settings'] & { recoveryMode: 'question' | 'link' }
}

/** Refusal when the other recovery mode is configured. */
const notOffered = () => refuse('404', sentences.not_found)

export function passwordHandlers(deps: PasswordDeps): Handlers<typeof contract> {
  const { db, keys, humanCheck, texts } = deps
  const byLink = deps.settings.recoveryMode === 'link'
  return {
    getPasswordRules: async ({ caller }) => passwordRules(db, await getAccount(db, caller.user.id)),
    changePassword: ({ body, ...call }) => changePassword(deps, call, body),
    getSecurityQuestions: async (call) => securityQuestions(db, await texts.of(audienceOf(call))),
    saveSecurityInfo: ({ body, ...call }) => saveSecurityInfo(deps, call, body),
    askSecurityQuestion: async (call) => {
      const { body, request } = call
      if (byLink) return notOffered()
      return (
        (await humanCheck(request)) ??
        recoveryQuestion(db, keys, { userName: body.userNm, translate: await texts.of(audienceOf(call)) })
      )
    },
    recoverPassword: async ({ body, request }) =>
      byLink
        ? notOffered()
        : ((await humanCheck(request)) ??
          recoverPassword(deps, { request }, { userName: body.userNm, answer: body.pswdPhrase })),
    sendRecoveryLink: async ({ body, request }) =>
      byLink ? ((await humanCheck(request)) ?? sendRecoveryLink(deps, { request }, body.userNm)) : notOffered(),
    readRecoveryLink: ({ body }) => (byLink ? readRecoveryLink(deps, body.token) : notOffered()),
    redeemRecoveryLink: ({ body, request }) => (byLink ? redeemRecoveryLink(deps, { request }, body) : notOffered()),
  }
}
