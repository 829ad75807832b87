import * as z from 'zod/mini'
import { Id, Ignored, OwnUid, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { signedIn } from '../kit/guard.ts'
import { languages } from '../texts/languages.ts'

const area = '/ccservices/secure/user/rest/db'
const settings = `${area}/account-settings`

/** A language of the portal; null: that of the browser. */
const ChosenLanguage = z.nullable(z.enum(languages))

export const SectionSort = z.enum(['ALPHABETICAL', 'FAVORITES', 'FAVORITES_ONLY', 'RECENTLY_USED'])
export type SectionSort = z.output<typeof SectionSort>

/** The user's own account. */
export const Profile = z.object({
  userId: z.int(),
  userNm: z.string(),
  firstNm: z.string(),
  midInitial: z.nullable(z.string()),
  lastNm: z.string(),
  emailAddress: z.nullable(z.string()),
  /** A new email address that is not confirmed yet. */
  pendingEmailAddress: z.nullable(z.string()),
  workPhone: z.nullable(z.string()),
  mobilePhnNbr: z.nullable(z.string()),
  smsCarrierId: z.nullable(z.int()),
  agreedToTextsFlg: YesNo,
  employerId: z.nullable(z.int()),
  employerNm: z.nullable(z.string()),
  /** A requested employer that an administrator has not assigned yet (decision D1). */
  pendingEmployerId: z.nullable(z.int()),
  pendingEmployerNm: z.nullable(z.string()),
  jobTitleDscTxt: z.nullable(z.string()),
  departmentId: z.nullable(z.int()),
  departmentNm: z.nullable(z.string()),
  securityQuestionId: z.nullable(z.int()),
  /** Masked: the answer never leaves the server (decision B10). */
  pswdPhrase: z.null(),
  sectionSortPrfTxt: SectionSort,
  languageCd: ChosenLanguage,
  internalUserFlg: YesNo,
  usAssociate: YesNo,
  federatedUser: YesNo,
  idmuser: YesNo,
  /** Numbers of all countries are taken. For callers of the API: no form of the portal reads it. */
  internationalPhonesFlg: YesNo,
  /** Fields that the user's company manages; a change to one is refused. */
  readOnlyFields: z.array(z.string()),
  /** Incremented by every change; sent back so that one tab cannot overwrite another. */
  version: z.int(),
})
export type Profile = z.output<typeof Profile>

export const getProfile = endpoint({
  name: 'getProfile',
  method: 'GET',
  path: `${settings}/users`,
  guard: signedIn({ alsoAt: ['question'] }),
  data: Profile,
})

/** Profile keys that this call accepts and ignores (decision A4). */
const ignored = z.optional(Ignored)
const notAppliedHere = {
  userId: ignored,
  userNm: ignored,
  pendingEmailAddress: ignored,
  agreedToTextsFlg: ignored,
  employerNm: ignored,
  pendingEmployerId: ignored,
  pendingEmployerNm: ignored,
  clientId: ignored,
  departmentNm: ignored,
  securityQuestionId: ignored,
  pswdPhrase: ignored,
  internalUserFlg: ignored,
  usAssociate: ignored,
  federatedUser: ignored,
  idmuser: ignored,
  internationalPhonesFlg: ignored,
  readOnlyFields: ignored,
  // Changed only by administrators' actions (decision N-5), or maintained by them.
  userStatus: ignored,
  acctLockedFlg: ignored,
  mfaEnabled: ignored,
  agreeText: ignored,
  loginSessionId: ignored,
  employeeId: ignored,
  workExt: ignored,
  homePhone: ignored,
  faxNum: ignored,
}

/** Above every field's limit, so that the field's own rule refuses a longer text with its own message. */
const textInput = z.optional(z.nullable(text(1000)))
const idInput = z.optional(z.nullable(Id))
const version = z.optional(z.int())

export const updateProfile = endpoint({
  name: 'updateProfile',
  method: 'PUT',
  path: `${settings}/users`,
  guard: signedIn({ alsoAt: ['question'], emulation: 'refuse' }),
  body: z.strictObject({
    ...notAppliedHere,
    firstNm: textInput,
    midInitial: textInput,
    lastNm: textInput,
    emailAddress: textInput,
    workPhone: textInput,
    mobilePhnNbr: textInput,
    smsCarrierId: idInput,
    employerId: idInput,
    jobTitleDscTxt: textInput,
    departmentId: idInput,
    sectionSortPrfTxt: z.optional(z.nullable(SectionSort)),
    languageCd: z.optional(ChosenLanguage),
    /** The current password; required when the email address changes. */
    securityConfirmPwd: z.optional(z.nullable(z.string().check(z.maxLength(8192)))),
    version,
  }),
  data: Profile,
})
export type ProfileChange = z.output<typeof updateProfile.body>

export const confirmEmail = endpoint({
  name: 'confirmEmail',
  method: 'POST',
  path: `${settings}/users/{uid}/confirm-email`,
  guard: signedIn({ alsoAt: ['question'], emulation: 'refuse' }),
  params: OwnUid,
  body: z.strictObject({ token: text(200) }),
  data: Profile,
})

export const withdrawEmail = endpoint({
  name: 'withdrawEmail',
  method: 'POST',
  path: `${settings}/users/{uid}/withdraw-email`,
  guard: signedIn({ alsoAt: ['question'], emulation: 'refuse' }),
  params: OwnUid,
  data: Profile,
})

export const NotificationType = z.object({
  notificationTypeId: z.int(),
  notificationTypeNm: z.string(),
  /** Sent as a text message, which needs consent, a number and a carrier. */
  textMessageFlg: YesNo,
})
export type NotificationType = z.output<typeof NotificationType>

export const listNotificationTypes = endpoint({
  name: 'listNotificationTypes',
  method: 'GET',
  path: `${settings}/notification-types`,
  guard: signedIn({ alsoAt: ['question'] }),
  data: z.array(NotificationType),
})

export const listOwnNotificationTypes = endpoint({
  name: 'listOwnNotificationTypes',
  method: 'GET',
  path: `${settings}/users/{uid}/notification-types`,
  guard: signedIn({ alsoAt: ['question'] }),
  params: OwnUid,
  data: z.array(NotificationType),
})

const chosenTypes = z
  .array(
    z.strictObject({
      notificationTypeId: Id,
      notificationTypeNm: ignored,
      textMessageFlg: ignored,
    }),
  )
  .check(z.maxLength(100))

export const saveOwnNotificationTypes = endpoint({
  name: 'saveOwnNotificationTypes',
  method: 'PUT',
  path: `${settings}/users/{uid}/notification-types`,
  guard: signedIn({ alsoAt: ['question'], emulation: 'refuse' }),
  params: OwnUid,
  body: z.union([
    z.strictObject({
      notificationTypes: chosenTypes,
      agreedToTextsFlg: z.optional(YesNo),
      mobilePhnNbr: textInput,
      smsCarrierId: idInput,
      version,
    }),
    chosenTypes,
  ]),
  data: z.array(NotificationType),
})

export const sendOptOutText = endpoint({
  name: 'sendOptOutText',
  method: 'POST',
  path: `${settings}/users/{uid}/send-optout-sms/{address}`,
  guard: signedIn({ alsoAt: ['question'], emulation: 'refuse' }),
  rate: 'sign-in',
  params: z.strictObject({ uid: Id, address: text(254) }),
})

export const listDepartments = endpoint({
  name: 'listDepartments',
  method: 'GET',
  path: `${settings}/departments`,
  guard: signedIn({ alsoAt: ['question'] }),
  data: z.array(z.object({ departmentId: z.int(), departmentNm: z.string() })),
})

export const listClientsByDomain = endpoint({
  name: 'listClientsByDomain',
  method: 'GET',
  path: `${area}/auth/cpusers/{uid}/clients-by-domain`,
  guard: signedIn({ alsoAt: ['question'] }),
  params: OwnUid,
  query: z.strictObject({
    domain: z.optional(z.string().check(z.maxLength(253), z.regex(/^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/))),
  }),
  data: z.array(z.object({ clientId: z.int(), clientNm: z.string() })),
})

export const listCarriers = endpoint({
  name: 'listCarriers',
  method: 'GET',
  path: `${area}/notif/cpusers/{uid}/carriers`,
  guard: signedIn({ alsoAt: ['question'] }),
  params: OwnUid,
  data: z.array(z.object({ smsCarrierId: z.int(), smsCarrierNm: z.string(), emailDomainTxt: z.string() })),
})

export const summaries = {
  getProfile: 'The profile of the signed-in user',
  updateProfile:
    'Change the user’s own profile: omitted fields stay, null clears. A new email address needs securityConfirmPwd and takes effect once confirmed; a new employer becomes a request',
  confirmEmail: 'Confirm a new email address with the single-use token from the mailed link',
  withdrawEmail: 'Keep the current email address and invalidate the link to the new one',
  listNotificationTypes: 'The available notification types',
  listOwnNotificationTypes: 'The user’s notification types',
  saveOwnNotificationTypes:
    'Choose the notification types, as the whole list or with the text message settings; without text messages, number and carrier are cleared',
  sendOptOutText:
    'Send a final text message to the user’s own number at its carrier; any other address is refused. Also sent when the number is removed',
  listDepartments: 'The departments to choose from',
  listClientsByDomain:
    'The employers for the domain of the user’s confirmed email address; any other domain is refused',
  listCarriers: 'The carriers that text messages can be sent through',
}
