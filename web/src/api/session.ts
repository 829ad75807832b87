import { useSyncExternalStore } from 'react'
import type { Gate } from '@portico/contract/kit/guard.ts'
import type { LoginResult } from '@portico/contract/sign-in.ts'
import { begunSignIn } from './begun-sign-in.ts'
import { hearSiblings, tellSiblings, type EndReason } from './siblings.ts'
import { allValues, forget, forgetAll, forgetTabValues, store, storeAll, stored } from './stored-values.ts'

/** Who is signed in here. The flags are hints for what to show first; the server decides everything (S31). */
export interface Session {
  readonly token: string
  readonly csrfToken: string
  readonly uid: number
  readonly userName: string
  readonly firstName: string
  readonly isInternal: boolean
  readonly isDirectoryUser: boolean
  readonly isFederatedUser: boolean
  readonly isEmulated: boolean
  /** The gate that is still closed, as far as this browser knows. */
  readonly gate: Gate | null
  /** Whole days, as of the sign-in; null: it does not age. */
  readonly daysBeforePasswordExpire: number | null
}

/** How long a new tab waits for one that is signed in (decision B24). */
const SIBLING_PATIENCE_MS = 300

let current: Session | null = read()
let latest = current
const observers = new Set<() => void>()
const endListeners = new Set<(reason: EndReason) => void>()

export const currentSession = (): Session | null => current

export const useSession = (): Session | null => useSyncExternalStore(onSessionChange, currentSession)

/** For pages behind the session guard: the session, also in the moment between its end and leaving the page. */
export const useSignedIn = (): Session => useSyncExternalStore(onSessionChange, signedIn)

function signedIn(): Session {
  if (!latest) throw new Error('this page is for signed-in people and needs the session guard on its route')
  return latest
}

export function onSessionChange(observer: () => void): () => void {
  observers.add(observer)
  return () => observers.delete(observer)
}

/** Calls `listener` when the session ends, in this tab or another; returns the way to stop. */
export function onSessionEnd(listener: (reason: EndReason) => void): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

/** Keeps what a good sign-in answered and tells the other tabs. */
export function startSession(result: LoginResult, csrfToken: string): void {
  if (result.loginSessionId === null) throw new Error('an answer without a session cannot start one')
  forgetAll()
  begunSignIn.forget()
  const isPasswordUser = !result.idmuser && !result.federatedUser
  store('sessionToken', result.loginSessionId)
  store('csrfToken', csrfToken)
  store('uname', result.userNm)
  store('uid', String(result.userId))
  store('loggedinHeaderFirstNm', result.firstNm)
  store('isIdmUser', yesNo(result.idmuser))
  store('isFederatedUser', yesNo(result.federatedUser))
  store('isTemporaryPassword', yesNo(isPasswordUser && result.pswdChngDt === null))
  // Who has no password here is never asked for a question (decision B12).
  store('hasSecurityQuestion', yesNo(!isPasswordUser || result.securityQuestionId !== null))
  store('isEmulated', 'N')
  store('passwordExpiredFlg', yesNo(result.passwordExpiredFlg))
  store('internalUserFlg', yesNo(result.internalUserFlg))
  store('activeApps', '[]')
  storeExpiry(result.daysBeforePasswordExpire)
  if (result.eulaAcceptedDt === null && !result.internalUserFlg) store('closedGate', 'licence')
  become(read())
  tellSignedIn()
}

/** Writes the shared values of a running session anew, after the storage has been cleared. */
export function restoreSharedValues(): void {
  if (!current) return
  store('uid', String(current.uid))
  store('loggedinHeaderFirstNm', current.firstName)
  store('isIdmUser', yesNo(current.isDirectoryUser))
  store('isFederatedUser', yesNo(current.isFederatedUser))
  store('isTemporaryPassword', yesNo(current.gate === 'temporary'))
  store('hasSecurityQuestion', yesNo(current.gate !== 'question'))
  store('isEmulated', yesNo(current.isEmulated))
  store('passwordExpiredFlg', yesNo(current.gate === 'expired'))
  store('internalUserFlg', yesNo(current.isInternal))
  store('activeApps', '[]')
  storeExpiry(current.daysBeforePasswordExpire)
}

/** Ends the session in every tab of this browser; the server is not asked. */
export function endSession(reason: EndReason): void {
  if (!current) return
  tellSiblings({ kind: 'ended', sessionToken: current.token, reason })
  forgetAll()
  endHere(reason)
}

/** After a change of password at a gate: the session goes on with new tokens, in every tab (PSWD-018, PSWD-019). */
export function renewSession(next: Pick<Session, 'token' | 'csrfToken' | 'daysBeforePasswordExpire'>): void {
  if (!current) return
  store('sessionToken', next.token)
  store('csrfToken', next.csrfToken)
  store('isTemporaryPassword', 'N')
  store('passwordExpiredFlg', 'N')
  forget('closedGate')
  storeExpiry(next.daysBeforePasswordExpire)
  become(read())
  tellSignedIn()
}

export function noteSecurityQuestion(): void {
  store('hasSecurityQuestion', 'Y')
  become(read())
  tellSignedIn()
}

/** After a change of the name, which the header shows. */
export function noteFirstName(firstName: string): void {
  store('loggedinHeaderFirstNm', firstName)
  become(read())
}

export function noteLicenceAccepted(): void {
  forget('closedGate')
  become(read())
  tellSignedIn()
}

/** The server says at which gate the session stands: all before it are open, whatever this browser thought. */
export function noteGate(gate: Gate): void {
  if (gate === 'licence' || gate === 'secured') store('closedGate', gate)
  else forget('closedGate')
  if (gate !== 'licence') store('passwordExpiredFlg', yesNo(gate === 'expired'))
  if (gate === 'temporary' || gate === 'question') store('isTemporaryPassword', yesNo(gate === 'temporary'))
  if (gate === 'question') store('hasSecurityQuestion', 'N')
  become(read())
}

/** The account has been secured: a new password has to be chosen before anything else, in whichever tab. */
export function noteSecured(): void {
  noteGate('secured')
  tellSignedIn()
}

/** A new tab asks the others for their session (decision B24); says whether there is one now. */
export function joinSiblings(): Promise<boolean> {
  // No shared value, nobody is signed in: the page need not wait.
  if (current || !stored('uid')) return Promise.resolve(current !== null)
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      stop()
      resolve(current !== null)
    }
    const timer = setTimeout(done, SIBLING_PATIENCE_MS)
    const stop = onSessionChange(done)
    tellSiblings({ kind: 'who-is-signed-in' })
  })
}

/** The token for one sign-in; it outlives the page because a second tab may finish what a first began. */
export const preLoginToken = {
  read: () => stored('preLoginCsrfToken'),
  keep: (token: string) => store('preLoginCsrfToken', token),
  forget: () => forget('preLoginCsrfToken'),
}

hearSiblings((word) => {
  if (word.kind === 'who-is-signed-in') tellSignedIn()
  if (word.kind === 'signed-in') {
    storeAll(word.values)
    become(read())
  }
  if (word.kind === 'ended' && word.sessionToken === current?.token) {
    forgetTabValues()
    endHere(word.reason)
  }
})

function tellSignedIn() {
  if (current) tellSiblings({ kind: 'signed-in', values: allValues() })
}

function endHere(reason: EndReason) {
  become(null, reason)
}

function storeExpiry(days: number | null) {
  if (days === null) forget('daysBeforePasswordExpire')
  else store('daysBeforePasswordExpire', String(days))
}

const yesNo = (yes: boolean) => (yes ? 'Y' : 'N')

/** Half a session, as after somebody emptied the storage by hand, is none. */
function become(next: Session | null, reason: EndReason = 'lost') {
  if (JSON.stringify(next) === JSON.stringify(current)) return
  const hasEnded = current !== null && next === null
  current = next
  latest = next ?? latest
  for (const observer of observers) observer()
  if (hasEnded) for (const listener of endListeners) listener(reason)
}

function read(): Session | null {
  const token = stored('sessionToken')
  const csrfToken = stored('csrfToken')
  const uid = Number(stored('uid'))
  const days = stored('daysBeforePasswordExpire')
  if (!token || !csrfToken || !Number.isInteger(uid) || uid <= 0) return null
  return {
    token,
    csrfToken,
    uid,
    userName: stored('uname') ?? '',
    firstName: stored('loggedinHeaderFirstNm') ?? '',
    isInternal: stored('internalUserFlg') === 'Y',
    isDirectoryUser: stored('isIdmUser') === 'Y',
    isFederatedUser: stored('isFederatedUser') === 'Y',
    isEmulated: stored('isEmulated') === 'Y',
    gate: closedGate(),
    daysBeforePasswordExpire: days === null ? null : Number(days),
  }
}

/** In the order of decision B7. */
function closedGate(): Gate | null {
  const closed = stored('closedGate')
  if (closed === 'licence') return 'licence'
  if (stored('passwordExpiredFlg') === 'Y') return 'expired'
  if (closed === 'secured') return 'secured'
  if (stored('isTemporaryPassword') === 'Y') return 'temporary'
  return stored('hasSecurityQuestion') === 'N' ? 'question' : null
}
