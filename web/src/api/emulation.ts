import { fullName } from '@portico/contract/users/full-name.ts'
import type { EmulatedLogin } from '@portico/contract/emulation/emulation.ts'
import { clearSessionValues, clearTabValues, isEmulatedTab, readTabValues, writeStored } from './stored-values.ts'

/**
 * An administrator acts as a user in this tab alone. All values of its session are in session storage then, so that
 * other tabs stay the administrator's; this tab keeps the administrator's own values aside, to return to them.
 */
export interface Emulation {
  administrator: { id: number; userNm: string; firstNm: string }
  /** First and last name of the user. */
  personName: string
  isReadOnly: boolean
  /** By this computer's clock. */
  endsAt: number
  /** The page of the administration to return to. */
  returnTo: string
}

/** Who acts (SESS-027, SESS-028); holds no token. */
const WHO = 'adminJson'
const DETAILS = 'emulation'
/** The administrator's own values of this tab. */
const OWN_VALUES = 'adminSession'
/** What the page that opens after the end says about it. */
const ENDED = 'emulationEnded'

type Details = Omit<Emulation, 'administrator'>

/** The emulation of this tab; null in every other tab. */
export function currentEmulation(): Emulation | null {
  const who = readJson<Emulation['administrator']>(WHO)
  const details = readJson<Details>(DETAILS)
  return who && details ? { ...details, administrator: who } : null
}

function readJson<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

export interface NewEmulation {
  login: EmulatedLogin
  csrfToken: string
  administrator: Emulation['administrator']
  returnTo: string
}

/** Makes this tab the user's. The page has to be loaded anew, so that nothing of the administrator's stays on it. */
export function storeEmulation({ login, csrfToken, administrator, returnTo }: NewEmulation): void {
  const details: Details = {
    personName: fullName(login),
    isReadOnly: login.readOnlyFlg,
    endsAt: Date.now() + login.secondsLeft * 1000,
    returnTo,
  }
  sessionStorage.setItem(OWN_VALUES, JSON.stringify(readTabValues()))
  clearTabValues()
  sessionStorage.setItem(WHO, JSON.stringify(administrator))
  sessionStorage.setItem(DETAILS, JSON.stringify(details))
  writeStored('sessionToken', login.loginSessionId)
  writeStored('csrfToken', csrfToken)
  writeStored('uname', login.userNm)
  writeStored('uid', String(login.userId))
  writeStored('loggedinHeaderFirstNm', login.firstNm)
  writeStored('isIdmUser', login.idmuser ? 'Y' : 'N')
  writeStored('isFederatedUser', login.federatedUser ? 'Y' : 'N')
  writeStored('isEmulated', 'Y')
  writeStored('internalUserFlg', login.internalUserFlg ? 'Y' : 'N')
}

/** The administrator's own values behind an emulation. */
export const valuesOfAdministrator = (): Record<string, string> => readJson<Record<string, string>>(OWN_VALUES) ?? {}

/** Another tab of the administrator has new tokens. */
export function keepValuesOfAdministrator(values: Readonly<Record<string, string>>): void {
  sessionStorage.setItem(OWN_VALUES, JSON.stringify(values))
}

/** Removes the emulation with all values of its session; those of the administrator come back unless `isSignedOut`. */
export function clearEmulation({ isSignedOut }: { isSignedOut: boolean }): void {
  const own = valuesOfAdministrator()
  clearSessionValues()
  for (const key of [WHO, DETAILS, OWN_VALUES]) sessionStorage.removeItem(key)
  if (isSignedOut) clearSessionValues()
  else for (const [key, value] of Object.entries(own)) sessionStorage.setItem(key, value)
}

export type EmulationEnd = 'returned' | 'over'

/** Returns the tab to the administrator, on the page they came from. */
export function leaveEmulation(end: EmulationEnd): void {
  const emulation = currentEmulation()
  if (!emulation) return
  clearEmulation({ isSignedOut: false })
  if (end === 'over') sessionStorage.setItem(ENDED, emulation.personName)
  location.assign(emulation.returnTo)
}

/** The name of the user whose emulation ended by itself before this page was loaded; null: none, or shown already. */
export function takeEndedEmulation(): string | null {
  if (isEmulatedTab()) return null
  const name = sessionStorage.getItem(ENDED)
  sessionStorage.removeItem(ENDED)
  return name
}
