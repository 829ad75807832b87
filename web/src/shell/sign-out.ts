import { type CompanySignOut, logout } from '@portico/contract/session.ts'
import { call } from '../api/call.ts'
import { currentSession, endSession } from '../api/session.ts'

/** A server that does not answer must not keep anybody from signing in again. */
const PATIENCE_MS = 5000

let done: Promise<CompanySignOut | null> = Promise.resolve(null)

/**
 * Ends the session in every tab at once, and at the server as soon as that can be. The answer makes the
 * browser empty its storage and cache, which takes it a while: nobody should have to watch it.
 */
export function signOut(): void {
  const session = currentSession()
  if (!session) return
  const told = call(logout, { params: { uid: session.uid } }, AbortSignal.timeout(PATIENCE_MS))
  done = told.catch(() => null)
  endSession('signed-out')
  if (session.isDirectoryUser && !session.isEmulated) void done.then(leaveForCompany)
}

/** What is stored before this is kept would be lost again. Kept with the ways on for whoever signed in at his company. */
export const signOutDone = (): Promise<CompanySignOut | null> => done

/** People of a directory are signed out there too, where the operator says so (LOUT-004); otherwise they stay here. */
function leaveForCompany(company: CompanySignOut | null) {
  if (company?.signOutUrl) location.assign(company.signOutUrl)
}
