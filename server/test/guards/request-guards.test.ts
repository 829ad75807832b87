import { allEndpoints } from '@portico/contract/areas.ts'
import type { Endpoint, Kind } from '@portico/contract/kit/endpoint.ts'
import { gates } from '@portico/contract/kit/guard.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, Raw } from '../browser.ts'
import { type Portal, startPortal } from '../portal.ts'
import { browsersOf, makeWorld, openSession, type Persona, type World } from './people.ts'
import { fillPath, sampleCall } from './sample-call.ts'
import { changedTables, type TableWatch, tableSums, watchTables } from './table-sums.ts'

let portal: Portal
let world: World
let browsers: Record<Persona, Browser>
let watch: TableWatch
beforeAll(async () => {
  portal = await startPortal()
  world = await makeWorld(portal)
  browsers = await browsersOf(portal, world)
  watch = await watchTables(portal)
})
afterAll(() => portal.close())

const fileKinds: readonly Kind[] = ['upload', 'form-files', 'form-download']
const guarded = allEndpoints()
  .map(({ endpoint }): [string, Endpoint] => [endpoint.name, endpoint])
  // Files have tests of their own beside server/src/http: their types and the place of their tokens differ.
  .filter(([, { guard, kind }]) => guard.kind !== 'public' && !fileKinds.includes(kind))
const writing = guarded.filter(([, { method }]) => method !== 'GET')

const personaAtGate = {
  license: 'atLicense',
  expired: 'atExpired',
  secured: 'atSecured',
  temporary: 'atTemporary',
  question: 'atQuestion',
} as const
/** A user whom the guard accepts. */
const memberOf = ({ guard }: Endpoint) => (guard.kind === 'admin' ? 'portalAdmin' : 'external')

const addressFor = ({ path }: Endpoint, persona: Persona) =>
  fillPath(path, { ...world.ids, uid: String(world.users[persona].id) })

type Step = [what: string, query: () => Promise<Raw>, status: number, message: string, data?: object]

const NOT_OURS = 'We refused this request because it didn’t come from this page. Reload the page and try again.'

/** Everything wrong at once, and then one thing after the other put right; what each is answered. */
function steps(endpoint: Endpoint): Step[] {
  const { guard, method } = endpoint
  const { nobody } = browsers
  const member = browsers[memberOf(endpoint)]
  const wrong = { headers: { 'content-type': 'text/xml' }, ...(method === 'GET' ? {} : { body: '<x' }) }
  const withoutToken = { ...wrong, without: ['x-csrf-token' as const] }
  const [own, foreign] = [addressFor(endpoint, memberOf(endpoint)), addressFor(endpoint, 'otherExternal')]
  const closed = gates.find(
    (gate) => guard.kind === 'admin' || (guard.kind === 'session' && !guard.alsoAt.includes(gate)),
  )
  const found: Step[] = [
    ['no session', () => nobody.request(method, foreign, wrong), 401, 'You are not logged in. Please login again.'],
  ]
  if (closed) {
    const atGate = browsers[personaAtGate[closed]]
    found.push([
      'a closed gate',
      () => atGate.request(method, foreign, withoutToken),
      403,
      'Finish signing in first.',
      { closedGate: closed },
    ])
  }
  if (foreign !== own)
    found.push([
      'another id',
      () => member.request(method, foreign, withoutToken),
      403,
      'You don’t have permission to do this.',
    ])
  if (method !== 'GET') found.push(['no request token', () => member.request(method, own, withoutToken), 403, NOT_OURS])
  found.push([
    'another content type',
    () => member.request(method, own, wrong),
    415,
    'This content type isn’t supported.',
  ])
  return found
}

describe('the guards of a call run in one order', () => {
  test.each(guarded)(
    'of %s: session, gate, own id, request token, content type, and only then the body',
    async (_name, endpoint) => {
      const answers = steps(endpoint).map(async ([what, query, status, message, data = null]) => {
        const answer = await query()
        expect({ what, status: answer.status, message: answer.message }).toEqual({ what, status, message })
        expect(answer.text).toBe(JSON.stringify({ code: String(status), data, message }))
      })
      await Promise.all(answers)
      const body = endpoint.method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: '<x' }
      const unfit = await browsers[memberOf(endpoint)].request(
        endpoint.method,
        `${addressFor(endpoint, memberOf(endpoint))}?unknownKey=1`,
        body,
      )
      expect(unfit.status).toBe(400)
      expect(await watch.changes()).toEqual([])
    },
  )
})

/** Types of bodies that calls with JSON refuse. */
const foreignTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/jsonp',
  'text/json',
]

describe('a call that writes (S27)', () => {
  test.each(writing)(
    '%s needs the request token of its own session, from our page and in our type',
    async (_name, endpoint) => {
      const { otherExternal } = browsers
      const other = browsers[memberOf(endpoint)]
      const mine = await openSession(portal, world.users[memberOf(endpoint)])
      const before = await tableSums(portal)
      const {
        method,
        path,
        headers,
        body = '{}',
      } = sampleCall(endpoint, endpoint.path, { ...world.ids, uid: String(mine.userId) }, portal.origin)
      const write = (more: Record<string, string>, without: 'x-csrf-token'[] = []) =>
        mine.request(method, path, {
          headers: { 'content-type': 'application/json', ...headers, ...more },
          body,
          without,
        })
      const preLogin = await portal.browser().openSignInPage()
      const refused = await Promise.all([
        write({}, ['x-csrf-token']),
        write({ 'x-csrf-token': '' }),
        write({ 'x-csrf-token': otherExternal.csrfToken ?? '' }),
        write({ 'x-csrf-token': other.csrfToken ?? '' }),
        write({ 'x-csrf-token': mine.sessionToken ?? '' }),
        write({ 'x-csrf-token': preLogin }),
        write({ 'x-csrf-token': `${mine.csrfToken}, ${mine.csrfToken}` }),
        write(
          { cookie: `${[...mine.cookies].map((pair) => pair.join('=')).join('; ')}; x-csrf-token=${mine.csrfToken}` },
          ['x-csrf-token'],
        ),
        write({ origin: 'https://evil.test' }),
        write({ origin: 'null' }),
        write({ origin: portal.origin.replace('http:', 'https:') }),
        write({ 'sec-fetch-site': 'cross-site' }),
        write({ 'sec-fetch-site': 'same-site' }),
        write({ 'sec-fetch-site': 'none' }),
      ])
      expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403))
      const foreign = foreignTypes.filter((type) => !endpoint.alsoTakes.includes(type))
      const answers = await Promise.all(foreign.map((type) => write({ 'content-type': type })))
      expect(answers.map(({ status }) => status)).toEqual(foreign.map(() => 415))
      expect(changedTables(before, await tableSums(portal))).toEqual([])
    },
  )

  test('there are such calls', () => expect(writing.length).toBeGreaterThan(8))
})
