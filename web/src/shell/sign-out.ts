import { logout } from '@portico/contract/session.ts'
import { call } from '../api/call.ts'
import { currentSession, endSession } from '../api/session.ts'

/** A server that does not answer must not keep anybody signed in on this screen. */
const PATIENCE_MS = 3000

/** Ends the session at the server and in every tab. */
export async function signOut(): Promise<void> {
  const session = currentSession()
  if (!session) return
  const told = call(logout, { params: { uid: session.uid } }, AbortSignal.timeout(PATIENCE_MS))
  await told.catch(() => undefined)
  endSession('signed-out')
}
