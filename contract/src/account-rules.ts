import type { accountTexts } from './texts/account-texts.ts'
import type { generalTexts } from './texts/general-texts.ts'
import type { passwordTexts } from './texts/password-texts.ts'

/** Lengths that people may fill (decision D4). */
export const accountLimits = { name: 50, jobTitle: 100, answer: 100, email: 254 } as const

/** Stands for the stored answer, which nobody is shown; saved like this it stays as it is. */
export const MASKED_ANSWER = '********'

/** A sentence of the resource table, by its key. */
export type RuleText = keyof typeof accountTexts | keyof typeof generalTexts | keyof typeof passwordTexts
export interface RuleIssue<Field extends string = string> {
  field: Field
  text: RuleText
}

/** Text as it is kept: composed letters, no blanks around, one kind of apostrophe. */
export const tidyText = (text: string): string => text.normalize('NFC').trim().replaceAll('’', "'")

const FIT_TEXT = /^[\p{L}\p{M}0-9][\p{L}\p{M}0-9 .,'-]*$/u
const ONE_LETTER = /^\p{L}\p{M}*$/u
const PHONE = /^(\d{10}|\d{3}-\d{3}-\d{4})$/
const INTERNATIONAL_PHONE = /^\+[1-9]\d{6,14}$/
// The pattern of the HTML living standard, with a dot in the domain and a local part that mail servers take.
const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
const EMAIL = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]{1,64}@${LABEL}(?:\\.${LABEL})+$`)

export const isPhone = (phone: string, takesInternational = false): boolean =>
  PHONE.test(phone) || (takesInternational && INTERNATIONAL_PHONE.test(phone))

/** Digits as they are stored; hyphens are for people only (ACCT-047). */
export const bareDigits = (phone: string): string => phone.replaceAll('-', '')

/** Ten digits as people write them; anything else as it is. */
export const phoneText = (phone: string): string =>
  /^\d{10}$/.test(phone) ? `${phone.slice(0, 3)}-${phone.slice(3, 6)}-${phone.slice(6)}` : phone

/** The part of an address that says whose it is. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

export interface UserInfo {
  firstNm: string
  midInitial: string
  lastNm: string
  emailAddress: string
  workPhone: string
}

const when = <Field extends string>(broken: boolean, field: Field, text: RuleText): RuleIssue<Field>[] =>
  broken ? [{ field, text }] : []

function textIssues<Field extends string>(field: Field, value: string, most: number, missing?: RuleText) {
  const tidy = tidyText(value)
  if (tidy === '') return missing === undefined ? [] : when(true, field, missing)
  if (tidy.length > most) return when(true, field, 'field_too_long')
  return when(!FIT_TEXT.test(tidy), field, 'invalid_characters')
}

export const firstNameIssues = (name: string) => textIssues('firstNm', name, accountLimits.name, 'first_name_missing')
export const lastNameIssues = (name: string) => textIssues('lastNm', name, accountLimits.name, 'last_name_missing')

export function middleInitialIssues(letter: string): RuleIssue<'midInitial'>[] {
  const tidy = tidyText(letter)
  return when(tidy !== '' && !ONE_LETTER.test(tidy), 'midInitial', 'middle_initial_invalid')
}

export function emailIssues(address: string): RuleIssue<'emailAddress'>[] {
  const tidy = address.trim()
  if (tidy === '') return when(true, 'emailAddress', 'email_missing')
  if (tidy.length > accountLimits.email) return when(true, 'emailAddress', 'field_too_long')
  return when(!EMAIL.test(tidy), 'emailAddress', 'email_invalid')
}

export const workPhoneIssues = (phone: string, international = false): RuleIssue<'workPhone'>[] =>
  when(phone.trim() !== '' && !isPhone(phone.trim(), international), 'workPhone', 'work_phone_missing')

export const mobilePhoneIssues = (phone: string, international = false): RuleIssue<'mobilePhnNbr'>[] =>
  when(phone.trim() !== '' && !isPhone(phone.trim(), international), 'mobilePhnNbr', 'mobile_phone_missing')

export const jobTitleIssues = (title: string) => textIssues('jobTitleDscTxt', title, accountLimits.jobTitle)

/** Name, address and work phone as somebody gives them (ACCT-038..045). */
export const userInfoIssues = (info: UserInfo, international = false): RuleIssue<keyof UserInfo>[] => [
  ...firstNameIssues(info.firstNm),
  ...middleInitialIssues(info.midInitial),
  ...lastNameIssues(info.lastNm),
  ...emailIssues(info.emailAddress),
  ...workPhoneIssues(info.workPhone, international),
]

export interface TextMessageChoice {
  wantsTexts: boolean
  agrees: boolean
  mobilePhnNbr: string
  smsCarrierId: number | null
}

type TextMessageField = 'agreedToTextsFlg' | 'mobilePhnNbr' | 'smsCarrierId'

/** What text messages need: consent, a mobile phone and its carrier (ACCT-057..060). */
export function textMessageIssues(choice: TextMessageChoice, international = false): RuleIssue<TextMessageField>[] {
  if (!choice.wantsTexts) return []
  const isGiven = choice.mobilePhnNbr.trim() !== ''
  return [
    ...when(!choice.agrees, 'agreedToTextsFlg', 'text_agreement_missing'),
    ...when(!isGiven, 'mobilePhnNbr', 'mobile_phone_missing'),
    ...mobilePhoneIssues(choice.mobilePhnNbr, international),
    ...when(choice.smsCarrierId === null, 'smsCarrierId', 'carrier_missing'),
  ]
}

export interface SecurityInfo {
  /** Null: none chosen. */
  securityQuestionId: number | null
  pswdPhrase: string
  securityConfirmPwd: string
}

/** Question, answer and the current password (ACCT-053..056, ACCT-063, ACCT-064). The mask stands for the stored answer. */
export function securityInfoIssues(
  info: SecurityInfo,
  storedQuestionId: number | null,
): RuleIssue<keyof SecurityInfo>[] {
  return [
    ...when(info.securityQuestionId === null, 'securityQuestionId', 'security_question_missing'),
    ...(keepsAnswer(info, storedQuestionId) ? [] : answerIssues(info.pswdPhrase)),
    ...when(info.securityConfirmPwd === '', 'securityConfirmPwd', 'field_required'),
  ]
}

/** The stored answer stays: it is saved as it was shown, to the question that it belongs to. */
export const keepsAnswer = (
  { securityQuestionId, pswdPhrase }: Pick<SecurityInfo, 'securityQuestionId' | 'pswdPhrase'>,
  storedQuestionId: number | null,
): boolean => pswdPhrase === MASKED_ANSWER && storedQuestionId !== null && securityQuestionId === storedQuestionId

function answerIssues(answer: string): RuleIssue<'pswdPhrase'>[] {
  const tidy = answer === MASKED_ANSWER ? '' : tidyText(answer)
  if (tidy === '') return when(true, 'pswdPhrase', 'security_answer_missing')
  const isFit = tidy.length <= accountLimits.answer && FIT_TEXT.test(tidy)
  return when(!isFit, 'pswdPhrase', 'security_answer_unfit')
}
