import { SCIM_PATH } from '@portico/contract/scim/scim.ts'
import { isObject } from '../protocol/scim-values.ts'
import { LEFT_OUT, lastPart, type ValueRule, withoutValues } from '../protocol/without-values.ts'
import { isId, isKept, namesOf, shorten, WORD_MAX } from './kept-values.ts'

/** Most characters of a body and of a path that are kept. */
const BODY_MAX = 2_000
const PATH_MAX = 1_000

/** Items of a list that are kept; of the others only their number. */
const ITEMS_KEPT = 5
const DEPTH_MAX = 8

/** Values of a body that are looked at: more would not fit. */
const VALUES_MAX = 300

/** A name of something of the service in an address, not of a person. */
const SEGMENT = /^[\w.:-]{1,100}$/

/** What is known of a request when its values are left out. */
export interface KnownOfRequest {
  /** The user name that is kept beside the body, by which an erasure finds the request; no other one is kept. */
  readonly userName: string | null
  /** Characters of the body as it was sent. */
  readonly bodyLength?: number
}

const ruleFor =
  ({ userName }: KnownOfRequest): ValueRule =>
  (name, comparison, value) =>
    comparison === 'eq' && isKept(name, value, userName)

/** Leaves values out of one body; looks at a limited number of them, however large the body is. */
class BodyCensor {
  readonly #known: KnownOfRequest
  #left = VALUES_MAX

  constructor(known: KnownOfRequest) {
    this.#known = known
  }

  /** A value under a name, without what is not needed to find out why a request was refused. */
  censor(name: string, value: unknown, depth: number): unknown {
    if (value === null || typeof value === 'boolean') return value
    if (--this.#left < 0 || depth > DEPTH_MAX) return LEFT_OUT
    if (Array.isArray(value)) return this.#censorList(name, value, depth)
    if (isObject(value)) return this.#censorObject(name, value, depth)
    if (typeof value === 'string' && name.toLowerCase() === 'path') return this.#shownPath(value)
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    return isKept(lastPart(name), text, this.#known.userName) ? text : LEFT_OUT
  }

  #shownPath(path: string): string {
    return shorten(withoutValues(path, WORD_MAX, ruleFor(this.#known)), WORD_MAX)
  }

  #censorList(name: string, list: readonly unknown[], depth: number): unknown[] {
    const kept = list.slice(0, ITEMS_KEPT).map((item) => this.censor(name, item, depth + 1))
    return list.length > ITEMS_KEPT ? [...kept, `${LEFT_OUT} ${list.length - ITEMS_KEPT}`] : kept
  }

  /** Of an operation of a PATCH, the value belongs to what its path names. */
  #censorObject(parent: string, object: Record<string, unknown>, depth: number): Record<string, unknown> {
    const { op, path } = object
    const isOperation = typeof op === 'string' && typeof path === 'string'
    const { names, more } = namesOf(object, this.#known.bodyLength)
    const censored: [string, unknown][] = []
    for (const name of names) {
      if (this.#left <= 0) break
      const value = object[name]
      const isMember = parent.toLowerCase() === 'members' && name === 'value' && isId(value)
      const about = isOperation && name === 'value' ? path : name
      censored.push([this.#shownPath(name), isMember ? value : this.censor(about, value, depth + 1)])
    }
    if (more !== undefined) censored.push([LEFT_OUT, more])
    return Object.fromEntries(censored)
  }
}

/** The body of a request for administrators to read; null where it has none. */
export function censorBody(body: unknown, known: KnownOfRequest): string | null {
  if (body === undefined || body === null) return null
  const text = JSON.stringify(new BodyCensor(known).censor('', body, 0))
  // Cut between two values, so that none of them stays in part.
  return text.length > BODY_MAX ? `${text.slice(0, Math.max(0, text.lastIndexOf(',"', BODY_MAX)))}${LEFT_OUT}` : text
}

/** The query parameters that the service reads, and what of their values stays. */
const queryValues: Readonly<Record<string, (value: string, rule: ValueRule) => string>> = {
  filter: (value, rule) => withoutValues(value, PATH_MAX, rule),
  attributes: shownNames,
  excludedAttributes: shownNames,
  sortBy: shownNames,
  sortOrder: (value) => (/^(?:a|de)scending$/i.test(value) ? value : LEFT_OUT),
  startIndex: shownCount,
  count: shownCount,
}

function shownNames(value: string): string {
  const names = value.slice(0, PATH_MAX).split(',')
  return names.map((name) => withoutValues(name, WORD_MAX)).join()
}

function shownCount(value: string): string {
  return /^-?\d{1,7}$/.test(value) ? value : LEFT_OUT
}

/** The address of a request below that of the service. */
export function censorAddress(url: string, known: KnownOfRequest): string {
  const { pathname, searchParams } = new URL(url, 'http://portal.invalid')
  const asked = Object.entries(queryValues).flatMap(([name, shown]) => {
    const value = searchParams.get(name)
    return value === null ? [] : [`${name}=${shown(value, ruleFor(known))}`]
  })
  const below = pathname.startsWith(SCIM_PATH) ? pathname.slice(SCIM_PATH.length) : pathname
  const segments = below.slice(0, PATH_MAX).split('/')
  const path = segments.map((segment, at) => shownSegment(segment, segments[at - 1])).join('/')
  return shorten(asked.length === 0 ? path : `${path}?${asked.join('&')}`, PATH_MAX)
}

/** Of users and groups ids of the service stay; elsewhere what may be a name. */
function shownSegment(segment: string, before: string | undefined): string {
  const isResource = before === 'Users' || before === 'Groups'
  if (segment === '' || segment === '.search') return segment
  return (isResource ? isId(segment) : SEGMENT.test(segment)) ? segment : LEFT_OUT
}

/** The user name that a request states, changes or asks for; null where there is none. */
export function userNameIn(url: string, body: unknown, bodyLength?: number): string | null {
  const filter = new URL(url, 'http://portal.invalid').searchParams.get('filter') ?? ''
  const asked = askedName(filter)
  const name = asked ?? statedName(body, bodyLength)
  return name === undefined ? null : shorten(name, WORD_MAX)
}

/** The first user name that a filter compares with. */
function askedName(filter: string): string | undefined {
  let asked: string | undefined
  withoutValues(filter, PATH_MAX, (name, comparison, value) => {
    if (name === 'username' && comparison === 'eq') asked ??= value
    return false
  })
  return asked
}

function statedName(body: unknown, length: number | undefined): string | undefined {
  const valuesOf = (object: unknown, isWanted: (key: string) => boolean): unknown[] =>
    isObject(object) ? namesOf(object, length).names.flatMap((key) => (isWanted(key) ? [object[key]] : [])) : []
  const isOfName = (key: string) => lastPart(key.slice(-WORD_MAX)) === 'username'
  const operations = valuesOf(body, (key) => key.toLowerCase() === 'operations').flatMap((list) =>
    Array.isArray(list) ? list.slice(0, ITEMS_KEPT) : [list],
  )
  const stated = operations.flatMap((operation) => {
    if (!isObject(operation)) return []
    const { path, value } = operation
    return typeof path === 'string' && isOfName(path) ? [value] : valuesOf(value, isOfName)
  })
  return [...valuesOf(body, isOfName), ...stated].find((value) => typeof value === 'string')
}
