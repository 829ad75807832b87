import * as z from 'zod/mini'
import { humanCheckCodes } from '../human-check/human-check.ts'
import { exactText, Id, OwnUid, text } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { anyoneWithPreLoginToken, signedIn } from '../kit/guard.ts'

const area = '/ccservices/secure/user/rest/db'

export const PasswordRule = z.object({
  phraseCompRuleId: z.int(),
  displayOrderSeqCnt: z.int(),
  /** What is checked: see password-rules.ts. Rules with any other code are only shown as text. */
  typeCd: z.string(),
  value: z.nullable(z.int()),
  ruleTxt: z.string(),
  /** With OWN_WORDS: words that the password must not contain. */
  ownWords: z.optional(z.array(z.string())),
})
export type PasswordRule = z.output<typeof PasswordRule>

export const getPasswordRules = endpoint({
  name: 'getPasswordRules',
  method: 'GET',
  path: `${area}/account-settings/pswd-comp-rules`,
  guard: signedIn({ alsoAt: ['expired', 'secured', 'temporary'] }),
  data: z.array(PasswordRule),
})

/** Above the password limit, so that the length rule refuses a longer one with its own message. */
const typedPassword = z.string().check(z.maxLength(8192))

export const changePassword = endpoint({
  name: 'changePassword',
  method: 'POST',
  path: `${area}/account-settings/cpusers/{uid}/change-password-service`,
  guard: signedIn({ alsoAt: ['expired', 'secured', 'temporary'], emulation: 'refuse' }),
  rate: 'sign-in',
  params: OwnUid,
  body: z.strictObject({
    currentPassword: typedPassword,
    newPassword: typedPassword,
    /** The new password repeated; compared by the browser. */
    confirmPassword: z.optional(typedPassword),
  }),
  data: z.object({
    /** How long the new password is valid, such as '90 days'; null: it does not expire (decision B14). */
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
  rate: 'sign-in',
  body: z.strictObject({ userNm: text(254), pswdPhrase: exactText(1000) }),
  data: z.object({
    /** How long a temporary password is valid (decision B14). */
    timeDescription: z.string(),
  }),
  codes: humanCheckCodes,
})

export const sendRecoveryLink = endpoint({
  name: 'sendRecoveryLink',
  method: 'POST',
  path: `${area}/signin/cp-user-nms/recovery-link`,
  guard: anyoneWithPreLoginToken,
  rate: 'sign-in',
  body: z.strictObject({ userNm: text(254) }),
  data: z.object({
    /** How long a link is valid. */
    timeDescription: z.string(),
  }),
  codes: humanCheckCodes,
})

/** 256 random bits; stands in the fragment (#) of the mailed address, which browsers do not send. */
const linkToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

export const readRecoveryLink = endpoint({
  name: 'readRecoveryLink',
  method: 'POST',
  path: `${area}/signin/recovery-link/rules`,
  guard: anyoneWithPreLoginToken,
  rate: 'sign-in',
  body: z.strictObject({ token: linkToken }),
  data: z.object({ userNm: z.string(), rules: z.array(PasswordRule) }),
})

export const redeemRecoveryLink = endpoint({
  name: 'redeemRecoveryLink',
  method: 'POST',
  path: `${area}/signin/recovery-link/redeem`,
  guard: anyoneWithPreLoginToken,
  rate: 'sign-in',
  body: z.strictObject({ token: linkToken, newPassword: typedPassword, confirmPassword: z.optional(typedPassword) }),
})

export const getSecurityQuestions = endpoint({
  name: 'getSecurityQuestions',
  method: 'GET',
  path: `${area}/account-settings/security-questions`,
  guard: signedIn({ alsoAt: ['question'] }),
  data: z.array(z.object({ securityQuestionId: z.int(), securityQuestionDscTxt: z.string() })),
})

export const saveSecurityInfo = endpoint({
  name: 'saveSecurityInfo',
  method: 'PUT',
  path: `${area}/account-settings/users/{uid}/security-info`,
  guard: signedIn({ alsoAt: ['question'], emulation: 'refuse' }),
  rate: 'sign-in',
  params: OwnUid,
  body: z.strictObject({
    securityQuestionId: z.nullable(Id),
    pswdPhrase: exactText(1000),
    securityConfirmPwd: typedPassword,
  }),
})

export const summaries = {
  getPasswordRules: 'The rules for a new password of the signed-in user',
  changePassword: 'Change the user’s own password: at a gate the session continues with a new token, otherwise it ends',
  askSecurityQuestion: 'The security question of a user name; an unknown name always gets the same made-up one',
  recoverPassword:
    'Answer the security question; a right answer mails a temporary password; a wrong one is refused like an unknown name',
  sendRecoveryLink:
    'With PORTAL_RECOVERY_MODE=link: mail a link to choose a new password; the response is the same for any name',
  readRecoveryLink:
    'Whether a mailed link is still valid, and the rules for the new password; does not use up the link',
  redeemRecoveryLink: 'Choose a new password with a mailed link, once; all sessions of the user end',
  getSecurityQuestions: 'The security questions to choose from',
  saveSecurityInfo: 'Choose the user’s security question and answer, with the current password',
}
