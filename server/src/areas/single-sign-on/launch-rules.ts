import { fullName } from '@portico/contract/full-name.ts'
import type { NameSource, SignOnFact } from '@portico/contract/sign-on-codes.ts'
import type { SamlApplication } from './application.ts'
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

/** What attributes of a user are made of. */
export interface UserFacts {
  userName: string
  email: string
  firstName: string
  lastName: string
  clientName: string
  isInternal: boolean
  isAdministrator: boolean
  account: LaunchAccount | null
  /** The name that only this application knows. */
  pairwiseName: string
  /** User name of the administrator who acts as the user; null: nobody does. */
  actorName: string | null
}

const flag = (is: boolean): string[] => [is ? 'Y' : 'N']

const facts: Readonly<Record<SignOnFact, (user: UserFacts) => readonly string[]>> = {
  'user-name': ({ userName }) => [userName],
  email: ({ email }) => [email],
  'first-name': ({ firstName }) => [firstName],
  'last-name': ({ lastName }) => [lastName],
  'display-name': (user) => [fullName(user)],
  client: ({ clientName }) => [clientName],
  'is-internal': ({ isInternal }) => flag(isInternal),
  'is-administrator': ({ isAdministrator }) => flag(isAdministrator),
  account: ({ account }) => (account ? [account.name] : []),
  'account-type': ({ account }) => (account ? [account.typeDescription] : []),
}

/** Name of the attribute that names the administrator in an emulated session (decision E8). */
const ACTOR_ATTRIBUTE = 'actor'

/** The attributes that an application gets, each with its values. */
export function attributesOf(
  { attributes }: Pick<SamlApplication, 'attributes'>,
  user: UserFacts,
): Record<string, readonly string[]> {
  const mapped = Object.entries(attributes).map(([name, fact]) => [name, facts[fact](user)] as const)
  return Object.fromEntries(user.actorName === null ? mapped : [...mapped, [ACTOR_ATTRIBUTE, [user.actorName]]])
}

const names: Readonly<Record<NameSource, (user: UserFacts) => string>> = {
  'user-name': ({ userName }) => userName,
  email: ({ email }) => email,
  pairwise: ({ pairwiseName }) => pairwiseName,
  'system-account': ({ account }) => account?.name ?? '',
}

/** The name of a user for an application; null where the user has none, such as no account. */
export function nameIdOf(
  { nameSource, nameIdFormat }: { nameSource: NameSource; nameIdFormat: NameIdFormat },
  user: UserFacts,
): { format: string; value: string } | null {
  const value = names[nameSource](user)
  return value === '' ? null : { format: nameIdFormats[nameIdFormat], value }
}

/** True where a request wishes for no name, or for the one that the application gets. */
export const meetsNameIdPolicy = (wanted: string, format: NameIdFormat): boolean =>
  ['', nameIdFormats.unspecified, nameIdFormats[format]].includes(wanted)

/** SAML limits RelayState to 80 bytes; a longer address of a page is left out. */
const OWN_RELAY_STATE_MAX = 80

/** The RelayState of a launch that begins here: where in the application the page leads. */
export const ownRelayState = (location: string | null): string | null =>
  location !== null && location !== '' && Buffer.byteLength(location) <= OWN_RELAY_STATE_MAX ? location : null
