import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { getListPreferences, saveListPreferences } from '@portico/contract/preferences/preferences.ts'
import {
  getUserListOptions,
  type ListedUser,
  listUsers,
  listUserStatuses,
  searchEmployers,
} from '@portico/contract/users/users.ts'
import { emptyListedFields } from '../../contract/test/user-field-samples.ts'
import { answer } from './answer.ts'
import { answerFrame } from './frame.ts'
import { signInAs } from './people.ts'

/** An active user with a password of their own. */
export const bea: ListedUser = {
  ...emptyListedFields,
  userId: 21,
  userNm: 'bea.ivers',
  firstNm: 'Bea',
  lastNm: 'Ivers',
  emailAddress: 'bea@client.test',
  employerId: 5,
  userStatus: 1,
  acctLockedFlg: false,
  federatedUser: false,
  mfaEnabled: true,
  agreeText: false,
  idmuser: false,
  loginSessionId: null,
  employerNm: 'Harborview',
  lastLoginDt: new Date('2026-11-20T15:00:00Z'),
  recordAddDt: new Date('2026-01-05T10:00:00Z'),
}
export const gus: ListedUser = {
  ...bea,
  userId: 22,
  userNm: 'gus.inert',
  firstNm: 'Gus',
  lastNm: 'Inert',
  userStatus: 2,
  lastLoginDt: null,
}
export const ida: ListedUser = { ...bea, userId: 23, userNm: 'ida.gone', firstNm: 'Ida', lastNm: 'Gone', userStatus: 3 }
export const vera: ListedUser = {
  ...bea,
  userId: 24,
  userNm: 'vera.shut',
  firstNm: 'Vera',
  lastNm: 'Shut',
  acctLockedFlg: true,
}

/** Answers what the user list asks; the viewer is user 7, a portal administrator. */
export function answerUserList(users: readonly ListedUser[], total = users.length): void {
  answerFrame()
  answer(getAdminMenu, [{ pageId: 1, pageNm: 'User Administration' }])
  answer(listUserStatuses, [
    { clsVldValId: 1, valueMediumNm: 'Active' },
    { clsVldValId: 2, valueMediumNm: 'Inactive' },
    { clsVldValId: 3, valueMediumNm: 'Deleted' },
  ])
  answer(getUserListOptions, { portalAdminFlg: true, securityProvider: 'duo', signOnAsFlg: true, usAssociate: false })
  answer(searchEmployers, [{ id: 5, nameTxt: 'Harborview' }], { headers: { 'x-total-count': '1' } })
  answer(getListPreferences, { savedFilters: [], hiddenColumns: [] })
  answer(saveListPreferences, null)
  answer(listUsers, { result: [...users], totalResults: total })
  signInAs({ internalUserFlg: true })
}
