import type { PersonField } from '../../config/directory-settings.ts'

/** What the directory says about a person; fields it says nothing fit about are absent. */
export type DirectoryPerson = Readonly<Partial<Record<PersonField, string>>>

/** A directory that checks the password somebody typed here. */
export interface PasswordDirectory {
  /** 'unavailable': it did not answer in time, or not sensibly; nothing is known about the password then. */
  check(userName: string, password: string): Promise<DirectoryPerson | 'wrong' | 'unavailable'>
}

/** What ties an answer of the provider to the question; none of it leaves for the browser but state and hashes. */
export interface OidcChecks {
  state: string
  nonce: string
  codeVerifier: string
}

/** Somebody whom the provider vouches for. */
export interface OidcIdentity {
  issuer: string
  /** The provider's own name for the person, which never passes to another. */
  subject: string
  userName: string | null
  email: string | null
  /** Null: the provider says nothing about it. */
  isEmailVerified: boolean | null
  person: DirectoryPerson
  /** The provider's own name for this visit of his, by which it may end it later; null where it has none. */
  providerSession: string | null
}

/** The provider's word that somebody has signed out there. */
export interface OidcSignOut {
  issuer: string
  /** Null: whoever it was in that session. */
  subject: string | null
  /** Null: all of that person's sessions. */
  providerSession: string | null
  /** Of this word alone, which counts once. */
  id: string
  /** From then on it is refused for its age. */
  expiresAt: Date
}

/** A provider to which the browser goes, and from which it comes back. */
export interface OidcProvider {
  /** Where the browser goes; null: the provider does not answer. */
  addressFor(checks: OidcChecks, userName: string | null): Promise<URL | null>
  /** Who came back by this address; 'refused': the answer does not hold. */
  identityFrom(cameBackBy: URL, checks: OidcChecks): Promise<OidcIdentity | 'refused' | 'unavailable'>
  /** Who has signed out there, by a logout token that the provider has signed for us. */
  signOutFrom(logoutToken: string): Promise<OidcSignOut | 'refused' | 'unavailable'>
}
