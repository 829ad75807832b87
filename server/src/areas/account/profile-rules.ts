import {
  bareDigits,
  emailIssues,
  firstNameIssues,
  jobTitleIssues,
  lastNameIssues,
  middleInitialIssues,
  mobilePhoneIssues,
  type RuleIssue,
  tidyText,
  workPhoneIssues,
} from '@portico/contract/account-rules.ts'
import type { FieldIssue } from '@portico/contract/kit/envelope.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import type { PersonField } from '../../config/directory-settings.ts'

/** Fields of the profile as their owner may change them, in the words of the wire and in those of the house. */
export interface Personal {
  firstName: string
  middleInitial: string | null
  lastName: string
  email: string
  workPhone: string | null
  mobilePhone: string | null
  carrierId: number | null
  clientId: number
  jobTitle: string | null
  departmentId: number | null
}

export const wireNameOf: Readonly<Record<keyof Personal, string>> = {
  firstName: 'firstNm',
  middleInitial: 'midInitial',
  lastName: 'lastNm',
  email: 'emailAddress',
  workPhone: 'workPhone',
  mobilePhone: 'mobilePhnNbr',
  carrierId: 'smsCarrierId',
  clientId: 'employerId',
  jobTitle: 'jobTitleDscTxt',
  departmentId: 'departmentId',
}

/** What somebody sent of his profile: absent stays, null clears (decision A10). */
export interface SentProfile {
  firstNm?: string | null | undefined
  midInitial?: string | null | undefined
  lastNm?: string | null | undefined
  emailAddress?: string | null | undefined
  workPhone?: string | null | undefined
  mobilePhnNbr?: string | null | undefined
  smsCarrierId?: number | null | undefined
  employerId?: number | null | undefined
  jobTitleDscTxt?: string | null | undefined
  departmentId?: number | null | undefined
}

/** The profile as it would be; an employer that is not named stays. */
export function merged(before: Personal, sent: SentProfile): Personal {
  const text = (value: string | null | undefined, stored: string | null) =>
    value === undefined ? stored : tidyText(value ?? '') || null
  const phone = (value: string | null | undefined, stored: string | null) =>
    value === undefined ? stored : bareDigits((value ?? '').trim()) || null
  return {
    firstName: text(sent.firstNm, before.firstName) ?? '',
    middleInitial: text(sent.midInitial, before.middleInitial),
    lastName: text(sent.lastNm, before.lastName) ?? '',
    email: sent.emailAddress === undefined ? before.email : (sent.emailAddress ?? '').trim(),
    workPhone: phone(sent.workPhone, before.workPhone),
    mobilePhone: phone(sent.mobilePhnNbr, before.mobilePhone),
    carrierId: sent.smsCarrierId === undefined ? before.carrierId : sent.smsCarrierId,
    clientId: sent.employerId ?? before.clientId,
    jobTitle: text(sent.jobTitleDscTxt, before.jobTitle),
    departmentId: sent.departmentId === undefined ? before.departmentId : sent.departmentId,
  }
}

const personalFields = Object.keys(wireNameOf) as (keyof Personal)[]

/** The fields that differ; only these are judged, stored and audited. */
export const changedFields = (before: Personal, after: Personal): (keyof Personal)[] =>
  personalFields.filter((field) => before[field] !== after[field])

/** Issues of the fields that were sent: what is stored and stays is not held against anybody. */
export function sentIssues(sent: SentProfile, takesInternational: boolean): FieldIssue[] {
  const judged = <Value>(value: Value | null | undefined, judge: (value: Value | '') => RuleIssue[]) =>
    value === undefined ? [] : judge(value ?? '')
  return toFieldIssues([
    ...judged(sent.firstNm, firstNameIssues),
    ...judged(sent.midInitial, middleInitialIssues),
    ...judged(sent.lastNm, lastNameIssues),
    ...judged(sent.emailAddress, emailIssues),
    ...judged(sent.workPhone, (phone) => workPhoneIssues(phone, takesInternational)),
    ...judged(sent.mobilePhnNbr, (phone) => mobilePhoneIssues(phone, takesInternational)),
    ...judged(sent.jobTitleDscTxt, jobTitleIssues),
  ])
}

export const toFieldIssues = (issues: readonly RuleIssue[]): FieldIssue[] =>
  issues.map(({ field, text }) => ({ field, message: defaultTexts[text] }))

/** The specified sentence over several broken fields, the only one's own otherwise. */
export const headlineOf = (issues: readonly FieldIssue[]): string =>
  issues.length > 1 ? defaultTexts.form_several_invalid : (issues[0]?.message ?? defaultTexts.field_invalid)

const directoryNames: Readonly<Partial<Record<PersonField, string>>> = {
  firstName: 'firstNm',
  lastName: 'lastNm',
  jobTitle: 'jobTitleDscTxt',
}

/** Wire names of what the person's company keeps (decisions D1, B22). */
export function readOnlyFieldsOf(
  signInKind: 'password' | 'directory' | 'federated',
  ofDirectory: readonly PersonField[],
): string[] {
  if (signInKind === 'password') return []
  const own = ['emailAddress', 'employerId']
  if (signInKind === 'federated') return own
  return [...own, ...ofDirectory.flatMap((field) => directoryNames[field] ?? [])]
}
