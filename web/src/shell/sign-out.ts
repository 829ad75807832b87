import { type CompanySignOut, logout } from '@portico/contract/session.ts'
import { call } from '../api/call.ts'
import { currentSession, endSession } from '../api/session.ts'

/** A server that does not answer must not keep users from signing in again. */
const LOGOUT_TIMEOUT_MS = 5000

let signOutResult: Promise<CompanySignOut | null> = Promise.resolve(null)

/**
 * Ends the session in every tab at once, and at the server in the background: its answer makes the browser clear
 * storage and cache, which takes long enough to notice.
 */
export function signOut(): void {
  const session = currentSession()
  if (!session) return
  const response = call(logout, { params: { uid: session.uid } }, AbortSignal.timeout(LOGOUT_TIMEOUT_MS))
  signOutResult = response.catch(() => null)
  endSession('signed-out')
  if (session.isDirectoryUser && !session.isEmulated) void signOutResult.then(redirectToCompanySignOut)
}

/**
 * Resolves when the server has answered, with the company's links: values stored earlier would be cleared with the
 * storage.
 */
export const signOutFinished = (): Promise<CompanySignOut | null> => signOutResult

/** Directory users are signed out at the company too if the operator has configured it (LOUT-004). */
function redirectToCompanySignOut(company: CompanySignOut | null) {
  if (company?.signOutUrl) location.assign(company.signOutUrl)
}
