import type { UserDetails } from './user-details-rules.ts'

/** A row of the user list. */
export interface ListedUser extends Omit<UserDetails, 'jobTitle' | 'maySignOnAs' | 'pendingClientId' | 'typeIds'> {
  id: number
  userName: string
  clientName: string
  signInKind: 'password' | 'directory' | 'federated'
  isSecondFactorRequired: boolean
  isLocked: boolean
  lastSignedInAt: Date | null
  createdAt: Date
}

/** Columns of a ListedUser; users are u, their employers c and their sign-ins s. */
export const listedUserColumns = `
  u.id, u.user_name as "userName", u.first_name as "firstName", u.middle_initial as "middleInitial",
  u.last_name as "lastName", u.email, u.work_phone as "workPhone",
  u.work_extension as "workExtension", u.home_phone as "homePhone", u.mobile_phone as "mobilePhone", u.fax,
  u.sms_carrier_id as "smsCarrierId", u.agreed_to_texts_at is not null as "hasAgreedToTexts", u.employee_id as "employeeId",
  u.client_id as "clientId", c.name as "clientName", u.department_id as "departmentId", u.status,
  u.is_internal as "isInternal", u.is_us_associate as "isUsAssociate", u.sign_in_kind as "signInKind",
  u.second_factor_required as "isSecondFactorRequired", 
  coalesce(s.locked_until > clock_now(), false) as "isLocked", s.last_signed_in_at as "lastSignedInAt", u.created_at as "createdAt"`
