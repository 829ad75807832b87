import type { AdminPage, Gate } from '@portico/contract/kit/guard.ts'
import type { SessionEnd } from '@portico/contract/kit/session-end.ts'

/** Who makes a call: the person whose eyes are used, and who really sits there. */
export interface Caller {
  /** The user that the portal shows (the subject). */
  user: {
    id: number
    userName: string
    firstName: string
    clientId: number
    isInternal: boolean
  }
  /** The administrator behind an emulated session; null when people act as themselves. */
  actorId: number | null
  sessionId: number
  /** Where sign-in still stands; null = a full session. */
  gate: Gate | null
  /** The administration pages that the user holds now; none while somebody else uses his eyes (decision E8). */
  adminPages(): Promise<readonly HeldAdminPage[]>
  idleMinutes: number
  lastActiveAt: Date
}

export interface HeldAdminPage {
  pageId: number
  pageNm: AdminPage
}

/** Facts of a request that handlers may need, without the framework. */
export interface RequestFacts {
  id: string
  /** Address of the client; behind trusted proxies the one they name. */
  address: string
  userAgent: string
  /** Address at the other end of the connection: the client's, or the nearest proxy's. */
  peerAddress: string
  /** A header that only a proxy is believed to set; its sender has to be checked. */
  header(name: string): string | undefined
  /** Value of the binding cookie, if any. */
  binding: string | undefined
  /** Host header as the client sent it. */
  host: string
  csrfToken: string | undefined
  /** The token of the sign-in in progress that a tab goes on with; worth nothing without the binding. */
  signIn: string | undefined
  /** What this browser shows where the second factor need not be asked for again. */
  trustedDevice: string | undefined
  ifNoneMatch: string | undefined
}

/** Looks up the session behind a token. Implemented by the session area. */
export interface SessionReader {
  /**
   * Null: no such session in this browser. A session of this browser that is over tells why, as far as its
   * owner may know. `isActivity` keeps it from going idle.
   */
  read(
    proof: { token: string; binding: string | undefined },
    facts: RequestFacts,
    isActivity: boolean,
  ): Promise<Caller | SessionEnd | null>
  /** True if the token is the session's own request token. */
  checkCsrf(caller: Caller, csrfToken: string | undefined): boolean
}

/** Judges the pre-login token. Implemented by the sign-in area. */
export interface PreLoginReader {
  check(facts: RequestFacts): Promise<boolean>
}
