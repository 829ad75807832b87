import { type NameIdFormat, nameIdFormats } from './saml-names.ts'

/**
 * Returns the address of a page when a browser may be redirected to it: http, https or a path of our own; else null.
 */
export function launchAddress(location: string | null): string | null {
  if (location === null) return null
  if (/^\/(?![/\\])[^\\\s]*$/.test(location)) return location
  const url = URL.parse(location)
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  return isWeb ? url.href : null
}

/** An account of the user in the system of an application. */
export interface LaunchAccount {
  id: number
  name: string
  typeDescription: string
  isLastUsed: boolean
}

export type AccountDecision =
  | { kind: 'with'; account: LaunchAccount | null }
  /** The user has several and has to choose (decision C3). */
  | { kind: 'choose' }
  /** The named account isn't the user's. */
  | { kind: 'foreign' }

/** With which account an application opens. `wantedId`: the one that the user chose; undefined: none yet. */
export function accountFor(accounts: readonly LaunchAccount[], wantedId: number | undefined): AccountDecision {
  if (wantedId !== undefined) {
    const account = accounts.find(({ id }) => id === wantedId)
    return account ? { kind: 'with', account } : { kind: 'foreign' }
  }
  return accounts.length > 1 ? { kind: 'choose' } : { kind: 'with', account: accounts[0] ?? null }
}

/** The account of a user who has not been asked: their only one, or the one that they chose last; null: not known. */
export const accountWithoutChoice = (accounts: readonly LaunchAccount[]): LaunchAccount | null =>
  (accounts.length === 1 ? accounts[0] : accounts.find(({ isLastUsed }) => isLastUsed)) ?? null

/** True where a request names no format, or the one that the application gets. */
export const meetsNameIdPolicy = (wanted: string, format: NameIdFormat): boolean =>
  ['', nameIdFormats.unspecified, nameIdFormats[format]].includes(wanted)

/** SAML limits RelayState to 80 bytes; a longer address of a page is left out. */
const OWN_RELAY_STATE_MAX = 80

/** The RelayState of a launch that begins here: where in the application the page leads. */
export const ownRelayState = (location: string | null): string | null =>
  location !== null && location !== '' && Buffer.byteLength(location) <= OWN_RELAY_STATE_MAX ? location : null
