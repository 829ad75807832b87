import {
  emailIssues,
  firstNameIssues,
  jobTitleIssues,
  lastNameIssues,
  middleInitialIssues,
  mobilePhoneIssues,
  type RuleIssue,
  workPhoneIssues,
} from '@portico/contract/account/account-rules.ts'
import type { PhoneNumbers } from '@portico/contract/phones/phone-numbers.ts'
import {
  userFieldList,
  type UserFieldName,
  userFields,
  type UserFieldValues,
} from '@portico/contract/users/user-fields.ts'
import type { PersonField } from '../../config/directory-settings.ts'
import { fieldAfter, type SentFields } from './user-field-values.ts'

/** What users change of themselves, beside their employer. */
const ownFieldNames = [
  'firstName',
  'middleInitial',
  'lastName',
  'email',
  'workPhone',
  'mobilePhone',
  'smsCarrierId',
  'jobTitle',
  'departmentId',
] as const satisfies readonly UserFieldName[]

type OwnFieldName = (typeof ownFieldNames)[number]

/** Fields of the profile that the user can change. */
export interface Personal extends Pick<UserFieldValues, OwnFieldName> {
  clientId: number
}

export const wireNameOf = {
  ...Object.fromEntries(ownFieldNames.map((name) => [name, userFields[name].wire])),
  clientId: 'employerId',
} as Readonly<Record<keyof Personal, string>>

/** The sent part of a profile: absent stays, null clears (decision A10). */
export type SentProfile = SentFields & { employerId?: number | null | undefined }

const ownFields = userFieldList.filter(({ name }) => (ownFieldNames as readonly string[]).includes(name))

/** Returns the profile after the change; an omitted employer stays. */
export const merged = (before: Personal, sent: SentProfile, phones: PhoneNumbers): Personal => ({
  ...before,
  ...Object.fromEntries(ownFields.map((field) => [field.name, fieldAfter(field, before, { sent, phones })])),
  clientId: sent.employerId ?? before.clientId,
})

const personalFields = Object.keys(wireNameOf) as (keyof Personal)[]

/** The fields that differ; only these are validated, stored and audited. */
export const changedProfileFields = (before: Personal, after: Personal): (keyof Personal)[] =>
  personalFields.filter((field) => before[field] !== after[field])

/** Issues of the sent fields; stored values that stay are not validated. */
export function sentIssues(sent: SentProfile, phones: PhoneNumbers): RuleIssue[] {
  const issuesOfField = <Value>(value: Value | null | undefined, validate: (value: Value | '') => RuleIssue[]) =>
    value === undefined ? [] : validate(value ?? '')
  return [
    ...issuesOfField(sent.firstNm, firstNameIssues),
    ...issuesOfField(sent.midInitial, middleInitialIssues),
    ...issuesOfField(sent.lastNm, lastNameIssues),
    ...issuesOfField(sent.emailAddress, emailIssues),
    ...issuesOfField(sent.workPhone, (entered) => workPhoneIssues(entered, phones)),
    ...issuesOfField(sent.mobilePhnNbr, (entered) => mobilePhoneIssues(entered, phones)),
    ...issuesOfField(sent.jobTitleDscTxt, jobTitleIssues),
  ]
}

/** What the directory decides of what users change of themselves. */
const ofBoth = (fields: readonly PersonField[]) => fields.filter((field) => field !== 'email' && field !== 'employeeId')

/** How the company of a user knows them. */
export interface OfCompany {
  readonly signInKind: 'password' | 'directory' | 'federated'
  /** Fields that the directory of the employer provides. */
  readonly providedFields: readonly UserFieldName[]
}

/** Wire names of the fields that the user's company manages (decisions D1, B22, 55). */
export function readOnlyFieldsOf(
  { signInKind, providedFields }: OfCompany,
  ofDirectory: readonly PersonField[],
): string[] {
  const provided = ownFieldNames.filter((name) => providedFields.includes(name)).map((name) => userFields[name].wire)
  const isProvided = providedFields.length > 0
  return [...new Set([...bySignIn(signInKind, ofDirectory), ...(isProvided ? ['employerId'] : []), ...provided])]
}

function bySignIn(signInKind: OfCompany['signInKind'], ofDirectory: readonly PersonField[]): string[] {
  if (signInKind === 'password') return []
  const own = ['emailAddress', 'employerId']
  if (signInKind === 'federated') return own
  return [...own, ...ofBoth(ofDirectory).map((field) => userFields[field].wire)]
}
