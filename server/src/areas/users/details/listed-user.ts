import type { UserDetails } from './user-details-rules.ts'
import { selectedFields } from '../../account/public.ts'

/** A row of the user list. */
export interface ListedUser extends Omit<UserDetails, 'pendingClientId' | 'typeIds'> {
  id: number
  userName: string
  clientName: string
  signInKind: 'password' | 'directory' | 'federated'
  isSecondFactorRequired: boolean
  isLocked: boolean
  lastSignedInAt: Date | null
  createdAt: Date
  /** When a planned hand-over closes the account. */
  closesAt: Date | null
}

/** Columns of a ListedUser; users are u, their employers c and their sign-ins s. */
export const listedUserColumns = `
  u.id, u.user_name as "userName", ${selectedFields}, u.agreed_to_texts_at is not null as "hasAgreedToTexts",
  u.client_id as "clientId", c.name as "clientName", u.status, u.sign_in_kind as "signInKind",
  u.second_factor_required as "isSecondFactorRequired",
  coalesce(s.locked_until > clock_now(), false) as "isLocked", s.last_signed_in_at as "lastSignedInAt", u.created_at as "createdAt",
  (select min(planned.planned_at) from planned_hand_overs planned where planned.leaver_id = u.id) as "closesAt"`
