import { LEFT_OUT } from '../protocol/without-values.ts'
import { scimLimits } from '../protocol/scim-limits.ts'

/** Most characters of a name or short value that are kept. */
export const WORD_MAX = 100

/** Names of an object that are kept; of the others only their number. */
const NAMES_KEPT = 50

/** What a large body may have; reading all names of an object takes half as long as reading the body. */
const namesOfLarge = ['schemas', 'externalId', 'displayName', 'members', 'Operations', 'op', 'path', 'value', 'type']

/** Attributes whose values are kept, in small letters: whom a request is about, and what it does to them. */
const keptNames = new Set(['schemas', 'op', 'username', 'externalid', 'active', 'type', 'primary'])

/** True for an id of the service, which is a number. */
export const isId = (value: unknown): boolean => typeof value === 'string' && /^\d{1,10}$/.test(value)

/** Short enough for a list, and such that the database takes it: without control characters and halves of characters. */
export function shorten(text: string, most: number): string {
  const plain = text
    .slice(0, most)
    .replaceAll(/\p{Cc}/gu, ' ')
    .toWellFormed()
  return text.length > most ? `${plain}${LEFT_OUT}` : plain
}

/**
 * True for a value that stays: one that tells nothing about a person, or by which an erasure finds the request.
 * @param name of the attribute, in small letters
 * @param userName the user name that is kept beside the request
 */
export function isKept(name: string, value: string, userName: string | null): boolean {
  if (!keptNames.has(name) || value === '' || shorten(value, WORD_MAX) !== value) return false
  return name !== 'username' || value === userName
}

/** The names of an object that are looked at, and how many more there are. */
export function namesOf(
  object: Record<string, unknown>,
  bodyLength = 0,
): { names: readonly string[]; more?: number | string } {
  if (bodyLength > scimLimits.userBytes)
    return { names: namesOfLarge.filter((name) => Object.hasOwn(object, name)), more: LEFT_OUT }
  const names = Object.keys(object)
  const more = names.length - NAMES_KEPT
  return more > 0 ? { names: names.slice(0, NAMES_KEPT), more } : { names }
}
