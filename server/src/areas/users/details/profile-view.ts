import type { PhoneNumbers } from '@portico/contract/phones/phone-numbers.ts'
import type {
  AssignablePage as WirePage,
  AssignableSystem as WireSystem,
  UserProfile,
  UserSystem,
} from '@portico/contract/users/user-profile.ts'
import { assignedView, type CustomerReach, isInReach } from '../../customers/public.ts'
import { sourcesView } from '../../grants/public.ts'
import type { AssignablePage, AssignableSystem } from '../../permissions/public.ts'
import type { ProfiledSystem, ProfileGrants } from './profile-grants.ts'
import type { ProfiledUser } from './user-details-store.ts'
import { userView } from './user-view.ts'

interface ProfileViewer {
  reach: CustomerReach
  readOnlyFields: string[]
  phones: Pick<PhoneNumbers, 'isInternational'>
  /** The only client that an external administrator may know of; null: all clients. */
  ownClientId: number | null
}

/** A full user profile (UADM-064..091), with the facilities and customers that the administrator may see (decision E4). */
export function profileView(
  user: ProfiledUser,
  grants: ProfileGrants,
  { reach, readOnlyFields, phones, ownClientId }: ProfileViewer,
): UserProfile {
  const mayName = (clientId: number | null) => ownClientId === null || clientId === ownClientId
  const customers = grants.customers
    .filter(({ facilityCode, path }) => isInReach(reach.of(facilityCode), path))
    .map((customer) => assignedView(customer, reach.of(customer.facilityCode)))
  const facilities = grants.facilities.filter(({ code }) => reach.facilities === null || reach.facilities.has(code))
  return {
    user: {
      ...userView(user, { isInternal: ownClientId === null }),
      jobTitleDscTxt: user.jobTitle,
      departmentNm: user.departmentName,
      pendingEmailAddress: user.pendingEmail,
      pendingEmployerId: user.pendingClientId,
      pendingEmployerNm: mayName(user.pendingClientId) ? user.pendingClientName : null,
      signOnAsFlg: user.maySignOnAs,
      internationalPhonesFlg: phones.isInternational,
      readOnlyFields,
      version: user.version,
    },
    notificationTypes: user.notificationTypes.map(({ id }) => ({ notificationTypeId: id })),
    userSystems: grants.systems.map(systemView),
    userPages: grants.pages.map((page) => ({
      pageId: page.id,
      pageNm: page.name,
      systemId: page.systemId,
      endDt: page.endsAt,
      ...(page.givenBy !== null && { givenByNm: page.givenBy }),
      ...sourcesView(page),
    })),
    userFacilities: facilities.map(({ code, hasAllCustomers, endsAt }) => ({
      facilityCd: code,
      allCustomersFlg: hasAllCustomers,
      customers: customers.filter(({ facilityCd }) => facilityCd === code),
      endDt: endsAt,
    })),
    userCustomers: customers,
    userCustomerDetail: customers,
  }
}

export const systemView = (system: ProfiledSystem): UserSystem => ({
  systemId: system.id,
  systemNm: system.name,
  adminFlg: system.isAdmin,
  sensitiveDataAccessFlg: system.hasSensitiveData,
  permissionAssignedFlg: true,
  endDt: system.endsAt,
  givenByNm: system.givenBy,
  ...sourcesView(system),
  lastUsedDt: system.lastUsedAt,
  system: {
    systemNm: system.name,
    systemSetupUrl: system.setupUrl,
    samlPostFlg: system.isSamlPost,
    systemAccountSetupFlg: system.hasAccountSetup,
    systemCd: system.code,
  },
})

export const assignableSystemView = (system: AssignableSystem): WireSystem => ({
  systemId: system.id,
  systemNm: system.name,
  systemCd: system.code,
  facilityCd: system.facilityCode,
  sensitiveDataAssignableFlg: system.maySeeSensitiveData,
})

export const assignablePageView = (page: AssignablePage): WirePage => ({
  pageId: page.id,
  pageNm: page.name,
  sectionNm: page.sectionName,
  internalUserPage: page.isInternalOnly,
  dispFlg: page.isDisplayed,
  pageAssignableFlg: page.isAssignable,
  admAccessRqrFlg: page.requiresAdmin,
  assignableFlg: page.mayAssign,
})
