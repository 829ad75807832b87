import { listPermissionSetsOfUser } from '@portico/contract/permission-sets/permission-sets.ts'
import { getPlannedHandOvers } from '@portico/contract/access-changes/planned-hand-overs.ts'
import { listCarriers } from '@portico/contract/account/account.ts'
import { listEmployersByDomain } from '@portico/contract/users/user-creation.ts'
import {
  getUserDetail,
  listAssignableSystems,
  listUserDepartments,
  listUserNotificationTypes,
  type UserProfile,
} from '@portico/contract/users/user-profile.ts'
import type { UserOverview } from '@portico/contract/users/user-overview.ts'
import { getUserOverview } from '@portico/contract/users/user-overview.ts'
import { answer } from './answer.ts'
import { answerUserList, bea } from './users.ts'

const profileSystem = (systemId: number, systemNm: string) => ({
  systemId,
  systemNm,
  adminFlg: false,
  sensitiveDataAccessFlg: false,
  permissionAssignedFlg: true,
  endDt: null,
  givenByNm: null,
  lastUsedDt: null,
  system: { systemNm, systemSetupUrl: null, samlPostFlg: false, systemAccountSetupFlg: false, systemCd: null },
})
/** Bea's profile. */
export const profile: UserProfile = {
  user: {
    ...bea,
    jobTitleDscTxt: null,
    departmentNm: null,
    pendingEmailAddress: null,
    pendingEmployerId: null,
    pendingEmployerNm: null,
    signOnAsFlg: false,
    internationalPhonesFlg: false,
    readOnlyFields: [],
    version: 4,
  },
  notificationTypes: [],
  userSystems: [profileSystem(30, 'Ledger')],
  userPages: [{ pageId: 300, pageNm: 'Entries', systemId: 30, endDt: null }],
  userFacilities: [],
  userCustomers: [],
  userCustomerDetail: [],
}
/** Bea's account, in which nothing stands in the way. */
export const overviewOfBea: UserOverview = {
  statusDt: new Date('2026-01-05T10:00:00Z'),
  statusByNm: null,
  lockCd: null,
  lockEndDt: null,
  failedSignInCnt: 0,
  passwordDt: new Date('2026-02-01T10:00:00Z'),
  temporaryPasswordEndDt: null,
  secondFactors: [],
  recoveryCodeCnt: 0,
  sessionCnt: 0,
  lastActiveDt: null,
  requests: [],
}
export const answerProfile = (
  cpUser = profile,
  readOnlyReasonCd: 'stronger' | 'deleted' | null = null,
  permissionsVersion = 9,
) => answer(getUserDetail, { adminUser: profile, cpUser, permissionsVersion, portalAdminFlg: true, readOnlyReasonCd })
export const assignable = (systemId: number, systemNm: string) => ({
  systemId,
  systemNm,
  systemCd: null,
  facilityCd: null,
  sensitiveDataAssignableFlg: true,
})

/** Answers everything that the screen of a user profile loads. */
export function answerUserProfile(): void {
  answerUserList([bea])
  answerProfile()
  answer(getUserOverview, overviewOfBea)
  answer(getPlannedHandOvers, { leaving: [], receiving: [] })
  answer(listAssignableSystems, [assignable(30, 'Ledger'), assignable(31, 'Vault')])
  answer(listUserNotificationTypes, [
    { notificationTypeId: 1, notificationTypeNm: 'Email', textMessageFlg: false },
    { notificationTypeId: 2, notificationTypeNm: 'Text message', textMessageFlg: true },
  ])
  answer(listUserDepartments, [{ departmentId: 8, departmentNm: 'Treasury' }])
  answer(listCarriers, [])
  answer(listEmployersByDomain, [])
  answer(listPermissionSetsOfUser, [])
}
