import type { ServiceScope } from './service-scopes.ts'

/**
 * Gates between a correct password and the home page (decision B7). A session at a gate is restricted: it may only
 * make calls whose guard names that gate. 'secured': the user reported that someone else may know the password.
 */
export const gates = ['license', 'expired', 'secured', 'temporary', 'question'] as const
export type Gate = (typeof gates)[number]

/** Pages of the portal's own system (systemId 2) that open the administration area, by name. */
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
  'Audit Trail',
  'Mail Delivery',
] as const
export type AdminPage = (typeof adminPages)[number]

/**
 * No session needed. `preLogin`: the pre-login token must come in x-csrf-token. 'unused': the guard also refuses a token
 * that is used up or too old. 'by-the-call': the call does so, in the statement that counts its attempt.
 */
export interface PublicGuard {
  readonly kind: 'public'
  readonly preLogin: null | 'unused' | 'by-the-call'
}
/** A full session; a restricted one too at the named gates. */
export interface SessionGuard {
  readonly kind: 'session'
  readonly alsoAt: readonly Gate[]
  readonly emulation: EmulationRule
  /** Also while the logout chain of the session runs, which stops all other calls but reading the brand (decision M1). */
  readonly whileClosing: boolean
  /** Only within FRESH_SIGN_IN_MINUTES of a sign-in or of confirming it (S52). */
  readonly freshSignIn?: true
}

/**
 * What an administrator who emulates the user may do (decision E8). 'allow': the call, but in a look-only emulation
 * only if it is a GET. 'always': also a look-only one, although it is no GET. 'acting': never a look-only one, although
 * it is a GET. 'refuse': nothing.
 */
export type EmulationRule = 'allow' | 'always' | 'acting' | 'refuse'

/** A full session of a user who may open one of these pages of the portal's own system; never an emulated one. */
export interface AdminGuard {
  readonly kind: 'admin'
  readonly pages: readonly AdminPage[]
  /** Internal users only: the call changes data that all clients share. */
  readonly staffOnly: boolean
  /** Only portal administrators: internal, and administrator of the portal's own system (decision E4). */
  readonly portalAdminOnly: boolean
  /** Only within FRESH_SIGN_IN_MINUTES of a sign-in or of confirming it (S52). */
  readonly freshSignIn: boolean
  /** Only administrators who may sign on as other users (signOnAsFlg, decision E6). */
  readonly signOnAs: boolean
  /** Opens the call to tokens of service accounts that have this scope; undefined: closed to all of them. */
  readonly scope: ServiceScope | undefined
}

/** Who may make a call; checked before any part of the request is read. */
export type Guard = PublicGuard | SessionGuard | AdminGuard

export const anyone: PublicGuard = { kind: 'public', preLogin: null }
export const anyoneWithPreLoginToken: PublicGuard = { kind: 'public', preLogin: 'unused' }
/** For calls that check themselves that the token is unused. */
export const anyoneUsingUpPreLoginToken: PublicGuard = { kind: 'public', preLogin: 'by-the-call' }

/**
 * A signed-in user. `alsoAt: gates` also allows restricted sessions at every gate, as for resources and signing out.
 */
export const signedIn = /* @__NO_SIDE_EFFECTS__ */ ({
  alsoAt = [],
  emulation = 'allow',
  whileClosing = false,
  freshSignIn,
}: Partial<Omit<SessionGuard, 'kind'>> = {}): SessionGuard => ({
  kind: 'session',
  alsoAt,
  emulation,
  whileClosing,
  ...(freshSignIn && { freshSignIn }),
})

/** A user who may open the page, or one of several. */
export const admin = /* @__NO_SIDE_EFFECTS__ */ (
  page: AdminPage | readonly AdminPage[],
  {
    staffOnly = false,
    portalAdminOnly = false,
    freshSignIn = false,
    signOnAs = false,
    scope,
  }: Partial<Omit<AdminGuard, 'kind' | 'pages'>> = {},
): AdminGuard => ({
  kind: 'admin',
  pages: typeof page === 'string' ? [page] : page,
  staffOnly,
  portalAdminOnly,
  freshSignIn,
  signOnAs,
  scope,
})
