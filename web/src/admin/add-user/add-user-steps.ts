import type { PhoneNumbers } from '@portico/contract/phones/phone-numbers.ts'
import type { SetOption } from '../permissions/SetPicker.tsx'
import { dateOnDay } from '../permissions/permissions-form.ts'
import { customerChangeOf, type FacilityChoice } from '../user-customers/customers-form.ts'
import { type Details, noDetails, userOf } from './details-form.ts'

/** A system that the new user gets. */
export interface ChosenSystem {
  systemId: number
  systemNm: string
  isAdmin: boolean
  hasSensitiveData: boolean
  pages: readonly { pageId: number; pageNm: string }[]
}

/** The draft of the wizard. */
export interface NewUser {
  details: Details
  systems: readonly ChosenSystem[]
  /** Permission sets; absent in a draft from before there were any. */
  sets?: readonly SetOption[]
  /** The last day of these sets; '' or absent: no planned end. */
  setsEndDay?: string
  facilities: readonly FacilityChoice[]
}

export const nobody: NewUser = { details: noDetails, systems: [], facilities: [] }

/** The body of the call that creates the user. */
export const newUserBody = (
  { details, systems, sets = [], setsEndDay = '', facilities }: NewUser,
  phones: PhoneNumbers,
) => ({
  user: userOf(details, phones),
  notificationTypes: details.notificationTypes.map((notificationTypeId) => ({ notificationTypeId })),
  userSystems: systems.map(({ systemId, isAdmin, hasSensitiveData }) => ({
    systemId,
    adminFlg: isAdmin,
    sensitiveDataAccessFlg: hasSensitiveData,
    permissionAssignedFlg: true,
  })),
  userPages: systems.flatMap(({ pages }) => pages.map(({ pageId }) => ({ pageId }))),
  ...(sets.length > 0 && { setIds: sets.map(({ value }) => Number(value)), setEndDt: dateOnDay(setsEndDay) }),
  ...assignmentsOf(facilities),
})

/** Customers of a facility with all customers are left out (UADM-127). */
function assignmentsOf(facilities: NewUser['facilities']) {
  const { userFacilities, userCustomers } = customerChangeOf({ facilities: [...facilities] }, 0)
  return { userFacilities, userCustomers }
}
