import {
  emailIssues,
  firstNameIssues,
  isUnfitPhone,
  lastNameIssues,
  middleInitialIssues,
  normalizeText,
  type RuleText,
  textMessageIssues,
  unfitPhone,
} from '../account/account-rules.ts'
import { type PhoneField, type PhoneNumbers, tenDigitPhones } from '../phones/phone-numbers.ts'
import type { PlainKey } from '../texts/format-message.ts'
import type { userDetailsTexts } from './user-details-texts.ts'
import { textFieldList, type TextFieldWire } from './user-fields.ts'

/** A user name as it is stored: 3 to 50 characters. */
export const USER_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{2,49}$/u
const EXTENSION = /^\d{1,10}$/

/** The form in which a user name is stored. */
export const normalizeUserName = (name: string): string => name.normalize('NFKC').trim()

/** Details as an administrator enters them; '' where a field is empty. The job title has its rule in account-rules.ts. */
export interface UserDetailValues extends Record<Exclude<TextFieldWire, 'jobTitleDscTxt'>, string> {
  userNm: string
  /** Null: none is selected. */
  employerId: number | null
  smsCarrierId: number | null
  agreeText: boolean
  /** True when the text message notification is among the chosen ones. */
  wantsSms: boolean
}
export type UserDetailField = keyof Omit<UserDetailValues, 'wantsSms'>

/** A broken rule: the field and the key of its message. */
export interface UserDetailIssue {
  field: UserDetailField
  text: RuleText | PlainKey<typeof userDetailsTexts>
  /** The most characters that the field takes, where there are more. */
  max?: number
}

const issueIf = (isBroken: boolean, field: UserDetailField, text: UserDetailIssue['text']): UserDetailIssue[] =>
  isBroken ? [{ field, text }] : []

/** The sign-in name: 3 to 50 letters, digits and . _ -, beginning with a letter or digit. */
export function userNameIssues(name: string): UserDetailIssue[] {
  const normalized = normalizeUserName(name)
  if (normalized === '') return issueIf(true, 'userNm', 'user_name_missing')
  return issueIf(!USER_NAME.test(normalized), 'userNm', 'user_name_invalid')
}

/** Optional telephone numbers, in the form of UADM-112 or in that of the installation. */
export const phoneIssues = (field: PhoneField, entered: string, phones = tenDigitPhones): UserDetailIssue[] =>
  issueIf(isUnfitPhone(phones, entered, field), field, unfitPhone(phones, 'user_phone_invalid'))

export const extensionIssues = (extension: string): UserDetailIssue[] =>
  issueIf(extension.trim() !== '' && !EXTENSION.test(extension.trim()), 'workExt', 'user_extension_invalid')

/** Length and characters of every field that declares them, in the order of the table. */
const declaredIssues = (values: UserDetailValues): UserDetailIssue[] =>
  textFieldList.flatMap(({ wire, maximum, pattern }) => {
    if (maximum === undefined || wire === 'jobTitleDscTxt') return []
    const text = normalizeText(values[wire])
    if (text.length > maximum) return [{ field: wire, text: 'field_too_long', max: maximum }]
    return issueIf(text !== '' && pattern?.test(text) === false, wire, 'user_code_invalid')
  })

/** An employer is always required of an administrator (UADM-117, decision D2). */
export const employerIssues = (employerId: number | null): UserDetailIssue[] =>
  issueIf(employerId === null, 'employerId', 'user_employer_missing')

/** Consent in the words of administration, then number and carrier (UADM-119). */
function textIssues(values: UserDetailValues, phones: PhoneNumbers): UserDetailIssue[] {
  const choice = { ...values, agrees: values.agreeText }
  return textMessageIssues(choice, phones).map(({ field, text }) =>
    field === 'agreedToTextsFlg' ? { field: 'agreeText', text: 'user_text_agreement_missing' } : { field, text },
  )
}

/** Every broken rule of a user's details, in the order of the form (UADM-112..120). */
export function userDetailIssues(values: UserDetailValues, phones = tenDigitPhones): UserDetailIssue[] {
  return [
    ...firstNameIssues(values.firstNm),
    ...middleInitialIssues(values.midInitial),
    ...lastNameIssues(values.lastNm),
    ...emailIssues(values.emailAddress),
    ...employerIssues(values.employerId),
    ...userNameIssues(values.userNm),
    ...phoneIssues('workPhone', values.workPhone, phones),
    ...extensionIssues(values.workExt),
    ...phoneIssues('homePhone', values.homePhone, phones),
    ...phoneIssues('faxNum', values.faxNum, phones),
    // With text messages the number is required, which is one message.
    ...(values.wantsSms ? [] : phoneIssues('mobilePhnNbr', values.mobilePhnNbr, phones)),
    ...declaredIssues(values),
    ...textIssues(values, phones),
  ]
}
