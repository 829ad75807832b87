import { wireSchema } from '../../../contract/test/wire-values.ts'
import type { Act } from './acts.ts'
import { writtenActs } from './limits-of-acts.ts'

const ofApplication = {
  internalUserPage: 'pages.is_internal_only',
  dispFlg: 'pages.is_displayed',
  pageAssignableFlg: 'pages.is_assignable',
  linkEnabledFlg: 'pages.is_link_enabled',
  openInNewWindowFlg: 'pages.opens_in_new_window',
  admAccessRqrFlg: 'pages.requires_admin',
  externalAppFlg: 'pages.is_external',
  requestableFlg: 'pages.is_requestable',
}
const ofUser = {
  'user.internalUserFlg': 'users.is_internal',
  'user.usAssociate': 'users.is_us_associate',
  'user.signOnAsFlg': 'users.may_sign_on_as',
}

/** The column of each flag that a call takes, by the endpoint and the field. */
const columns: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sendEnhanceReq: { contactMeFlag: 'enhancement_requests.wants_contact' },
  setFavorite: { 'userSectionDetails.favoriteFlg': 'user_section_preferences.is_favorite' },
  createPermissionSet: { requestableFlg: 'permission_sets.is_requestable' },
  updatePermissionSet: { requestableFlg: 'permission_sets.is_requestable' },
  addLicenseVersion: { asksAgainFlg: 'license_texts.asks_again' },
  addSmsCarrier: { activeFlg: 'sms_carriers.is_active' },
  changeSmsCarrier: { activeFlg: 'sms_carriers.is_active' },
  saveFacility: { hierarchyFlg: 'facilities.has_hierarchy' },
  saveApplicationConfig: { secretFlg: 'application_settings.is_secret' },
  addEntitlementConfig: { enableFlg: 'entitlement_report_settings.is_enabled' },
  changeEntitlementConfig: { enableFlg: 'entitlement_report_settings.is_enabled' },
  saveSignOnSettings: { signedRequestsFlg: 'single_sign_on_settings.requires_signed_requests' },
  addApplication: ofApplication,
  updateApplication: ofApplication,
  addSection: { ccDispFlg: 'sections.is_displayed' },
  updateSection: { ccDispFlg: 'sections.is_displayed' },
  addJobSchedule: { disableFlg: 'job_schedules.is_disabled' },
  changeJobSchedule: { disableFlg: 'job_schedules.is_disabled' },
  createUser: ofUser,
  updateUserDetail: ofUser,
}

/** Flags that no column of their own has, by why; the tests of their areas try them. */
const others: Readonly<Record<string, readonly string[]>> = {
  'The moment of it is stored.': [
    'saveOwnNotificationTypes.agreedToTextsFlg',
    'createUser.user.agreeText',
    'updateUserDetail.user.agreeText',
    'updateWebhook.enabledFlg',
  ],
  'It does something now.': ['endClientLicense.asksAgainFlg', 'updateWebhook.endPauseFlg'],
  'It says which records are meant.': ['actOnUsers.expectedLockFlg', 'startAccessChange.match.isOrderByDesc'],
  'It is stored among others in one column.': ['requestAccessReport.userType'],
  'OpenID Connect alone has it.': ['saveSignOnSettings.publicClientFlg'],
}

type Schema = ReturnType<typeof wireSchema>

/** The flags of a shape, but for those of entries of lists. */
function flagsOf(schema: Schema, field: readonly string[] = []): string[] {
  const { anyOf = [], properties = {}, enum: values = [] } = schema
  return [
    ...(values.includes('Y') && values.includes('N') ? [field.join('.')] : []),
    ...anyOf.flatMap((one) => flagsOf(one, field)),
    ...Object.entries(properties).flatMap(([name, one]) => flagsOf(one, [...field, name])),
  ]
}

const excused = new Set(Object.values(others).flat())

/** An act with flags in its body, and the columns in which each is stored. */
export interface ActWithFlags {
  title: string
  act: Act
  flags: readonly string[]
  columns: readonly string[]
}

const found = writtenActs.map((act) => ({
  act,
  flags: act.endpoint.body ? flagsOf(wireSchema(act.endpoint.body)) : [],
}))
const allFlags = found.flatMap(({ act, flags }) => flags.map((flag) => `${act.endpoint.name}.${flag}`))

export const actsWithFlags: readonly ActWithFlags[] = found.flatMap(({ act, flags: all }) => {
  const { name } = act.endpoint
  const flags = all.filter((flag) => !excused.has(`${name}.${flag}`))
  if (flags.length === 0) return []
  return { title: name, act, flags, columns: flags.map((flag) => columns[name]?.[flag] ?? `none for ${flag}`) }
})

/** Entries of the tables about flags that no act has. */
export const staleFlags: readonly string[] = [
  ...Object.entries(columns).flatMap(([name, fields]) => Object.keys(fields).map((field) => `${name}.${field}`)),
  ...excused,
].filter((key) => !allFlags.includes(key))
