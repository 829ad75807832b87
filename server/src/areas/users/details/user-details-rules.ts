import { jobTitleIssues, normalizeText, stripHyphens } from '@portico/contract/account/account-rules.ts'
import type { RuleText } from '@portico/contract/account/account-rules.ts'
import {
  normalizeUserName,
  type UserDetailIssue,
  type UserDetailValues,
  userDetailIssues,
} from '@portico/contract/users/user-details-rules.ts'
import type { SentDetails } from '@portico/contract/users/user-profile.ts'
import type { PersonField } from '../../../config/directory-settings.ts'

/** A broken rule: the wire name of the field and the key of its message. */
export interface DetailIssue {
  field: string
  text: UserDetailIssue['text'] | RuleText | 'user_status_own' | 'user_email_own'
}

/** What decides which flags an administrator sets. */
export interface DetailsEditor {
  userId: number
  isInternal: boolean
  isPortalAdmin: boolean
}

/** Details of a user that administrators change. */
export interface UserDetails {
  firstName: string
  middleInitial: string | null
  lastName: string
  email: string
  workPhone: string | null
  workExtension: string | null
  homePhone: string | null
  mobilePhone: string | null
  fax: string | null
  smsCarrierId: number | null
  hasAgreedToTexts: boolean
  employeeId: string | null
  jobTitle: string | null
  clientId: number
  departmentId: number | null
  isInternal: boolean
  isUsAssociate: boolean
  maySignOnAs: boolean
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

const noDetails: UserDetails = {
  firstName: '',
  middleInitial: null,
  lastName: '',
  email: '',
  workPhone: null,
  workExtension: null,
  homePhone: null,
  mobilePhone: null,
  fax: null,
  smsCarrierId: null,
  hasAgreedToTexts: false,
  employeeId: null,
  jobTitle: null,
  clientId: 0,
  departmentId: null,
  isInternal: false,
  isUsAssociate: false,
  maySignOnAs: false,
  pendingClientId: null,
  status: 1,
  typeIds: [],
}

/** The details within a larger record, such as a profile. */
export const detailsOf = (
  user: Omit<UserDetails, 'typeIds'> & { notificationTypes: readonly { id: number }[] },
): UserDetails => ({
  firstName: user.firstName,
  middleInitial: user.middleInitial,
  lastName: user.lastName,
  email: user.email,
  workPhone: user.workPhone,
  workExtension: user.workExtension,
  homePhone: user.homePhone,
  mobilePhone: user.mobilePhone,
  fax: user.fax,
  smsCarrierId: user.smsCarrierId,
  hasAgreedToTexts: user.hasAgreedToTexts,
  employeeId: user.employeeId,
  jobTitle: user.jobTitle,
  clientId: user.clientId,
  departmentId: user.departmentId,
  isInternal: user.isInternal,
  isUsAssociate: user.isUsAssociate,
  maySignOnAs: user.maySignOnAs,
  pendingClientId: user.pendingClientId,
  status: user.status,
  typeIds: user.notificationTypes.map(({ id }) => id).toSorted((a, b) => a - b),
})

type Sent = Pick<SentDetails, 'user' | 'notificationTypes'>

const textAfter = (value: string | null | undefined, stored: string | null) =>
  value === undefined ? stored : normalizeText(value ?? '') || null
const phoneAfter = (value: string | null | undefined, stored: string | null) =>
  value === undefined ? stored : stripHyphens((value ?? '').trim()) || null
const idAfter = (value: number | null | undefined, stored: number | null) => (value === undefined ? stored : value)

type SentUser = NonNullable<Sent['user']>
type Flags = 'isInternal' | 'isUsAssociate' | 'maySignOnAs'

/** Flags that the administrator may not set stay as they are (UADM-123, UADM-129, S51, E6). */
function mergedFlags(before: UserDetails, sent: SentUser, mayInternal: boolean, mayRaise: boolean) {
  const flag = (may: boolean, value: boolean | undefined, stored: boolean) => (may ? (value ?? stored) : stored)
  const flags: Pick<UserDetails, Flags> = {
    isInternal: flag(mayInternal, sent.internalUserFlg, before.isInternal),
    isUsAssociate: flag(mayRaise, sent.usAssociate, before.isUsAssociate),
    maySignOnAs: flag(mayRaise, sent.signOnAsFlg, before.maySignOnAs),
  }
  return flags
}

/** The employer, and what becomes of the one that the user requested (decision D1). */
function mergedClient(before: UserDetails, sent: SentUser): Pick<UserDetails, 'clientId' | 'pendingClientId'> {
  const clientId = sent.employerId ?? before.clientId
  const isSettled = sent.pendingEmployerId === null || clientId !== before.clientId
  return { clientId, pendingClientId: isSettled ? null : before.pendingClientId }
}

const ascending = (ids: readonly number[]) => [...new Set(ids)].toSorted((a, b) => a - b)

/**
 * Returns the details after a save: omitted fields stay, null clears (decision A10); so do flags that the
 * administrator may not set, and what only actions change (decision N-5).
 */
export function mergedDetails(
  before: UserDetails,
  { user: sent = {}, notificationTypes }: Sent,
  { authority, userId }: { authority: DetailsEditor; userId: number },
): UserDetails {
  return {
    firstName: textAfter(sent.firstNm, before.firstName) ?? '',
    middleInitial: textAfter(sent.midInitial, before.middleInitial),
    lastName: textAfter(sent.lastNm, before.lastName) ?? '',
    email: sent.emailAddress === undefined ? before.email : (sent.emailAddress ?? '').trim(),
    workPhone: phoneAfter(sent.workPhone, before.workPhone),
    workExtension: textAfter(sent.workExt, before.workExtension),
    homePhone: phoneAfter(sent.homePhone, before.homePhone),
    mobilePhone: phoneAfter(sent.mobilePhnNbr, before.mobilePhone),
    fax: phoneAfter(sent.faxNum, before.fax),
    smsCarrierId: idAfter(sent.smsCarrierId, before.smsCarrierId),
    hasAgreedToTexts: sent.agreeText ?? before.hasAgreedToTexts,
    employeeId: textAfter(sent.employeeId, before.employeeId),
    jobTitle: textAfter(sent.jobTitleDscTxt, before.jobTitle),
    departmentId: idAfter(sent.departmentId, before.departmentId),
    ...mergedClient(before, sent),
    ...mergedFlags(before, sent, authority.isInternal, authority.isPortalAdmin && authority.userId !== userId),
    status: sent.userStatus === 3 ? before.status : (sent.userStatus ?? before.status),
    typeIds: notificationTypes ? ascending(notificationTypes.map((type) => type.notificationTypeId)) : before.typeIds,
  }
}

/**
 * Returns the details of a new user: what is sent, and nothing where a field is omitted. Flags that the administrator
 * may not set are off (UADM-123, S51). `clientId` is 0 where no employer is named.
 */
export const newUserOf = (sent: Sent, authority: Omit<DetailsEditor, 'userId'>): NewUserDetails => ({
  ...mergedDetails(noDetails, sent, { authority: { ...authority, userId: 0 }, userId: -1 }),
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

const wireNameOf: Readonly<Record<Exclude<keyof UserDetails, 'pendingClientId'>, string>> = {
  firstName: 'firstNm',
  middleInitial: 'midInitial',
  lastName: 'lastNm',
  email: 'emailAddress',
  workPhone: 'workPhone',
  workExtension: 'workExt',
  homePhone: 'homePhone',
  mobilePhone: 'mobilePhnNbr',
  fax: 'faxNum',
  smsCarrierId: 'smsCarrierId',
  hasAgreedToTexts: 'agreeText',
  employeeId: 'employeeId',
  jobTitle: 'jobTitleDscTxt',
  clientId: 'employerId',
  departmentId: 'departmentId',
  isInternal: 'internalUserFlg',
  isUsAssociate: 'usAssociate',
  maySignOnAs: 'signOnAsFlg',
  status: 'userStatus',
  typeIds: 'notificationTypes',
}

/** Wire names of the fields that differ. */
export const changedUserFields = (before: UserDetails, after: UserDetails): string[] =>
  (Object.keys(wireNameOf) as (keyof typeof wireNameOf)[])
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => wireNameOf[field])

const directoryNames: Readonly<Record<PersonField, string>> = {
  firstName: 'firstNm',
  lastName: 'lastNm',
  email: 'emailAddress',
  jobTitle: 'jobTitleDscTxt',
  employeeId: 'employeeId',
}

/** Wire names of the fields that the company directory of a user manages (decision B22). */
export const fieldsOfDirectory = (
  signInKind: 'password' | 'directory' | 'federated',
  ofDirectory: readonly PersonField[],
): string[] => (signInKind === 'directory' ? ofDirectory.map((field) => directoryNames[field]) : [])

const textFields = ['agreeText', 'mobilePhnNbr', 'smsCarrierId', 'notificationTypes']

/** The shared rules on a new user. */
export const newUserIssues = (
  user: NewUserDetails,
  { sent = {}, wantsSms, international }: { sent: Sent['user']; wantsSms: boolean; international: boolean },
): DetailIssue[] => [
  ...userDetailIssues(
    { ...valuesOf(user, sent, wantsSms), userNm: sent.userNm ?? '', employerId: user.clientId || null },
    international,
  ),
  ...jobTitleIssues(user.jobTitle ?? ''),
]

/** The shared rules on what changes; stored values that stay are not validated. */
export function ruleIssues(
  after: UserDetails,
  changed: readonly string[],
  { sent = {}, wantsSms, international }: { sent: Sent['user']; wantsSms: boolean; international: boolean },
): DetailIssue[] {
  const isAboutTexts = changed.some((field) => textFields.includes(field))
  const isChecked = (field: string) => changed.includes(field) || (isAboutTexts && textFields.includes(field))
  return [
    ...userDetailIssues(valuesOf(after, sent, wantsSms), international),
    ...jobTitleIssues(after.jobTitle ?? ''),
  ].filter(({ field }) => isChecked(field))
}

/** Phones in the form in which they were sent: hyphens in the wrong place are refused, not removed (UADM-112). */
const valuesOf = (details: UserDetails, sent: NonNullable<Sent['user']>, wantsSms: boolean): UserDetailValues => ({
  userNm: '',
  firstNm: details.firstName,
  midInitial: details.middleInitial ?? '',
  lastNm: details.lastName,
  emailAddress: details.email,
  workPhone: details.workPhone === null ? '' : (sent.workPhone ?? details.workPhone),
  workExt: details.workExtension ?? '',
  homePhone: details.homePhone === null ? '' : (sent.homePhone ?? details.homePhone),
  mobilePhnNbr: details.mobilePhone === null ? '' : (sent.mobilePhnNbr ?? details.mobilePhone),
  faxNum: details.fax === null ? '' : (sent.faxNum ?? details.fax),
  employeeId: details.employeeId ?? '',
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
