import type { Tx } from '../../../db/database.ts'
import { run } from '../../../db/run.ts'
import { arrayOf, instant, int, statement } from '../../../db/statement.ts'
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

/** Columns of a ListedUser but for its closing; users are u, their employers c and their sign-ins s. */
export const listedUserColumns = `
  u.id, u.user_name as "userName", ${selectedFields}, u.agreed_to_texts_at is not null as "hasAgreedToTexts",
  u.client_id as "clientId", c.name as "clientName", u.status, u.sign_in_kind as "signInKind",
  u.second_factor_required as "isSecondFactorRequired",
  coalesce(s.locked_until > clock_now(), false) as "isLocked", s.last_signed_in_at as "lastSignedInAt", u.created_at as "createdAt"`

const closings = statement([arrayOf(int)], {
  name: 'users: planned closings',
  text: `select leaver_id as id, min(planned_at) as "closesAt" from planned_hand_overs where leaver_id = any ($1) group by 1`,
  row: { id: int, closesAt: instant },
})

/**
 * When planned hand-overs close these accounts; without those that have none. A statement of its own, since its plan
 * is kept: as a part of a list, whose text varies, the view would be planned anew for each page.
 */
export async function readClosings(tx: Tx, userIds: readonly number[]): Promise<Map<number, Date>> {
  const found = await run(tx, closings([...userIds]))
  return new Map(found.map(({ id, closesAt }) => [id, closesAt]))
}
