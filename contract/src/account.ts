import * as z from 'zod/mini'
import { YesNo } from './kit/codecs.ts'
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
  summary: 'Change how the tiles are sorted; what is left out stays as it is',
  body: z.strictObject({ sectionSortPrfTxt: z.optional(SectionSort) }),
  data: Profile,
})
