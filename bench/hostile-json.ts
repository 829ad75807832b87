import { allEndpoints } from '@portico/contract/areas.ts'
import { bodyTypeOf, type Endpoint } from '@portico/contract/kit/endpoint.ts'
import { fits, wireSchema } from '../contract/test/wire-values.ts'
import type { HostileKind } from './hostile-search.ts'

/** Bytes of the largest JSON body. */
const BODY_MAX = 256 * 1024

type Schema = ReturnType<typeof wireSchema>

/** A place in the body of a call, with what stands before and behind a value there. */
interface Place {
  call: Endpoint
  before: string
  after: string
}

/** Every list, object and text in the body of every JSON call. */
function placesOf(call: Endpoint): Place[] {
  if (!call.body) return []
  const found: Place[] = []
  const visit = ({ anyOf = [], items, properties = {} }: Schema, before: string, after: string, depth: number) => {
    found.push({ call, before, after })
    if (depth > 4) return
    for (const one of anyOf) visit(one, before, after, depth + 1)
    if (items) visit(items, `${before}[`, `]${after}`, depth + 1)
    for (const [key, schema] of Object.entries(properties))
      visit(schema, `${before}{${JSON.stringify(key)}:`, `}${after}`, depth + 1)
  }
  visit(wireSchema(call.body), '', '', 0)
  return found
}

const isOpenToUsers = ({ guard, kind, method, body }: Endpoint) =>
  guard.kind === 'session' && kind === 'json' && method !== 'GET' && body !== undefined

/** Calls that send JSON; those that any signed-in user may make. */
const jsonCalls = allEndpoints()
  .map(({ endpoint }) => endpoint)
  .filter((one) => one.body && bodyTypeOf(one) === 'application/json')
const places = jsonCalls.flatMap(placesOf)
const placesOfUsers = places.filter(({ call }) => isOpenToUsers(call))

const values = [
  '{}',
  '[]',
  '0',
  '-1.5',
  '"a"',
  '""',
  'null',
  'true',
  '"',
  ' ',
  'a',
  '@',
  '.',
  '-',
  '/',
  '1',
  '\\n',
  '\\u0000',
  '{"a":0}',
  '<',
  '{a}',
  '*/',
  ',',
  '\\ud800',
]

/** Fills one place with as much as a body may have: a list, many keys, or one long text of it. */
function jsonBody({ before, after }: Place, shape: 'list' | 'keys' | 'text' | 'deep', piece: string): string {
  const room = BODY_MAX - before.length - after.length - 10
  const count = (length: number) => Math.max(1, Math.floor(room / length))
  const isToken = isJson(piece)
  if (shape === 'text') return `${before}"${(isToken ? 'a' : piece).repeat(count(piece.length))}"${after}`
  if (shape === 'deep') return `${before}${'['.repeat(count(2))}${']'.repeat(count(2))}${after}`
  const item = isToken ? piece : JSON.stringify(piece)
  if (shape === 'list')
    return `${before}[${Array(count(item.length + 1))
      .fill(item)
      .join(',')}]${after}`
  const keys = Array.from({ length: count(item.length + 9) }, (_, at) => `"k${at}":${item}`)
  return `${before}{${keys.join(',')}}${after}`.slice(0, BODY_MAX)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** A recipe names the place, the shape and the piece; the search needs no more than its pieces for them. */
function kindOf(
  name: string,
  of: readonly Place[],
): HostileKind & { bodyOf(text: string): { place: Place; body: string } } {
  const bodyOf = (text: string) => {
    const numbers = text.match(/\d+/g)?.map(Number) ?? []
    const sum = numbers.reduce((total, number) => total * 31 + number, 7)
    const place = of[sum % of.length] as Place
    const shape = (['list', 'keys', 'text', 'deep'] as const)[Math.floor(sum / of.length) % 4] ?? 'list'
    return { place, body: jsonBody(place, shape, values[Math.floor(sum / of.length / 4) % values.length] ?? '0') }
  }
  return {
    name,
    pieces: Array.from({ length: 97 }, (_, at) => `${at} `),
    searched: 1,
    bodyOf,
    read: async (text) => {
      const { place, body } = bodyOf(text)
      try {
        if (place.call.body) fits(place.call.body, JSON.parse(body))
      } catch {
        // Refused before its shape counts.
      }
    },
  }
}

export const jsonKind = kindOf('JSON of any call', places)
export const jsonOfUsersKind = kindOf('JSON of signed-in users', placesOfUsers)
