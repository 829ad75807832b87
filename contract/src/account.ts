import * as z from 'zod/mini'
import { Id, Ignored, OwnUid, text, YesNo } from './kit/codecs.ts'
import { endpoint } from './kit/endpoint.ts'
import { signedInAt } from './kit/guard.ts'

const area = '/ccservices/secure/user/rest/db'
const settings = `${area}/account-settings`

export const SectionSort = z.enum(['ALPHABETICAL', 'FAVORITES', 'FAVORITES_ONLY', 'RECENTLY_USED'])
export type SectionSort = z.output<typeof SectionSort>

/** What somebody sees of his own account. */
export const Profile = z.object({
  userId: z.int(),
  userNm: z.string(),
  firstNm: z.string(),
  midInitial: z.nullable(z.string()),
  lastNm: z.string(),
  emailAddress: z.nullable(z.string()),
  /** Given and not confirmed yet. */
  pendingEmailAddress: z.nullable(z.string()),
  workPhone: z.nullable(z.string()),
  mobilePhnNbr: z.nullable(z.string()),
  smsCarrierId: z.nullable(z.int()),
  agreedToTextsFlg: YesNo,
  employerId: z.nullable(z.int()),
  employerNm: z.nullable(z.string()),
  /** Asked for, and to be made by an administrator (decision D1). */
  pendingEmployerId: z.nullable(z.int()),
  pendingEmployerNm: z.nullable(z.string()),
  jobTitleDscTxt: z.nullable(z.string()),
  departmentId: z.nullable(z.int()),
  departmentNm: z.nullable(z.string()),
  securityQuestionId: z.nullable(z.int()),
  /** The answer never leaves the server (decision B10). */
  pswdPhrase: z.null(),
  sectionSortPrfTxt: SectionSort,
  internalUserFlg: YesNo,
  federatedUser: YesNo,
  idmuser: YesNo,
  /** Phones with a country code are taken too. */
  internationalPhonesFlg: YesNo,
  /** Fields that his company keeps; a change of one is refused. */
  readOnlyFields: z.array(z.string()),
  /** Counts changes; sent along, it keeps one tab from overwriting another. */
  version: z.int(),
})
export type Profile = z.output<typeof Profile>

export const getProfile = endpoint({
  name: 'getProfile',
  method: 'GET',
  path: `${settings}/users`,
  guard: signedInAt('question'),
  summary: 'The profile of the signed-in user',
  data: Profile,
})

/** Keys of the profile that this call does not apply: taken and ignored (decision A4). */
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
  federatedUser: ignored,
  idmuser: ignored,
  internationalPhonesFlg: ignored,
  readOnlyFields: ignored,
}

/** More than any field may hold, so that a longer text is refused by its rule and in its words. */
const typed = z.optional(z.nullable(text(1000)))
const chosen = z.optional(z.nullable(Id))
const version = z.optional(z.int())

export const updateProfile = endpoint({
  name: 'updateProfile',
  method: 'PUT',
  path: `${settings}/users`,
  guard: signedInAt('question'),
  summary:
    'Change the own profile: what is left out stays, null clears. A new e-mail address needs securityConfirmPwd and counts once confirmed; a new employer is asked for',
  body: z.strictObject({
    ...notAppliedHere,
    firstNm: typed,
    midInitial: typed,
    lastNm: typed,
    emailAddress: typed,
    workPhone: typed,
    mobilePhnNbr: typed,
    smsCarrierId: chosen,
    employerId: chosen,
    jobTitleDscTxt: typed,
    departmentId: chosen,
    sectionSortPrfTxt: z.optional(z.nullable(SectionSort)),
    /** The current password, where the e-mail address changes. */
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
  guard: signedInAt('question'),
  summary: 'Confirm a new e-mail address by what the link in its mail holds; good once',
  params: OwnUid,
  body: z.strictObject({ token: text(200) }),
  data: Profile,
})

export const withdrawEmail = endpoint({
  name: 'withdrawEmail',
  method: 'POST',
  path: `${settings}/users/{uid}/withdraw-email`,
  guard: signedInAt('question'),
  summary: 'Keep the present e-mail address; the link to the new one is good for nothing then',
  params: OwnUid,
  data: Profile,
})

export const NotificationType = z.object({
  notificationTypeId: z.int(),
  notificationTypeNm: z.string(),
  /** Goes out as a text message, which needs consent, number and carrier. */
  textMessageFlg: YesNo,
})
export type NotificationType = z.output<typeof NotificationType>

export const listNotificationTypes = endpoint({
  name: 'listNotificationTypes',
  method: 'GET',
  path: `${settings}/notification-types`,
  guard: signedInAt('question'),
  summary: 'The ways to be notified',
  data: z.array(NotificationType),
})

export const listOwnNotificationTypes = endpoint({
  name: 'listOwnNotificationTypes',
  method: 'GET',
  path: `${settings}/users/{uid}/notification-types`,
  guard: signedInAt('question'),
  summary: 'The ways in which the user is notified',
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
  guard: signedInAt('question'),
  summary:
    'Choose how to be notified, as the whole list or with what text messages need; without text messages number and carrier are cleared',
  params: OwnUid,
  body: z.union([
    z.strictObject({
      notificationTypes: chosenTypes,
      agreedToTextsFlg: z.optional(YesNo),
      mobilePhnNbr: typed,
      smsCarrierId: chosen,
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
  guard: signedInAt('question'),
  summary:
    'Send one last text to the own number at its carrier; any other address is refused. Also done when it is removed',
  rate: 'sign-in',
  params: z.strictObject({ uid: Id, address: text(254) }),
})

export const listDepartments = endpoint({
  name: 'listDepartments',
  method: 'GET',
  path: `${settings}/departments`,
  guard: signedInAt('question'),
  summary: 'The departments to choose from',
  data: z.array(z.object({ departmentId: z.int(), departmentNm: z.string() })),
})

export const listClientsByDomain = endpoint({
  name: 'listClientsByDomain',
  method: 'GET',
  path: `${area}/auth/cpusers/{uid}/clients-by-domain`,
  guard: signedInAt('question'),
  summary: 'The employers of the domain of the user’s confirmed address; no other domain is answered for',
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
  guard: signedInAt('question'),
  summary: 'The carriers through which text messages go',
  params: OwnUid,
  data: z.array(z.object({ smsCarrierId: z.int(), smsCarrierNm: z.string(), emailDomainTxt: z.string() })),
})
