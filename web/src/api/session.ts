import { useSyncExternalStore } from 'react'
import type { Gate } from '@portico/contract/kit/guard.ts'
import type { LoginResult } from '@portico/contract/sign-in.ts'
import {
  clearEmulation,
  currentEmulation,
  keepValuesOfAdministrator,
  type EmulationEnd,
  leaveEmulation,
  type NewEmulation,
  storeEmulation,
  valuesOfAdministrator,
} from './emulation.ts'
import { pendingSignIn } from './pending-sign-in.ts'
import { onTabMessage, postToTabs, type EndReason, type TabMessage } from './tab-channel.ts'
import {
  readAllValues,
  removeStored,
  clearSessionValues,
  clearTabValues,
  writeStored,
  writeAllValues,
  readSharedValues,
  readStored,
  tabValuesOf,
} from './stored-values.ts'

/**
 * The signed-in user of this browser. The flags only decide what to show first; the server decides everything (S31).
 */
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
  /** The gate that restricts the session, as far as this browser knows. */
  readonly gate: Gate | null
  /** Whole days, as of the sign-in; null: it does not expire. */
  readonly daysBeforePasswordExpire: number | null
}

/** How long a new tab waits for one that is signed in (decision B24). */
const TAB_REPLY_TIMEOUT_MS = 300

let current: Session | null = readSession()
let latest = current
const observers = new Set<() => void>()
const endListeners = new Set<(reason: EndReason) => void>()

export const currentSession = (): Session | null => current

export const useSession = (): Session | null => useSyncExternalStore(onSessionChange, currentSession)

/**
 * For pages behind the session guard: the session, or the last one in the moment between its end and leaving the
 * page.
 */
export const useSignedIn = (): Session => useSyncExternalStore(onSessionChange, signedIn)

function signedIn(): Session {
  if (!latest) throw new Error('this page is for signed-in people and needs the session guard on its route')
  return latest
}

export function onSessionChange(observer: () => void): () => void {
  observers.add(observer)
  return () => observers.delete(observer)
}

/** Calls `listener` when the session ends, in this tab or another; returns the function to unsubscribe. */
export function onSessionEnd(listener: (reason: EndReason) => void): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

/** Stores the result of a sign-in and notifies the other tabs. */
export function startSession(result: LoginResult, csrfToken: string): void {
  isPageLeaving = false
  if (result.loginSessionId === null) throw new Error('an answer without a session cannot start one')
  clearSessionValues()
  pendingSignIn.clear()
  const isPasswordUser = !result.idmuser && !result.federatedUser
  writeStored('sessionToken', result.loginSessionId)
  writeStored('csrfToken', csrfToken)
  writeStored('uname', result.userNm)
  writeStored('uid', String(result.userId))
  writeStored('loggedinHeaderFirstNm', result.firstNm)
  writeStored('isIdmUser', yesNo(result.idmuser))
  writeStored('isFederatedUser', yesNo(result.federatedUser))
  writeStored('isTemporaryPassword', yesNo(isPasswordUser && result.pswdChngDt === null))
  // Users without a password here need no security question (decision B12).
  writeStored('hasSecurityQuestion', yesNo(!isPasswordUser || result.securityQuestionId !== null))
  writeStored('isEmulated', 'N')
  writeStored('passwordExpiredFlg', yesNo(result.passwordExpiredFlg))
  writeStored('internalUserFlg', yesNo(result.internalUserFlg))
  writeStored('activeApps', '[]')
  writeExpiry(result.daysBeforePasswordExpire)
  if (result.eulaAcceptedDt === null && !result.internalUserFlg) writeStored('closedGate', 'licence')
  setSession(readSession())
  broadcastSession()
}

/** Writes the shared values of the current session again, after the storage has been cleared. */
export function restoreSharedValues(): void {
  if (!current) return
  writeStored('uid', String(current.uid))
  writeStored('loggedinHeaderFirstNm', current.firstName)
  writeStored('isIdmUser', yesNo(current.isDirectoryUser))
  writeStored('isFederatedUser', yesNo(current.isFederatedUser))
  writeStored('isTemporaryPassword', yesNo(current.gate === 'temporary'))
  writeStored('hasSecurityQuestion', yesNo(current.gate !== 'question'))
  writeStored('isEmulated', yesNo(current.isEmulated))
  writeStored('passwordExpiredFlg', yesNo(current.gate === 'expired'))
  writeStored('internalUserFlg', yesNo(current.isInternal))
  writeStored('activeApps', '[]')
  writeExpiry(current.daysBeforePasswordExpire)
}

/** True from the beginning or end of an emulation until the page has gone; until then `current` is the former session. */
let isPageLeaving = false
/** True where this tab's storage holds another session than the page was loaded with. */
export const hasOtherSession = (): boolean => current !== null && readStored('sessionToken') !== current.token

export const isLeavingPage = (): boolean => isPageLeaving

/**
 * Ends the session in every tab of this browser, without a request to the server. An emulated one is only this tab's:
 * at its end the tab is the administrator's again, who is signed out only where they asked for it.
 */
export function endSession(reason: EndReason): void {
  // Once the tab goes back to the administrator, a late refusal of the user's session is not theirs.
  if (!current || isPageLeaving) return
  if (currentEmulation()) return endEmulatedSession(reason)
  postToTabs({ kind: 'ended', sessionToken: current.token, reason })
  clearSessionValues()
  endInThisTab(reason)
}

/** Makes this tab the user's, until the page has been loaded anew. */
export function beginEmulation(emulation: NewEmulation): void {
  isPageLeaving = true
  storeEmulation(emulation)
}

/** Returns the tab to the administrator, on the page they came from. */
export function returnToAdministrator(end: EmulationEnd): void {
  if (!currentEmulation()) return
  isPageLeaving = true
  leaveEmulation(end)
}

function endEmulatedSession(reason: EndReason) {
  const { sessionToken } = valuesOfAdministrator()
  // The session stays that of the user until the page has gone: none of its calls is made by the administrator.
  if (reason !== 'signed-out') return returnToAdministrator('over')
  if (sessionToken !== undefined) postToTabs({ kind: 'ended', sessionToken, reason })
  clearEmulation({ isSignedOut: true })
  endInThisTab(reason)
}

/** After a password change at a gate: the session continues with new tokens, in every tab (PSWD-018, PSWD-019). */
export function renewSession(next: Pick<Session, 'token' | 'csrfToken' | 'daysBeforePasswordExpire'>): void {
  if (!current) return
  writeStored('sessionToken', next.token)
  writeStored('csrfToken', next.csrfToken)
  writeStored('isTemporaryPassword', 'N')
  writeStored('passwordExpiredFlg', 'N')
  removeStored('closedGate')
  writeExpiry(next.daysBeforePasswordExpire)
  setSession(readSession())
  broadcastSession()
}

export function markSecurityQuestionSet(): void {
  writeStored('hasSecurityQuestion', 'Y')
  setSession(readSession())
  broadcastSession()
}

/** After a change of the name, which the header shows. */
export function updateFirstName(firstName: string): void {
  writeStored('loggedinHeaderFirstNm', firstName)
  setSession(readSession())
}

export function markLicenseAccepted(): void {
  removeStored('closedGate')
  setSession(readSession())
  broadcastSession()
}

/** Takes the gate from the server's refusal; gates before it have been passed, whatever this browser stored. */
export function updateGate(gate: Gate): void {
  if (gate === 'licence' || gate === 'secured') writeStored('closedGate', gate)
  else removeStored('closedGate')
  if (gate !== 'licence') writeStored('passwordExpiredFlg', yesNo(gate === 'expired'))
  if (gate === 'temporary' || gate === 'question') writeStored('isTemporaryPassword', yesNo(gate === 'temporary'))
  if (gate === 'question') writeStored('hasSecurityQuestion', 'N')
  setSession(readSession())
}

/** After the account was secured: a new password must be chosen first, in every tab. */
export function markSecured(): void {
  updateGate('secured')
  broadcastSession()
}

/** Requests the session from other tabs (decision B24); resolves with whether there is a session now. */
export function adoptSessionFromTabs(): Promise<boolean> {
  // Without shared values no tab is signed in, so the page need not wait.
  if (current || !readStored('uid')) return Promise.resolve(current !== null)
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      stop()
      resolve(current !== null)
    }
    const timer = setTimeout(done, TAB_REPLY_TIMEOUT_MS)
    const stop = onSessionChange(done)
    postToTabs({ kind: 'who-is-signed-in' })
  })
}

/** The token for one sign-in; stored, because a second tab may finish a sign-in that another began. */
export const preLoginToken = {
  read: () => readStored('preLoginCsrfToken'),
  write: (token: string) => writeStored('preLoginCsrfToken', token),
  clear: () => removeStored('preLoginCsrfToken'),
}

onTabMessage((message) => {
  if (message.kind === 'who-is-signed-in') broadcastSession()
  if (currentEmulation()) return onMessageToEmulatedTab(message)
  if (message.kind === 'signed-in') {
    writeAllValues(message.values)
    setSession(readSession())
  }
  if (message.kind === 'ended' && message.sessionToken === current?.token) {
    clearTabValues()
    endInThisTab(message.reason)
  }
})

/** Other tabs are the administrator's, also while this one is a user's. */
function broadcastSession() {
  if (!current) return
  const values = currentEmulation() ? { ...readSharedValues(), ...valuesOfAdministrator() } : readAllValues()
  postToTabs({ kind: 'signed-in', values })
}

function onMessageToEmulatedTab(message: TabMessage) {
  if (message.kind === 'signed-in') keepValuesOfAdministrator(tabValuesOf(message.values))
  if (message.kind !== 'ended' || message.sessionToken !== valuesOfAdministrator()['sessionToken']) return
  // The server has ended the emulation with the administrator's session.
  clearEmulation({ isSignedOut: true })
  endInThisTab(message.reason)
}

function endInThisTab(reason: EndReason) {
  setSession(null, reason)
}

function writeExpiry(days: number | null) {
  if (days === null) removeStored('daysBeforePasswordExpire')
  else writeStored('daysBeforePasswordExpire', String(days))
}

const yesNo = (yes: boolean) => (yes ? 'Y' : 'N')

/** An incomplete session, such as after the user edited the storage, counts as none. */
function setSession(next: Session | null, reason: EndReason = 'lost') {
  if (JSON.stringify(next) === JSON.stringify(current)) return
  isPageLeaving = false
  const hasEnded = current !== null && next === null
  current = next
  latest = next ?? latest
  for (const observer of observers) observer()
  if (hasEnded) for (const listener of endListeners) listener(reason)
}

function readSession(): Session | null {
  const token = readStored('sessionToken')
  const csrfToken = readStored('csrfToken')
  const uid = Number(readStored('uid'))
  const days = readStored('daysBeforePasswordExpire')
  if (!token || !csrfToken || !Number.isInteger(uid) || uid <= 0) return null
  return {
    token,
    csrfToken,
    uid,
    userName: readStored('uname') ?? '',
    firstName: readStored('loggedinHeaderFirstNm') ?? '',
    isInternal: readStored('internalUserFlg') === 'Y',
    isDirectoryUser: readStored('isIdmUser') === 'Y',
    isFederatedUser: readStored('isFederatedUser') === 'Y',
    isEmulated: readStored('isEmulated') === 'Y',
    gate: readGate(),
    daysBeforePasswordExpire: days === null ? null : Number(days),
  }
}

/** In the order of decision B7. */
function readGate(): Gate | null {
  const gate = readStored('closedGate')
  if (gate === 'licence') return 'licence'
  if (readStored('passwordExpiredFlg') === 'Y') return 'expired'
  if (gate === 'secured') return 'secured'
  if (readStored('isTemporaryPassword') === 'Y') return 'temporary'
  return readStored('hasSecurityQuestion') === 'N' ? 'question' : null
}
