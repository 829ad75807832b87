import type { AdminPage, Gate } from '@portico/contract/kit/guard.ts'
import type { ServiceScope } from '@portico/contract/kit/service-scopes.ts'
import type { SessionEnd } from '@portico/contract/kit/session-end.ts'
import type { Language } from '@portico/contract/texts/languages.ts'
import type { Refusal } from './answers.ts'

/** Who makes a call: the user, and in an emulated session the administrator who acts as them. */
export interface Caller {
  /** The user that the portal shows (the subject). */
  user: {
    id: number
    userName: string
    firstName: string
    clientId: number
    isInternal: boolean
    /** The language chosen for the account; null: that of the browser. */
    language: Language | null
  }
  /** The administrator behind an emulated session; null when people act as themselves. */
  actorId: number | null
  /** True in an emulated session that can read but not change anything; see `EmulationRule`. */
  isReadOnly: boolean
  /** The service account whose token makes the call; null: a person's session does. */
  service: ServiceIdentity | null
  /** NO_SESSION in a call by a token. */
  sessionId: number
  /** The logout chain of the session has begun: only its calls work (decision M1). */
  isClosing: boolean
  /** The gate of the session; null = a full session, and every emulated one: gates ask the user themselves. */
  gate: Gate | null
  /** The administration pages that the user holds now; none inside an emulation (decision E8). */
  adminPages(): Promise<readonly HeldAdminPage[]>
  /** What the user administers, read once a request; empty in an emulated session. */
  authority(): Promise<Authority>
  /** True while the sign-in, or the latest confirmation of it, is at most FRESH_SIGN_IN_MINUTES old. */
  isSignInFresh(): Promise<boolean>
  idleMinutes: number
  lastActiveAt: Date
  /** Up to where in the write-ahead log its own changes may be; absent in a call by a token, which reads no replica. */
  writtenTo?: bigint
  /** Whether a replica answered for the session, since the primary is lost. */
  hasMissedPrimary?: boolean
}

/** The session of a call by a token: no session has this number. */
export const NO_SESSION = 0

/** The service account behind a token (decision 54). */
export interface ServiceIdentity {
  readonly serviceAccountId: number
  readonly tokenId: number
  readonly name: string
  /** The employer whose data it is for; null: the installation. */
  readonly clientId: number | null
  readonly scopes: readonly ServiceScope[]
  /** The user in whose name it acts: actor of its events in the audit trail. */
  readonly owner: Caller['user']
  /** By the clock of the database. */
  readonly calledAt: Date
}

/** What a user administers (decision E4). */
export interface Authority {
  readonly userId: number
  readonly clientId: number
  readonly isInternal: boolean
  /** Internal, and administrator of the portal's own system. */
  readonly isPortalAdmin: boolean
  /** Systems on which the user is administrator (adminFlg). */
  readonly adminSystemIds: readonly number[]
  /** Ids of the pages of the portal's own system that the user holds, displayed or not: compared, and opening nothing. */
  readonly pageIds: readonly number[]
  /** May sign on as other users (decision E6). */
  readonly maySignOnAs: boolean
  readonly isUsAssociate: boolean
}

export interface HeldAdminPage {
  id: number
  name: AdminPage
}

/** Facts of a request that handlers may need, without the framework. */
export interface RequestContext {
  id: string
  /** Address of the client; behind trusted proxies the one they name. */
  address: string
  userAgent: string
  /** Address at the other end of the connection: the client's, or the nearest proxy's. */
  peerAddress: string
  /** A header that only a proxy is believed to set; its sender has to be checked. */
  header(name: string): string | undefined
  /** Value of a cookie that a library of ours has set. */
  cookie(name: string): string | undefined
  /** Value of the binding cookie, if any. */
  binding: string | undefined
  /** Host header as the client sent it. */
  host: string
  /** The query as it was sent, still encoded and without '?': signatures are over this text. */
  rawQuery: string
  csrfToken: string | undefined
  /** The token of the sign-in in progress that a tab goes on with; worth nothing without the binding. */
  signIn: string | undefined
  /** The browser's token of a trusted device. */
  trustedDevice: string | undefined
  ifNoneMatch: string | undefined
  /** Chosen in this browser, or else asked for by it, or else the portal's. */
  language: Language
  /** The service account whose token the request has, once that is found to work: events of the audit trail name it. */
  serviceAccountId?: number
  serviceTokenId?: number
}

/** The request of a call: the second argument of commands that need no caller, such as those of a sign-in. */
export interface RequestOnly {
  readonly request: RequestContext
}

/** The caller and the request of a call: the second argument of every other command. */
export interface CallContext extends RequestOnly {
  readonly caller: Caller
}

/** Who acts and in which request, as far as records name them: also of what a job does later for that request. */
export interface ActContext {
  readonly caller: Pick<Caller, 'actorId' | 'sessionId'> & { readonly user: Pick<Caller['user'], 'id'> }
  readonly request: Pick<RequestContext, 'id' | 'address' | 'serviceAccountId'>
}

/** Looks up the session behind a token. Implemented by the session area. */
export interface SessionReader {
  /**
   * Null: no such session in this browser. An ended session of this browser carries the reason, as far as its owner
   * may know. `isActivity` keeps it from going idle.
   */
  read(
    proof: { token: string; binding: string | undefined },
    context: RequestContext,
    isActivity: boolean,
  ): Promise<Caller | SessionEnd | null>
  /** True if the token is the session's own request token. */
  checkCsrf(caller: Caller, csrfToken: string | undefined): boolean
}

/** A request as far as tokens of service accounts are concerned. */
export interface TokenRequest {
  /** The Authorization header. */
  authorization: string | undefined
  /** Address of the client. */
  address: string
  /** Number of the request, for the audit trail. */
  id: string
  /** Called with the employer of a token that works, before the address is judged. */
  onKnown?: ((clientId: number | null) => void) | undefined
}

/** Finds the service account behind a token. Implemented by the area of service accounts. */
export interface ServiceReader {
  /**
   * Null: the request has no token of a service account. Refusals: '401' for every token that does not work, '403' for
   * one from an address that is not allowed.
   */
  authenticate(request: TokenRequest): Promise<ServiceIdentity | Refusal | null>
  /** The caller of the portal's calls: the owner, with the rights of now, cut to what a service account may do. */
  callerOf(service: ServiceIdentity): Caller
  /** All that has the form of a token in the address of a request, path and query. */
  findExposed(address: string): readonly string[]
  /** Revokes the tokens that `findExposed` has found; returns the refusal of their request. */
  revokeExposed(tokens: readonly string[], request: Pick<TokenRequest, 'id' | 'address'>): Promise<Refusal>
}

/** Judges the pre-login token. Implemented by the sign-in area. */
export interface PreLoginReader {
  /** True of a token of ours for this browser, whether or not it can still be used. */
  isAuthentic(context: RequestContext): boolean
  /** True of an authentic token that is neither used up nor too old. */
  isUnused(context: RequestContext): Promise<boolean>
}
