import { getLicence } from '@portico/contract/sign-in.ts'
import { ApiError } from '../../api/call.ts'
import { query, queryClient } from '../../api/query.ts'
import { endSession } from '../../api/session.ts'

export const licenceQuery = (uid: number) => query(getLicence, { params: { uid } })

/**
 * Fetches the licence for who has to accept it. A session that may not even read it fits no page at all,
 * as when somebody changed the stored values by hand: it ends.
 */
export async function loadLicence(uid: number): Promise<void> {
  try {
    await queryClient.ensureQueryData(licenceQuery(uid))
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return endSession('lost')
    throw error
  }
}
