import { jobTitleIssues } from '@portico/contract/account/account-rules.ts'
import type { RuleText } from '@portico/contract/account/account-rules.ts'
import {
  normalizeUserName,
  type UserDetailIssue,
  type UserDetailValues,
  userDetailIssues,
} from '@portico/contract/users/user-details-rules.ts'
import {
  type NamedUserField,
  textFieldList,
  type TextFieldWire,
  userFieldList,
  type UserFieldName,
  userFields,
  type UserFieldValues,
} from '@portico/contract/users/user-fields.ts'
import type { PhoneNumbers } from '@portico/contract/phones/phone-numbers.ts'
import type { SentDetails } from '@portico/contract/users/user-profile.ts'
import { fieldAfter } from '../../account/public.ts'
import type { PersonField } from '../../../config/directory-settings.ts'

/** A broken rule: the wire name of the field and the key of its message. */
export interface DetailIssue {
  field: string
  text: UserDetailIssue['text'] | RuleText | 'user_status_own' | 'user_email_own'
  /** The most characters that the field takes, where there are more. */
  max?: number
}

/** What decides which flags an administrator sets. */
export interface DetailsEditor {
  userId: number
  isInternal: boolean
  isPortalAdmin: boolean
}

/** Details of a user that administrators change. */
export interface UserDetails extends UserFieldValues {
  hasAgreedToTexts: boolean
  clientId: number
  /** The employer that the user requested. */
  pendingClientId: number | null
  status: 1 | 2 | 3
  /** Ids of the notification types, ascending. */
  typeIds: number[]
}

/** The details of a new user and the name of their account. */
export interface NewUserDetails extends UserDetails {
  userName: string
}

/** Returns a value for every field of the table. */
const fieldsFrom = (valueOf: (field: NamedUserField) => string | number | boolean | null): UserFieldValues =>
  Object.fromEntries(userFieldList.map((field) => [field.name, valueOf(field)])) as unknown as UserFieldValues

const noDetails: UserDetails = {
  ...fieldsFrom(({ kind, isRequired }) => (kind === 'flag' ? false : isRequired ? '' : null)),
  hasAgreedToTexts: false,
  clientId: 0,
  pendingClientId: null,
  status: 1,
  typeIds: [],
}

/** The details within a larger record, such as a profile. */
export const detailsOf = (
  user: Omit<UserDetails, 'typeIds'> & { notificationTypes: readonly { id: number }[] },
): UserDetails => ({
  ...fieldsFrom(({ name }) => user[name]),
  hasAgreedToTexts: user.hasAgreedToTexts,
  clientId: user.clientId,
  pendingClientId: user.pendingClientId,
  status: user.status,
  typeIds: user.notificationTypes.map(({ id }) => id).toSorted((a, b) => a - b),
})

type Sent = Pick<SentDetails, 'user' | 'notificationTypes'>

type SentUser = NonNullable<Sent['user']>

/** The employer, and what becomes of the one that the user requested (decision D1). */
function mergedClient(before: UserDetails, sent: SentUser): Pick<UserDetails, 'clientId' | 'pendingClientId'> {
  const clientId = sent.employerId ?? before.clientId
  const isSettled = sent.pendingEmployerId === null || clientId !== before.clientId
  return { clientId, pendingClientId: isSettled ? null : before.pendingClientId }
}

const ascending = (ids: readonly number[]) => [...new Set(ids)].toSorted((a, b) => a - b)

/**
 * Returns the details after a save: omitted fields stay, null clears (decision A10). What the administrator may not set
 * stays (UADM-123, UADM-129, S51, E6), and so does what only actions change (decision N-5).
 */
export function mergedDetails(
  before: UserDetails,
  { user: sent = {}, notificationTypes }: Sent,
  { authority, userId, phones }: { authority: DetailsEditor; userId: number; phones: PhoneNumbers },
): UserDetails {
  const isPortalAdmin = authority.isPortalAdmin && authority.userId !== userId
  const maySet = ({ setBy }: NamedUserField) =>
    setBy === undefined || (setBy === 'internal administrators' ? authority.isInternal : isPortalAdmin)
  return {
    ...fieldsFrom((field) => (maySet(field) ? fieldAfter(field, before, { sent, phones }) : before[field.name])),
    hasAgreedToTexts: sent.agreeText ?? before.hasAgreedToTexts,
    ...mergedClient(before, sent),
    status: sent.userStatus === 3 ? before.status : (sent.userStatus ?? before.status),
    typeIds: notificationTypes ? ascending(notificationTypes.map((type) => type.notificationTypeId)) : before.typeIds,
  }
}

/**
 * Returns the details of a new user: what is sent, and nothing where a field is omitted. Flags that the administrator
 * may not set are off (UADM-123, S51). `clientId` is 0 where no employer is named.
 */
export const newUserOf = (
  sent: Sent,
  authority: Omit<DetailsEditor, 'userId'>,
  phones: PhoneNumbers,
): NewUserDetails => ({
  ...mergedDetails(noDetails, sent, { authority: { ...authority, userId: 0 }, userId: -1, phones }),
  status: 1,
  userName: normalizeUserName(sent.user?.userNm ?? ''),
})

/** Without text messages, a new user has no carrier and no consent (UADM-121). */
export const withoutCarrier = (details: NewUserDetails): NewUserDetails => ({
  ...details,
  smsCarrierId: null,
  hasAgreedToTexts: false,
})

/** Without the text message type: no number, carrier and consent (UADM-121). */
export const withoutTexts = (details: UserDetails): UserDetails => ({
  ...details,
  mobilePhone: null,
  smsCarrierId: null,
  hasAgreedToTexts: false,
})

const wireNameOf = {
  ...Object.fromEntries(userFieldList.map(({ name, wire }) => [name, wire])),
  hasAgreedToTexts: 'agreeText',
  clientId: 'employerId',
  status: 'userStatus',
  typeIds: 'notificationTypes',
} as Readonly<Record<Exclude<keyof UserDetails, 'pendingClientId'>, string>>

/** Wire names of the fields that differ. */
export const changedUserFields = (before: UserDetails, after: UserDetails): string[] =>
  (Object.keys(wireNameOf) as (keyof typeof wireNameOf)[])
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => wireNameOf[field])

/** Wire names of the fields that a directory of the user's company manages (decisions B22, 55). */
export function fieldsOfDirectory(
  {
    signInKind,
    providedFields,
  }: { signInKind: 'password' | 'directory' | 'federated'; providedFields: readonly UserFieldName[] },
  ofDirectory: readonly PersonField[],
): string[] {
  const managed = [...(signInKind === 'directory' ? ofDirectory : []), ...providedFields]
  return [...new Set(managed.map((field) => userFields[field].wire))]
}

const textFields = ['agreeText', 'mobilePhnNbr', 'smsCarrierId', 'notificationTypes']

/** The shared rules on a new user. */
export const newUserIssues = (
  user: NewUserDetails,
  { sent = {}, wantsSms, phones }: { sent: Sent['user']; wantsSms: boolean; phones: PhoneNumbers },
): DetailIssue[] => [
  ...userDetailIssues(
    { ...valuesOf(user, wantsSms), userNm: sent.userNm ?? '', employerId: user.clientId || null },
    phones,
  ),
  ...jobTitleIssues(user.jobTitle ?? ''),
]

/** The shared rules on what changes; stored values that stay are not validated. */
export function ruleIssues(
  after: UserDetails,
  changed: readonly string[],
  { wantsSms, phones }: { wantsSms: boolean; phones: PhoneNumbers },
): DetailIssue[] {
  const isAboutTexts = changed.some((field) => textFields.includes(field))
  const isChecked = (field: string) => changed.includes(field) || (isAboutTexts && textFields.includes(field))
  return [...userDetailIssues(valuesOf(after, wantsSms), phones), ...jobTitleIssues(after.jobTitle ?? '')].filter(
    ({ field }) => isChecked(field),
  )
}

const valuesOf = (details: UserDetails, wantsSms: boolean): UserDetailValues => ({
  ...(Object.fromEntries(textFieldList.map(({ name, wire }) => [wire, details[name] ?? ''])) as Record<
    TextFieldWire,
    string
  >),
  userNm: '',
  employerId: details.clientId,
  smsCarrierId: details.smsCarrierId,
  agreeText: details.hasAgreedToTexts,
  wantsSms,
})

/** What an administrator may not do to their own account here. */
export function ownAccountIssues(changed: readonly string[], isOwn: boolean): DetailIssue[] {
  if (!isOwn) return []
  return [
    ...(changed.includes('userStatus') ? [{ field: 'userStatus', text: 'user_status_own' as const }] : []),
    ...(changed.includes('emailAddress') ? [{ field: 'emailAddress', text: 'user_email_own' as const }] : []),
  ]
}
