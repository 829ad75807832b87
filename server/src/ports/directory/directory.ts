import type { PersonField } from '../../config/directory-settings.ts'

/** Attributes of a user in the directory; missing and unusable ones are absent. */
export type DirectoryPerson = Readonly<Partial<Record<PersonField, string>>>

/** A value of an answer under its name. */
export interface StatedAttribute {
  name: string
  values: string[]
}

/** A step of a test; `found` is what it found, or the kind of failure. */
export interface ExaminedStep {
  result: 'passed' | 'failed' | 'skipped'
  found: string | null
}

/** What a test of a user name found, step by step; the steps after a failed one are skipped. */
export interface LdapExamination {
  connection: ExaminedStep
  searchAccount: ExaminedStep
  /** `found`: the distinguished name. */
  entry: ExaminedStep
  /** Entries of the name: 2 stands for several; null: not searched. */
  entryCount: number | null
  groups: ExaminedStep
  password: ExaminedStep
  attributes: StatedAttribute[]
  person: DirectoryPerson
}

/** A directory that checks passwords entered here. */
export interface PasswordDirectory {
  /** Tries a user name, and the password unless it is null, and says what each step found. Signs nobody in. */
  examine(userName: string, password: string | null): Promise<LdapExamination>
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

/** What a provider answered to a test. Of `claims` nothing is verified unless `identity` is there. */
export interface OidcExamination {
  /** Error code that came back with the browser. */
  error: string | null
  /** Why the code was not redeemed, or its answer is refused: a code of the protocol or of the library. */
  problem: string | null
  /** Null: no token came. */
  claims: Readonly<Record<string, unknown>> | null
  /** Whether the provider's key signed the token; null: no token came. */
  isSigned: boolean | null
  isMember: boolean
  expected: { issuer: string; audience: string; nonce: string; groups: readonly string[] }
  /** The user that a sign-in would take from the answer; null: the rules of sign-ins refuse it. */
  identity: OidcIdentity | null
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
  /** Examines the answer to a test like that of a sign-in, and says what each part of it has. */
  examine(cameBackBy: URL, checks: OidcChecks): Promise<OidcExamination | 'unavailable'>
  /** Verifies a logout token that the provider signed for us. */
  signOutFrom(logoutToken: string): Promise<OidcSignOut | 'refused' | 'unavailable'>
}
