import { normalizeText, stripHyphens } from '@portico/contract/account-rules.ts'
import { normalizeUserName, type UserDetailValues } from '@portico/contract/user-details-rules.ts'
import type { UserDetails } from '@portico/contract/user-details.ts'

/** A new user's details as they are stored. */
export interface NewUserDetails {
  userName: string
  firstName: string
  middleInitial: string | null
  lastName: string
  email: string
  workPhone: string | null
  workExtension: string | null
  homePhone: string | null
  mobilePhone: string | null
  fax: string | null
  carrierId: number | null
  agreesToTexts: boolean
  employeeId: string | null
  clientId: number
  departmentId: number | null
  isInternal: boolean
  isUsAssociate: boolean
  maySignOnAs: boolean
}

/** What decides which flags an administrator may set. */
interface Creator {
  isInternal: boolean
  isPortalAdmin: boolean
}

/** Returns a function that reads a text of the details; '' where it is not sent. */
const textOf = (sent: UserDetails) => (field: TextField) => sent[field] ?? ''
type TextField = {
  [Field in keyof UserDetails]-?: NonNullable<UserDetails[Field]> extends string ? Field : never
}[keyof UserDetails]

/** The sent details as form values, for the rules that both sides share. */
export function valuesOf(sent: UserDetails, wantsTexts: boolean): UserDetailValues {
  const text = textOf(sent)
  return {
    userNm: text('userNm'),
    firstNm: text('firstNm'),
    midInitial: text('midInitial'),
    lastNm: text('lastNm'),
    emailAddress: text('emailAddress'),
    workPhone: text('workPhone'),
    workExt: text('workExt'),
    homePhone: text('homePhone'),
    mobilePhnNbr: text('mobilePhnNbr'),
    faxNum: text('faxNum'),
    employeeId: text('employeeId'),
    employerId: sent.employerId ?? null,
    smsCarrierId: sent.smsCarrierId ?? null,
    agreeText: sent.agreeText ?? false,
    wantsTexts,
  }
}

/**
 * The details as they are stored, after the rules have passed. Flags that the administrator may not set are off: the
 * internal one for external administrators (UADM-123), the other two for all but portal administrators (S51).
 * Without text messages there is no carrier and no consent (UADM-121).
 */
export function newUserOf(sent: UserDetails, clientId: number, wantsTexts: boolean, by: Creator): NewUserDetails {
  const typed = textOf(sent)
  const text = (field: TextField) => normalizeText(typed(field)) || null
  const phone = (field: TextField) => stripHyphens(typed(field).trim()) || null
  return {
    userName: normalizeUserName(typed('userNm')),
    firstName: normalizeText(typed('firstNm')),
    middleInitial: text('midInitial'),
    lastName: normalizeText(typed('lastNm')),
    email: typed('emailAddress').trim(),
    workPhone: phone('workPhone'),
    workExtension: text('workExt'),
    homePhone: phone('homePhone'),
    mobilePhone: phone('mobilePhnNbr'),
    fax: phone('faxNum'),
    carrierId: wantsTexts ? (sent.smsCarrierId ?? null) : null,
    agreesToTexts: wantsTexts && sent.agreeText === true,
    employeeId: text('employeeId'),
    clientId,
    departmentId: sent.departmentId ?? null,
    isInternal: by.isInternal && sent.internalUserFlg === true,
    isUsAssociate: by.isPortalAdmin && sent.usAssociate === true,
    maySignOnAs: by.isPortalAdmin && sent.signOnAsFlg === true,
  }
}
