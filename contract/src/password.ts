import * as z from 'zod/mini'
import { humanCheckCodes } from './human-check.ts'
import { Id, OwnUid, text } from './kit/codecs.ts'
import { endpoint } from './kit/endpoint.ts'
import { anyoneWithPreLoginToken, signedInAt } from './kit/guard.ts'

const area = '/ccservices/secure/user/rest/db'

export const PasswordRule = z.object({
  phraseCompRuleId: z.int(),
  displayOrderSeqCnt: z.int(),
  /** What is checked: see password-rules.ts. Any other code is a sentence for people. */
  typeCd: z.string(),
  value: z.nullable(z.int()),
  ruleTxt: z.string(),
  /** With OWN_WORDS: what the password must not contain. */
  ownWords: z.optional(z.array(z.string())),
})
export type PasswordRule = z.output<typeof PasswordRule>

export const getPasswordRules = endpoint({
  name: 'getPasswordRules',
  method: 'GET',
  path: `${area}/account-settings/pswd-comp-rules`,
  guard: signedInAt('expired', 'secured', 'temporary'),
  summary: 'What a new password of the signed-in user has to keep to',
  data: z.array(PasswordRule),
})

/** More than any password may have, so that a longer one is refused by its rule and not as a broken request. */
const typedPassword = z.string().check(z.maxLength(8192))

export const changePassword = endpoint({
  name: 'changePassword',
  method: 'POST',
  path: `${area}/account-settings/cpusers/{uid}/change-password-service`,
  guard: signedInAt('expired', 'secured', 'temporary'),
  summary: 'Change the own password: at a gate the session goes on with a new token, otherwise it ends',
  rate: 'sign-in',
  params: OwnUid,
  body: z.strictObject({
    currentPassword: typedPassword,
    newPassword: typedPassword,
    /** The new password once more; compared where it is sent. */
    confirmPassword: z.optional(typedPassword),
  }),
  data: z.object({
    /** How long the new password is good for, such as '90 days'; null: it does not age (decision B14). */
    timeDescription: z.nullable(z.string()),
    daysBeforePasswordExpire: z.nullable(z.int()),
    /** The session's new token; null: the session has ended (PSWD-020). */
    loginSessionId: z.nullable(z.string()),
  }),
})

export const askSecurityQuestion = endpoint({
  name: 'askSecurityQuestion',
  method: 'POST',
  path: `${area}/signin/cp-user-nms/security-question`,
  guard: anyoneWithPreLoginToken,
  summary: 'The security question of a user name; a name that nobody has gets one too, always the same',
  rate: 'sign-in',
  body: z.strictObject({ userNm: text(254) }),
  data: z.object({ securityQuestionId: z.int(), securityQuestionDscTxt: z.string() }),
  codes: humanCheckCodes,
})

export const recoverPassword = endpoint({
  name: 'recoverPassword',
  method: 'POST',
  path: `${area}/signin/cp-user-nms/forgot-password-service`,
  guard: anyoneWithPreLoginToken,
  summary: 'Answer the security question; the right answer sends a temporary password by mail and is told nowhere else',
  rate: 'sign-in',
  body: z.strictObject({ userNm: text(254), pswdPhrase: text(1000) }),
  data: z.object({
    /** How long a temporary password would be good for (decision B14). */
    timeDescription: z.string(),
  }),
  codes: humanCheckCodes,
})

export const sendRecoveryLink = endpoint({
  name: 'sendRecoveryLink',
  method: 'POST',
  path: `${area}/signin/cp-user-nms/recovery-link`,
  guard: anyoneWithPreLoginToken,
  summary: 'With PORTAL_RECOVERY_MODE=link: mail a link to choose a new password; the answer is the same for any name',
  rate: 'sign-in',
  body: z.strictObject({ userNm: text(254) }),
  data: z.object({
    /** How long a link would be good for. */
    timeDescription: z.string(),
  }),
  codes: humanCheckCodes,
})

/** 256 random bits; it stands behind the # of the mailed address, which is sent to nobody. */
const linkToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

export const readRecoveryLink = endpoint({
  name: 'readRecoveryLink',
  method: 'POST',
  path: `${area}/signin/recovery-link/rules`,
  guard: anyoneWithPreLoginToken,
  summary: 'Whether a mailed link is still good, and what the new password has to keep to; uses nothing up',
  rate: 'sign-in',
  body: z.strictObject({ token: linkToken }),
  data: z.object({ userNm: z.string(), rules: z.array(PasswordRule) }),
})

export const redeemRecoveryLink = endpoint({
  name: 'redeemRecoveryLink',
  method: 'POST',
  path: `${area}/signin/recovery-link/redeem`,
  guard: anyoneWithPreLoginToken,
  summary: 'Choose a new password with a mailed link, once; all sessions of the user end',
  rate: 'sign-in',
  body: z.strictObject({ token: linkToken, newPassword: typedPassword, confirmPassword: z.optional(typedPassword) }),
})

export const getSecurityQuestions = endpoint({
  name: 'getSecurityQuestions',
  method: 'GET',
  path: `${area}/account-settings/security-questions`,
  guard: signedInAt('question'),
  summary: 'The security questions to choose from',
  data: z.array(z.object({ securityQuestionId: z.int(), securityQuestionDscTxt: z.string() })),
})

export const saveSecurityInfo = endpoint({
  name: 'saveSecurityInfo',
  method: 'PUT',
  path: `${area}/account-settings/users/{uid}/security-info`,
  guard: signedInAt('question'),
  summary: 'Choose the own security question and its answer, with the current password',
  rate: 'sign-in',
  params: OwnUid,
  body: z.strictObject({
    securityQuestionId: z.nullable(Id),
    pswdPhrase: text(1000),
    securityConfirmPwd: typedPassword,
  }),
})
