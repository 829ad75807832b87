import { fullName } from '@portico/contract/users/full-name.ts'
import type { NameSource, SignOnFact } from '@portico/contract/sign-on-settings/sign-on-codes.ts'

/** What an application may get of a user, by either protocol. */
export interface UserFacts {
  userName: string
  email: string
  firstName: string
  lastName: string
  clientName: string
  isInternal: boolean
  /** In the system of the application. */
  isAdministrator: boolean
  /** The account with which the application opens; null: none. */
  account: { name: string; typeDescription: string } | null
  /** The name that only this application knows; '' before it is made. */
  pairwiseName: string
  /** User name of the administrator who acts as the user; null: nobody does. */
  actorName: string | null
}

/** Null: the user has no such fact. */
type FactValue = string | boolean | null

const values: Readonly<Record<SignOnFact, (user: UserFacts) => FactValue>> = {
  'user-name': ({ userName }) => userName,
  email: ({ email }) => email,
  'first-name': ({ firstName }) => firstName,
  'last-name': ({ lastName }) => lastName,
  'display-name': (user) => fullName(user),
  client: ({ clientName }) => clientName,
  'is-internal': ({ isInternal }) => isInternal,
  'is-administrator': ({ isAdministrator }) => isAdministrator,
  account: ({ account }) => account?.name ?? null,
  'account-type': ({ account }) => account?.typeDescription ?? null,
}

/** Name of the attribute, and of the claim, that names the administrator in an emulated session (decision E8). */
export const ACTOR_NAME = 'actor'

/** Names that an application gives to facts, each with the fact that it carries. */
type FactMapping = Readonly<Record<string, SignOnFact>>

/** What an application gets under each name; the protocols only write it differently. */
function factsUnder(mapping: FactMapping, user: UserFacts): [name: string, value: FactValue][] {
  const mapped = Object.entries(mapping).map(([name, fact]): [string, FactValue] => [name, values[fact](user)])
  return user.actorName === null ? mapped : [...mapped, [ACTOR_NAME, user.actorName]]
}

/** Returns the attributes of SAML, each with its values; `Y` and `N` for what is true or not. */
export const attributesOf = (mapping: FactMapping, user: UserFacts): Record<string, readonly string[]> =>
  Object.fromEntries(factsUnder(mapping, user).map(([name, value]) => [name, attributeValues(value)]))

function attributeValues(value: FactValue): string[] {
  if (value === null) return []
  return [typeof value === 'boolean' ? (value ? 'Y' : 'N') : value]
}

/** Returns the claims of OpenID Connect that have a value for the user. */
export const claimsOf = (mapping: FactMapping, user: UserFacts): Record<string, string | boolean> =>
  Object.fromEntries(factsUnder(mapping, user).flatMap(([name, value]) => (value === null ? [] : [[name, value]])))

const names: Readonly<Record<NameSource, (user: UserFacts) => string>> = {
  'user-name': ({ userName }) => userName,
  email: ({ email }) => email,
  pairwise: ({ pairwiseName }) => pairwiseName,
  'system-account': ({ account }) => account?.name ?? '',
}

/** Returns the name by which an application knows the user; null where they have none, such as no account. */
export const nameFor = (source: NameSource, user: UserFacts): string | null => names[source](user) || null
