import { useSyncExternalStore } from 'react'
import type { Gate } from '@portico/contract/kit/guard.ts'
import type { LoginResult } from '@portico/contract/sign-in/sign-in.ts'
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
  readSession,
  type Session,
  storeGate,
  storeRenewed,
  storeSession,
  storeSharedValues,
} from './stored-session.ts'
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
  isClosing = false
  if (result.loginSessionId === null) throw new Error('an answer without a session cannot start one')
  clearSessionValues()
  pendingSignIn.clear()
  storeSession(result, result.loginSessionId, csrfToken)
  setSession(readSession())
  broadcastSession()
}

/** Writes the shared values of the current session again, after the storage has been cleared. */
export function restoreSharedValues(): void {
  if (current) storeSharedValues(current)
}

/** True from the beginning or end of an emulation until the page has gone; until then `current` is the former session. */
let isPageLeaving = false
/** True where this tab's storage holds another session than the page was loaded with. */
export const hasOtherSession = (): boolean => current !== null && readStored('sessionToken') !== current.token

export const isLeavingPage = (): boolean => isPageLeaving

/** Before the page goes with what was entered kept for the way back: nothing asks then. False: it came back. */
export function markPageLeaving(isLeaving: boolean): void {
  isPageLeaving = isLeaving
}

/**
 * Ends the session in every tab of this browser, without a request to the server. An emulated one is only this tab's:
 * at its end the tab is the administrator's again, who is signed out only where they asked for it.
 */
export function endSession(reason: EndReason): void {
  // Once the tab goes back to the administrator, a late refusal of the user's session is not theirs.
  if (!current || isPageLeaving) return
  if (currentEmulation()) return endEmulatedSession(reason)
  postToTabs({ kind: 'ended', sessionToken: current.token, reason })
  // The receipt of a sign-out that an application kept from coming back is shown after its end.
  const receipt = reason === 'closed' ? readStored('activeApps') : null
  clearSessionValues()
  if (receipt !== null) writeStored('activeApps', receipt)
  endInThisTab(reason)
}

let isClosing = false

/** While this tab signs out of applications, all others show the sign-in page and get no session from it. */
export function endInOtherTabs(): void {
  if (!current) return
  isClosing = true
  const token = currentEmulation() ? valuesOfAdministrator()['sessionToken'] : current.token
  if (token !== undefined) postToTabs({ kind: 'ended', sessionToken: token, reason: 'signed-out' })
}

/** The server refused a call because the session is closing: its logout page goes on. */
export function noteClosing(): void {
  for (const listener of endListeners) listener('closing')
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
  storeRenewed(next)
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

/** Takes the gate from the server's refusal. */
export function updateGate(gate: Gate): void {
  storeGate(gate)
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
  if (!current || isClosing) return
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
