import type { Profile } from '@portico/contract/account/account.ts'
import type { LoginResult } from '@portico/contract/sign-in/sign-in.ts'
import { startSession } from '../src/api/session.ts'

/** The sign-in result of an ordinary client user. */
export const ann: LoginResult = {
  userId: 7,
  userNm: 'ann.smith',
  firstNm: 'Ann',
  userStatus: '1',
  acctLockedFlg: false,
  loginSessionId: 'the-session-token',
  pswdChngDt: new Date('2026-01-05T10:00:00Z'),
  securityQuestionId: 3,
  pswdPhrase: null,
  idmuser: false,
  federatedUser: false,
  internalUserFlg: false,
  eulaAcceptedDt: new Date('2026-01-05T10:00:00Z'),
  passwordExpiredFlg: false,
  daysBeforePasswordExpire: 80,
  signOnAsFlg: false,
}

/** Signs a user in without the sign-in page. */
export const signInAs = (who: Partial<LoginResult> = {}): void => startSession({ ...ann, ...who }, 'the-csrf-token')

/** The same user's account settings. */
export const annsProfile: Profile = {
  userId: 7,
  userNm: 'ann.smith',
  firstNm: 'Ann',
  midInitial: null,
  lastNm: 'Smith',
  emailAddress: 'ann@client.test',
  pendingEmailAddress: null,
  workPhone: '2065550100',
  mobilePhnNbr: null,
  smsCarrierId: null,
  agreedToTextsFlg: false,
  employerId: 1,
  employerNm: 'Client',
  pendingEmployerId: null,
  pendingEmployerNm: null,
  jobTitleDscTxt: 'Clerk',
  departmentId: 2,
  departmentNm: 'Billing',
  securityQuestionId: 3,
  pswdPhrase: null,
  sectionSortPrfTxt: 'ALPHABETICAL',
  languageCd: null,
  internalUserFlg: false,
  federatedUser: false,
  idmuser: false,
  internationalPhonesFlg: false,
  usAssociate: false,
  readOnlyFields: [],
  version: 4,
}
