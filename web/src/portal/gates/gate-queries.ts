import { getLicense } from '@portico/contract/sign-in/sign-in.ts'
import { ApiError } from '../../api/call.ts'
import { query, queryClient } from '../../api/query.ts'
import { endSession } from '../../api/session.ts'

/** Stays what the user reads until it is loaded anew: what they accept is named by it. */
export const licenseQuery = (uid: number) => ({ ...query(getLicense, { params: { uid } }), staleTime: Infinity })

/**
 * Loads the license for the user to accept. A session that may not even read it fits no page, such as after stored
 * values were edited by hand, and ends.
 */
export async function loadLicense(uid: number): Promise<void> {
  try {
    await queryClient.ensureQueryData(licenseQuery(uid))
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return endSession('lost')
    throw error
  }
}
