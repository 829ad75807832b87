import { redirect, type ParsedLocation } from '@tanstack/react-router'
import type { Gate } from '@portico/contract/kit/guard.ts'
import { currentSession, joinSiblings, type Session } from '../api/session.ts'
import type { EndReason } from '../api/siblings.ts'
import { ownPath, paths } from '../paths.ts'
import { signOut } from './sign-out.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Where somebody wanted to go who has to sign in first. */
    returnTo?: string
    /** Set after a person's own signing out: the sign-in page says so. */
    signedOut?: boolean
    /** Why the session ended, where it was not a person's own signing out. */
    endedBecause?: Exclude<EndReason, 'signed-out'>
  }
}

/** Sends away whoever is not signed in, remembering where he wanted to go. */
export async function requireSession(location: ParsedLocation): Promise<Session> {
  await joinSiblings()
  const session = currentSession()
  if (session) return session
  const returnTo = ownPath(location.href)
  throw redirect({
    to: paths.login(),
    search: { notLoggedIn: true },
    state: returnTo ? { returnTo } : {},
    replace: true,
  })
}

/** A session with no gate left to pass (decision B7). */
export async function requireFullSession(location: ParsedLocation): Promise<Session> {
  const session = await requireSession(location)
  if (session.gate === null) return session
  // Nobody is at home with a temporary password (PSWD-017): whoever asks for it begins again.
  if (session.gate === 'temporary' && location.pathname === paths.home()) {
    signOut()
    throw redirect({ to: paths.login(), state: { signedOut: true }, replace: true })
  }
  return leadOn(session, { returnTo: ownPath(location.href) })
}

const pageOf: Readonly<Record<Gate, string>> = {
  licence: paths.licence(),
  expired: paths.gate(),
  secured: paths.gate(),
  temporary: paths.gate(),
  question: paths.accountSetup(),
}

/** After sign-in or a gate: to the next gate, else to where somebody wanted to go. */
export function leadOn({ gate }: Session, { returnTo }: { returnTo?: string | null | undefined }): never {
  if (gate === null) throw redirect({ href: ownPath(returnTo) ?? paths.home(), replace: true })
  const state = returnTo ? { returnTo } : {}
  throw redirect({ to: pageOf[gate], state, replace: true })
}
