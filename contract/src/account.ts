import * as z from 'zod/mini'
import { Ignored, YesNo } from './kit/codecs.ts'
import { endpoint } from './kit/endpoint.ts'
import { signedInAt } from './kit/guard.ts'

const settings = '/ccservices/secure/user/rest/db/account-settings'

export const SectionSort = z.enum(['ALPHABETICAL', 'FAVORITES', 'FAVORITES_ONLY', 'RECENTLY_USED'])
export type SectionSort = z.output<typeof SectionSort>

/** The signed-in user as the frame and the home page need him. */
export const Profile = z.object({
  userId: z.int(),
  userNm: z.string(),
  firstNm: z.string(),
  midInitial: z.nullable(z.string()),
  lastNm: z.string(),
  emailAddress: z.nullable(z.string()),
  employerId: z.nullable(z.int()),
  employerNm: z.nullable(z.string()),
  sectionSortPrfTxt: SectionSort,
  internalUserFlg: YesNo,
  federatedUser: YesNo,
  idmuser: YesNo,
})
export type Profile = z.output<typeof Profile>

/** Keys of the specified profile that this call does not apply yet: taken and ignored (decision A4). */
const ignored = z.optional(Ignored)
const notAppliedHere = {
  userId: ignored,
  userNm: ignored,
  firstNm: ignored,
  midInitial: ignored,
  lastNm: ignored,
  emailAddress: ignored,
  workPhone: ignored,
  mobilePhnNbr: ignored,
  smsCarrierId: ignored,
  employerId: ignored,
  employerNm: ignored,
  clientId: ignored,
  jobTitleDscTxt: ignored,
  departmentId: ignored,
  securityQuestionId: ignored,
  pswdPhrase: ignored,
  securityConfirmPwd: ignored,
  internalUserFlg: ignored,
  federatedUser: ignored,
  idmuser: ignored,
}

export const getProfile = endpoint({
  name: 'getProfile',
  method: 'GET',
  path: `${settings}/users`,
  guard: signedInAt('question'),
  summary: 'The profile of the signed-in user',
  data: Profile,
})

export const updateProfile = endpoint({
  name: 'updateProfile',
  method: 'PUT',
  path: `${settings}/users`,
  guard: signedInAt('question'),
  summary: 'Change how the tiles are sorted; what is left out stays as it is, null is the default again',
  body: z.strictObject({ ...notAppliedHere, sectionSortPrfTxt: z.optional(z.nullable(SectionSort)) }),
  data: Profile,
})
