import { SCIM_PATH } from '@portico/contract/scim/scim.ts'
import { isObject } from '../protocol/scim-values.ts'

/** Most characters of a body, of a path, and of a name or short value that are kept. */
const BODY_MAX = 2_000
const PATH_MAX = 1_000
const WORD_MAX = 100

/** Items of a list that are kept; of the others only their number. */
const ITEMS_KEPT = 5
const DEPTH_MAX = 8

/** Stands in the place of a value that is left out. */
const LEFT_OUT = '…'

/** Attributes whose values are kept, in small letters: whom a request is about, and what it does to them. */
const keptNames = new Set(['schemas', 'op', 'username', 'externalid', 'active', 'type', 'primary'])

/** Query parameters that the service reads. */
const queryNames = ['filter', 'attributes', 'excludedAttributes', 'sortBy', 'sortOrder', 'startIndex', 'count'] as const

/** True for an id of the service, which is a number. */
const isId = (value: unknown): boolean => typeof value === 'string' && /^\d{1,10}$/.test(value)

/** Short enough for a list, and without control characters. */
const shorten = (text: string, most: number): string => {
  const plain = text.replaceAll(/\p{Cc}/gu, ' ').toWellFormed()
  return plain.length > most ? `${plain.slice(0, most).toWellFormed()}${LEFT_OUT}` : plain
}

/** A filter, or a path with one, without the values that it compares with, but for user names, external ids and types. */
const censorExpression = (text: string, most: number): string =>
  // Cut first: the time that the search takes grows with the square of the length.
  shorten(text, most).replaceAll(/(?:([\w.:$-]+)\s+(?:\w\w)\s+)?"(?:[^"\\]|\\.)*"?/g, (found, name?: string) =>
    name !== undefined && isKept(name) ? found : found.replace(/".*/s, `"${LEFT_OUT}"`),
  )

/** True for an attribute whose value is kept; a URN in front of it does not count. */
const isKept = (name: string): boolean => keptNames.has(name.slice(name.lastIndexOf(':') + 1).toLowerCase())

/** A value under a name, without what is not needed to find out why a request was refused. */
function censor(name: string, value: unknown, depth: number): unknown {
  if (value === null || typeof value === 'boolean') return value
  if (depth > DEPTH_MAX) return LEFT_OUT
  if (Array.isArray(value)) {
    const kept = value.slice(0, ITEMS_KEPT).map((item) => censor(name, item, depth + 1))
    return value.length > ITEMS_KEPT ? [...kept, `${LEFT_OUT} ${value.length - ITEMS_KEPT}`] : kept
  }
  if (isObject(value)) return censorObject(name, value, depth)
  if (typeof value === 'string' && name.toLowerCase() === 'path') return censorExpression(value, WORD_MAX)
  return isKept(name) && (typeof value === 'string' || typeof value === 'number')
    ? shorten(String(value), WORD_MAX)
    : LEFT_OUT
}

/** Of an operation of a PATCH, the value belongs to what its path names. */
function censorObject(parent: string, object: Record<string, unknown>, depth: number): Record<string, unknown> {
  const { op, path } = object
  const isOperation = typeof op === 'string' && typeof path === 'string'
  const censored = Object.entries(object).map(([name, value]): [string, unknown] => {
    const isMember = parent.toLowerCase() === 'members' && name === 'value' && isId(value)
    const kept = isMember ? value : censor(isOperation && name === 'value' ? path : name, value, depth + 1)
    return [censorExpression(name, WORD_MAX), kept]
  })
  return Object.fromEntries(censored)
}

/** The body of a request for administrators to read; null where it has none. */
export const censorBody = (body: unknown): string | null =>
  body === undefined || body === null ? null : shorten(JSON.stringify(censor('', body, 0)), BODY_MAX)

/** The address of a request below that of the service. */
export function censorAddress(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://portal.invalid')
  const asked = queryNames.flatMap((name) => {
    const value = searchParams.get(name)
    return value === null ? [] : [`${name}=${name === 'filter' ? censorExpression(value, PATH_MAX) : value}`]
  })
  const path = pathname.startsWith(SCIM_PATH) ? pathname.slice(SCIM_PATH.length) : pathname
  return shorten(asked.length === 0 ? path : `${path}?${asked.join('&')}`, PATH_MAX)
}

/** The user name that a request states, changes or asks for; null where there is none. */
export function userNameIn(url: string, body: unknown): string | null {
  const filter = new URL(url, 'http://portal.invalid').searchParams.get('filter') ?? ''
  const asked = /\busername\s+eq\s+"((?:[^"\\]|\\.)*)"/i.exec(filter)?.[1]
  const name = asked ?? statedName(body)
  return name === undefined ? null : shorten(name, WORD_MAX)
}

function statedName(body: unknown): string | undefined {
  const operations = valuesOf(body, (key) => key.toLowerCase() === 'operations')
    .flat()
    .slice(0, ITEMS_KEPT)
  const stated = operations.flatMap((operation) => {
    if (!isObject(operation)) return []
    const { path, value } = operation
    return typeof path === 'string' && isKeyOfName(path) ? [value] : valuesOf(value, isKeyOfName)
  })
  return [...valuesOf(body, isKeyOfName), ...stated].find((value) => typeof value === 'string')
}

const valuesOf = (object: unknown, isWanted: (key: string) => boolean): unknown[] =>
  isObject(object) ? Object.entries(object).flatMap(([key, value]) => (isWanted(key) ? [value] : [])) : []

const isKeyOfName = (key: string): boolean => key.slice(key.lastIndexOf(':') + 1).toLowerCase() === 'username'
