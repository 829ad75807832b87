import { redirect, type ParsedLocation } from '@tanstack/react-router'
import type { Gate } from '@portico/contract/kit/guard.ts'
import { currentSession, adoptSessionFromTabs } from '../api/session.ts'
import type { Session } from '../api/stored-session.ts'
import type { EndReason } from '../api/tab-channel.ts'
import { returnPath, paths } from '../paths.ts'
import { signOut } from './sign-out.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The requested page, for users who must sign in first. */
    returnTo?: string
    /** A signed-in user has come back from the provider, where they confirmed who they are. */
    confirmsSignIn?: boolean
    /** Set after a deliberate sign-out, which the sign-in page confirms. */
    signedOut?: boolean
    /** Why the session ended, unless the user signed out. */
    endReason?: Exclude<EndReason, 'signed-out'>
    /** The user ID that was typed at the sign-in, for who then asks for another password. */
    userName?: string
  }
}

/** Redirects users who are not signed in to sign-in, with the requested page. */
export async function requireSession(location: ParsedLocation): Promise<Session> {
  await adoptSessionFromTabs()
  const session = currentSession()
  if (session) return session
  const returnTo = returnPath(location.href)
  throw redirect({
    to: paths.login(),
    search: { notLoggedIn: true },
    state: returnTo ? { returnTo } : {},
    replace: true,
  })
}

/** A session that has passed all gates (decision B7). */
export async function requireFullSession(location: ParsedLocation): Promise<Session> {
  const session = await requireSession(location)
  if (session.gate === null) return session
  // A session with a temporary password must not reach home (PSWD-017): sign in again.
  if (session.gate === 'temporary' && location.pathname === paths.home()) {
    signOut()
    throw redirect({ to: paths.login(), state: { signedOut: true }, replace: true })
  }
  return redirectOnward(session, { returnTo: returnPath(location.href) })
}

const gatePaths: Readonly<Record<Gate, string>> = {
  license: paths.license(),
  expired: paths.gate(),
  secured: paths.gate(),
  temporary: paths.gate(),
  question: paths.accountSetup(),
}

/** After sign-in or a gate: the next gate, or else the requested page. */
export function redirectOnward({ gate }: Session, { returnTo }: { returnTo?: string | null | undefined }): never {
  if (gate === null) throw redirect({ href: returnPath(returnTo) ?? paths.home(), replace: true })
  const state = returnTo ? { returnTo } : {}
  throw redirect({ to: gatePaths[gate], state, replace: true })
}
