import {
  stripHyphens,
  emailIssues,
  firstNameIssues,
  jobTitleIssues,
  lastNameIssues,
  middleInitialIssues,
  mobilePhoneIssues,
  type RuleIssue,
  normalizeText,
  workPhoneIssues,
} from '@portico/contract/account/account-rules.ts'
import type { PersonField } from '../../config/directory-settings.ts'

/** Fields of the profile that the user can change, by wire name and domain name. */
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

/** The sent part of a profile: absent stays, null clears (decision A10). */
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

/** Returns the profile after the change; an omitted employer stays. */
export function merged(before: Personal, sent: SentProfile): Personal {
  const text = (value: string | null | undefined, stored: string | null) =>
    value === undefined ? stored : normalizeText(value ?? '') || null
  const phone = (value: string | null | undefined, stored: string | null) =>
    value === undefined ? stored : stripHyphens((value ?? '').trim()) || null
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

/** The fields that differ; only these are validated, stored and audited. */
export const changedProfileFields = (before: Personal, after: Personal): (keyof Personal)[] =>
  personalFields.filter((field) => before[field] !== after[field])

/** Issues of the sent fields; stored values that stay are not validated. */
export function sentIssues(sent: SentProfile, takesInternational: boolean): RuleIssue[] {
  const issuesOfField = <Value>(value: Value | null | undefined, validate: (value: Value | '') => RuleIssue[]) =>
    value === undefined ? [] : validate(value ?? '')
  return [
    ...issuesOfField(sent.firstNm, firstNameIssues),
    ...issuesOfField(sent.midInitial, middleInitialIssues),
    ...issuesOfField(sent.lastNm, lastNameIssues),
    ...issuesOfField(sent.emailAddress, emailIssues),
    ...issuesOfField(sent.workPhone, (phone) => workPhoneIssues(phone, takesInternational)),
    ...issuesOfField(sent.mobilePhnNbr, (phone) => mobilePhoneIssues(phone, takesInternational)),
    ...issuesOfField(sent.jobTitleDscTxt, jobTitleIssues),
  ]
}

const directoryNames: Readonly<Partial<Record<PersonField, string>>> = {
  firstName: 'firstNm',
  lastName: 'lastNm',
  jobTitle: 'jobTitleDscTxt',
}

/** Wire names of the fields that the user's company manages (decisions D1, B22). */
export function readOnlyFieldsOf(
  signInKind: 'password' | 'directory' | 'federated',
  ofDirectory: readonly PersonField[],
): string[] {
  if (signInKind === 'password') return []
  const own = ['emailAddress', 'employerId']
  if (signInKind === 'federated') return own
  return [...own, ...ofDirectory.flatMap((field) => directoryNames[field] ?? [])]
}
