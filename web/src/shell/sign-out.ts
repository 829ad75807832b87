import { listActiveApps, listActiveAppsOfBoth } from '@portico/contract/logout-chain/logout-chain.ts'
import { type CompanySignOut, logout } from '@portico/contract/session/session.ts'
import { call } from '../api/call.ts'
import { currentEmulation } from '../api/emulation.ts'
import { currentSession, endSession } from '../api/session.ts'

/** A server that does not answer must not keep users from signing in again. */
const LOGOUT_TIMEOUT_MS = 5000

let signOutResult: Promise<CompanySignOut | null> = Promise.resolve(null)

/** How long the question for open applications may delay a sign-out. */
const ACTIVE_APPS_TIMEOUT_MS = 2000

/**
 * True when applications were opened in this session, of which the logout page signs the user out first (LOUT-018).
 * Mode E asks for those of the emulated user only; otherwise an emulation asks for both users' (LOUT-026).
 */
export async function hasActiveApps(mode?: 'E'): Promise<boolean> {
  const session = currentSession()
  if (!session) return false
  const { uid } = session
  const signal = AbortSignal.timeout(ACTIVE_APPS_TIMEOUT_MS)
  const emulation = currentEmulation()
  try {
    const apps =
      emulation && mode !== 'E'
        ? await call(listActiveAppsOfBoth, { params: { adminId: emulation.administrator.id, uid } }, signal)
        : await call(listActiveApps, { params: { uid } }, signal)
    return apps.length > 0
  } catch {
    // A sign-out must not fail because of this question.
    return false
  }
}

/** Signs out by way of the logout page where applications are open, else at once. */
export async function signOutOfAll(openLogoutPage: () => void): Promise<void> {
  if (await hasActiveApps()) openLogoutPage()
  else signOut()
}

/**
 * Ends the session in every tab at once, and at the server in the background: its answer makes the browser clear
 * storage and cache, which takes long enough to notice.
 */
export function signOut(): void {
  endEverywhere({ stays: false })
}

/** The same for a page that shows the way on to the company itself. */
export function signOutAndStay(): void {
  endEverywhere({ stays: true })
}

function endEverywhere({ stays }: { stays: boolean }): void {
  const session = currentSession()
  if (!session) return
  const response = call(logout, { params: { uid: session.uid } }, AbortSignal.timeout(LOGOUT_TIMEOUT_MS))
  signOutResult = response.catch(() => null)
  endSession('signed-out')
  if (session.isDirectoryUser && !session.isEmulated && !stays) void signOutResult.then(redirectToCompanySignOut)
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
