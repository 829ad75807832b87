import { emulatedLogout } from '@portico/contract/emulation/emulation.ts'
import { call } from '../../api/call.ts'
import { currentEmulation } from '../../api/emulation.ts'
import type { Session } from '../../api/stored-session.ts'
import { signOutAndStay, signOutFinished } from '../../shell/sign-out.ts'
import { forgetSteps } from './logout-chain.ts'

/** Where the user goes on from the receipt. */
export type Departure = { kind: 'sign-in' } | { kind: 'company'; address: string | null } | { kind: 'administrator' }

/** The real sign-out: in mode E of the emulated user only, else of everyone in this session (LOUT-022..025). */
export async function endAfterChain(session: Session, mode: 'E' | undefined): Promise<Departure> {
  const emulation = currentEmulation()
  if (mode === 'E' && emulation) {
    // Where the server cannot be reached, the emulation ends by itself; the administrator gets back all the same.
    await call(emulatedLogout, { params: { uid: emulation.administrator.id, userId: session.uid } }).catch(() => null)
    forgetSteps()
    return { kind: 'administrator' }
  }
  signOutAndStay()
  const company = await signOutFinished()
  if (session.isEmulated) return { kind: 'sign-in' }
  if (session.isFederatedUser) return { kind: 'company', address: null }
  return company?.signOutUrl ? { kind: 'company', address: company.signOutUrl } : { kind: 'sign-in' }
}
