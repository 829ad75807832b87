/**
 * Gates between a right password and the home page (decision B7). A session that stands at one is
 * restricted: it may call only what names that gate in its guard. 'secured': its owner has said that
 * somebody else may know the password.
 */
export const gates = ['licence', 'expired', 'secured', 'temporary', 'question'] as const
export type Gate = (typeof gates)[number]

/** Pages of the portal's own system (systemId 2), which open the administration area by name. */
export const adminPages = [
  'User Administration',
  'Application Settings',
  'Client Settings',
  'System Announcements',
  'Database Maintenance',
  'User List Report',
  'User Access Report',
  'PCI User Report',
  'Report Queue',
  'Audit',
  'Mail Delivery',
] as const
export type AdminPage = (typeof adminPages)[number]

/** No session needed. `preLogin`: the pre-login token must come in x-csrf-token. */
export interface PublicGuard {
  readonly kind: 'public'
  readonly preLogin: boolean
}
/** A full session; at the named gates a restricted one too. */
export interface SessionGuard {
  readonly kind: 'session'
  readonly alsoAt: readonly Gate[]
}
/** A full session of somebody who holds this page of the portal's own system. */
export interface AdminGuard {
  readonly kind: 'admin'
  readonly page: AdminPage
}

/** Who may call an endpoint; written on the endpoint, checked before anything of the request is read. */
export type Guard = PublicGuard | SessionGuard | AdminGuard

export const anyone: PublicGuard = { kind: 'public', preLogin: false }
export const anyoneWithPreLoginToken: PublicGuard = { kind: 'public', preLogin: true }
export const signedIn: SessionGuard = { kind: 'session', alsoAt: [] }
/** Signed in, also while one of these gates is still closed. */
export const signedInAt = (...alsoAt: readonly Gate[]): SessionGuard => ({ kind: 'session', alsoAt })
/** Signed in, at whatever gate: reading resources and brand, signing out. */
export const signedInAtAnyGate: SessionGuard = { kind: 'session', alsoAt: gates }
export const holdsPage = (page: AdminPage): AdminGuard => ({ kind: 'admin', page })
