import type { PersonField } from '../../config/directory-settings.ts'

/** Attributes of a user in the directory; missing and unusable ones are absent. */
export type DirectoryPerson = Readonly<Partial<Record<PersonField, string>>>

/** A directory that checks passwords entered here. */
export interface PasswordDirectory {
  /** 'unavailable': no valid answer in time; nothing is known about the password. */
  check(userName: string, password: string): Promise<DirectoryPerson | 'wrong' | 'unavailable'>
}

/** Values that bind an answer of the provider to the request; only the state and hashes reach the browser. */
export interface OidcChecks {
  state: string
  nonce: string
  codeVerifier: string
  /** Null: a sign-in at the provider that is still good will do. Else the person must show who they are, within these seconds. */
  anewWithinSeconds: number | null
}

/** A user whom the provider has authenticated. */
export interface OidcIdentity {
  issuer: string
  /** The provider's permanent identifier of the user, never reassigned. */
  subject: string
  userName: string | null
  email: string | null
  /** Null: the provider makes no such claim. */
  isEmailVerified: boolean | null
  person: DirectoryPerson
  /** The provider's session id, used in a later logout token; null when it has none. */
  providerSession: string | null
}

/** A verified logout token of the provider. */
export interface OidcSignOut {
  issuer: string
  /** Null: whichever user the session belongs to. */
  subject: string | null
  /** Null: all sessions of that user. */
  providerSession: string | null
  /** Identifier of the token, which counts once. */
  id: string
  /** From then on it is refused for its age. */
  expiresAt: Date
}

/** A provider to which the browser is redirected. */
export interface OidcProvider {
  /** Returns the address of the redirect; null: the provider does not answer. */
  addressFor(checks: OidcChecks, userName: string | null): Promise<URL | null>
  /** Returns the user of the return address; 'refused': the answer is invalid. */
  identityFrom(cameBackBy: URL, checks: OidcChecks): Promise<OidcIdentity | 'refused' | 'unavailable'>
  /** Verifies a logout token that the provider signed for us. */
  signOutFrom(logoutToken: string): Promise<OidcSignOut | 'refused' | 'unavailable'>
}
