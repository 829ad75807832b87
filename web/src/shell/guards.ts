import { redirect, type ParsedLocation } from '@tanstack/react-router'
import { currentSession, joinSiblings, type Session } from '../api/session.ts'
import { ownPath, paths } from '../paths.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Where somebody wanted to go who has to sign in first. */
    returnTo?: string
    /** Set after a person's own signing out: the sign-in page says so. */
    signedOut?: boolean
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
  const returnTo = ownPath(location.href)
  if (session.gate === null) return session
  throw redirect({
    to: session.gate === 'licence' ? paths.licence() : paths.gate(),
    state: returnTo ? { returnTo } : {},
    replace: true,
  })
}

/** Where to go after sign-in, or after a gate. */
export const afterSignIn = (state: { returnTo?: string }): string => ownPath(state.returnTo) ?? paths.home()
