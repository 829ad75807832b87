import { ANSWER_MAX } from '../limits.ts'
import { withoutDirectionMarks } from '../plain-name.ts'
import { type PhoneField, type PhoneNumbers, tenDigitPhones } from '../phones/phone-numbers.ts'
import type { PlainKey } from '../texts/format-message.ts'
import type { accountTexts } from './account-texts.ts'
import type { generalTexts } from '../texts/general-texts.ts'
import type { passwordTexts } from '../password/password-texts.ts'

/** Maximum lengths of fields that users type (decision D4). */
export const accountLimits = { name: 50, jobTitle: 100, answer: ANSWER_MAX, email: 254 } as const

/** Shown instead of the stored answer, which never leaves the server; a save with this value keeps the answer. */
export const MASKED_ANSWER = '********'

/** Key of an error message in the resource table. */
export type RuleText = PlainKey<typeof accountTexts> | PlainKey<typeof generalTexts> | PlainKey<typeof passwordTexts>
export interface RuleIssue<Field extends string = string> {
  field: Field
  text: RuleText
  /** The most characters that the field takes, where there are more. */
  max?: number
}

/** Normalizes text before it is stored: NFC, trimmed, straight apostrophes. */
export const normalizeText = (text: string): string =>
  withoutDirectionMarks(text).normalize('NFC').trim().replaceAll('’', "'")

const ALLOWED_TEXT = /^[\p{L}\p{M}0-9][\p{L}\p{M}0-9 .,'-]*$/u
const ONE_LETTER = /^\p{L}\p{M}*$/u
// The email pattern of the HTML living standard, plus a dot in the domain and only local parts that mail servers
// accept.
const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
const EMAIL = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${LABEL}(?:\\.${LABEL})+$`)

/** The domain of an email address. */
export const emailDomain = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

export interface UserInfo {
  firstNm: string
  midInitial: string
  lastNm: string
  emailAddress: string
  workPhone: string
}

const issueIf = <Field extends string>(broken: boolean, field: Field, text: RuleText): RuleIssue<Field>[] =>
  broken ? [{ field, text }] : []

function textIssues<Field extends string>(field: Field, value: string, maxLength: number, missing?: RuleText) {
  const normalized = normalizeText(value)
  if (normalized === '') return missing === undefined ? [] : issueIf(true, field, missing)
  if (normalized.length > maxLength) return [{ field, text: 'field_too_long' as const, max: maxLength }]
  return issueIf(!ALLOWED_TEXT.test(normalized), field, 'invalid_characters')
}

export const firstNameIssues = (name: string) => textIssues('firstNm', name, accountLimits.name, 'first_name_missing')
export const lastNameIssues = (name: string) => textIssues('lastNm', name, accountLimits.name, 'last_name_missing')

export function middleInitialIssues(letter: string): RuleIssue<'midInitial'>[] {
  const normalized = normalizeText(letter)
  return issueIf(normalized !== '' && !ONE_LETTER.test(normalized), 'midInitial', 'middle_initial_invalid')
}

export function emailIssues(address: string): RuleIssue<'emailAddress'>[] {
  const normalized = address.trim()
  if (normalized === '') return issueIf(true, 'emailAddress', 'email_missing')
  if (normalized.length > accountLimits.email)
    return [{ field: 'emailAddress', text: 'field_too_long', max: accountLimits.email }]
  return issueIf(!EMAIL.test(normalized), 'emailAddress', 'email_invalid')
}

/** The message about what is no telephone number: the given one, where numbers are ten digits. */
export const unfitPhone = <Text>({ isInternational }: PhoneNumbers, text: Text): Text | 'phone_unfit' =>
  isInternational ? 'phone_unfit' : text

/** True for what was entered in a field and is no telephone number. */
export const isUnfitPhone = (phones: PhoneNumbers, entered: string, field: PhoneField): boolean =>
  entered.trim() !== '' && phones.read(entered, field) === null

export const workPhoneIssues = (entered: string, phones = tenDigitPhones): RuleIssue<'workPhone'>[] =>
  issueIf(isUnfitPhone(phones, entered, 'workPhone'), 'workPhone', unfitPhone(phones, 'work_phone_missing'))

export const mobilePhoneIssues = (entered: string, phones = tenDigitPhones): RuleIssue<'mobilePhnNbr'>[] =>
  issueIf(isUnfitPhone(phones, entered, 'mobilePhnNbr'), 'mobilePhnNbr', unfitPhone(phones, 'mobile_phone_missing'))

export const jobTitleIssues = (title: string) => textIssues('jobTitleDscTxt', title, accountLimits.jobTitle)

/** Name, email address and work phone as users enter them (ACCT-038..045). */
export const userInfoIssues = (info: UserInfo, phones = tenDigitPhones): RuleIssue<keyof UserInfo>[] => [
  ...firstNameIssues(info.firstNm),
  ...middleInitialIssues(info.midInitial),
  ...lastNameIssues(info.lastNm),
  ...emailIssues(info.emailAddress),
  ...workPhoneIssues(info.workPhone, phones),
]

export interface TextMessageChoice {
  wantsSms: boolean
  agrees: boolean
  mobilePhnNbr: string
  smsCarrierId: number | null
}

type TextMessageField = 'agreedToTextsFlg' | 'mobilePhnNbr' | 'smsCarrierId'

/** Required for text messages: consent, a mobile phone and its carrier (ACCT-057..060). */
export function textMessageIssues(choice: TextMessageChoice, phones = tenDigitPhones): RuleIssue<TextMessageField>[] {
  if (!choice.wantsSms) return []
  const isGiven = choice.mobilePhnNbr.trim() !== ''
  return [
    ...issueIf(!choice.agrees, 'agreedToTextsFlg', 'text_agreement_missing'),
    ...issueIf(!isGiven, 'mobilePhnNbr', unfitPhone(phones, 'mobile_phone_missing')),
    ...mobilePhoneIssues(choice.mobilePhnNbr, phones),
    ...issueIf(choice.smsCarrierId === null, 'smsCarrierId', 'carrier_missing'),
  ]
}

export interface SecurityInfo {
  /** Null: none chosen. */
  securityQuestionId: number | null
  pswdPhrase: string
  securityConfirmPwd: string
}

/**
 * Question, answer and the current password (ACCT-053..056, ACCT-063, ACCT-064). The mask keeps the stored answer.
 */
export function securityInfoIssues(
  info: SecurityInfo,
  storedQuestionId: number | null,
): RuleIssue<keyof SecurityInfo>[] {
  return [
    ...issueIf(info.securityQuestionId === null, 'securityQuestionId', 'security_question_missing'),
    ...(keepsStoredAnswer(info, storedQuestionId) ? [] : answerIssues(info.pswdPhrase)),
    ...issueIf(info.securityConfirmPwd === '', 'securityConfirmPwd', 'field_required'),
  ]
}

/** True when the masked answer was sent unchanged with its own question, so the stored answer stays. */
export const keepsStoredAnswer = (
  { securityQuestionId, pswdPhrase }: Pick<SecurityInfo, 'securityQuestionId' | 'pswdPhrase'>,
  storedQuestionId: number | null,
): boolean => pswdPhrase === MASKED_ANSWER && storedQuestionId !== null && securityQuestionId === storedQuestionId

function answerIssues(answer: string): RuleIssue<'pswdPhrase'>[] {
  const normalized = answer === MASKED_ANSWER ? '' : normalizeText(answer)
  if (normalized === '') return issueIf(true, 'pswdPhrase', 'security_answer_missing')
  const isAllowed = normalized.length <= accountLimits.answer && ALLOWED_TEXT.test(normalized)
  return issueIf(!isAllowed, 'pswdPhrase', 'security_answer_unfit')
}
