import { allEndpoints } from '@portico/contract/areas.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { smallestValue, wireSchema, wireValues } from '../../../contract/test/wire-values.ts'
import { atOnce } from '../at-once.ts'
import type { Browser, Raw } from '../browser.ts'
import { type Portal, startPortal } from '../portal.ts'
import { hostileBodies, hostileJson, hostileQueries, hostileValues } from './hostile-values.ts'
import { makeWorld, openSession, type World } from './people.ts'
import { fillPath, sampleBody, sampleCall } from './sample-call.ts'
import { type TableWatch, watchTables } from './table-sums.ts'

let portal: Portal
let world: World
beforeAll(async () => {
  portal = await startPortal()
  world = await makeWorld(portal, 'portalAdmin')
})
afterAll(() => portal.close())

const all = allEndpoints().map(({ endpoint }): [string, Endpoint] => [endpoint.name, endpoint])
const writing = all.filter(([, { method }]) => method !== 'GET')
const withBody = all.filter(([, { body }]) => body !== undefined)

/** The portal writes its statements in small letters; a sentence begins with a capital one. */
const SQL = /select [^"]* from /
/** Words that only the inside of the server knows. */
const INSIDE =
  /\bat .+:\d+:\d+|node_modules|\.ts:\d|insert into|violates|syntax error|pg_|postgres|zod|fastify|\/(home|usr|app|srv|work)\//i

/** `sent`: an answer may repeat it, and a key such as `zOD` is a word of the inside by chance. */
function expectEnvelope(what: string, { status, text, headers }: Raw, sent: readonly string[] = []): void {
  expect({ what, status: status < 500 }).toEqual({ what, status: true })
  // Taken as plain text, it selects no rows: an attachment all the same.
  if (status === 200 && headers.get('content-disposition')?.startsWith('attachment')) return
  const envelope = JSON.parse(text) as Record<string, unknown>
  expect(Object.keys(envelope)).toEqual(['code', 'data', 'message'])
  expect(envelope).toMatchObject({ code: expect.stringMatching(/^\d{3}$/), message: expect.any(String) })
  const own = withoutRepeated(text, sent)
  expect(own).not.toMatch(INSIDE)
  expect(own).not.toMatch(SQL)
  expect(text.length).toBeLessThan(20_000)
}

/** All keys and texts of a value, at any depth, also as they are stored: without the space around them. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value, value.trim()]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => [key, ...textsIn(part)])
}

/** The answer without what the caller sent. */
function withoutRepeated(text: string, sent: readonly string[]): string {
  const asWritten = sent.map((part) => JSON.stringify(part).slice(1, -1)).filter((part) => part !== '')
  return asWritten.toSorted((a, b) => b.length - a.length).reduce((rest, part) => rest.replaceAll(part, ' '), text)
}

/** The usual schema of a body that allows several. */
const bodySchema = ({ body }: Endpoint) => {
  const schema = body ? wireSchema(body) : {}
  return schema.anyOf?.[0] ?? schema
}
/** Hostile bodies that a call accepts all the same, because its body may be a bare list or text. */
const alsoTaken: Readonly<Record<string, string>> = { array: 'a list', string: 'text' }
const takesBody = ({ body }: Endpoint, what: string) =>
  body !== undefined &&
  [wireSchema(body), ...(wireSchema(body).anyOf ?? [])].some(({ type }) => alsoTaken[String(type)] === what)
const keysOf = (endpoint: Endpoint) => Object.keys(bodySchema(endpoint).properties ?? {})

const takes = ({ query }: Endpoint, key: string, value: string): boolean =>
  query !== undefined && z.safeDecode(query, { [key]: value } as never).success
/** A search keyword may be any text. */
const takesAnyText = (endpoint: Endpoint, key: string): boolean => takes(endpoint, key, '1e309')

let admin: Browser
let watch: TableWatch
/** For tests that change nothing: one session is for all of them, and what one leaves the next begins with. */
async function beginWatch(): Promise<void> {
  admin = await openSession(portal, world.users.portalAdmin)
  watch = await watchTables(portal)
}

/** `ofSession`: by default a new session of an administrator. */
async function caller(endpoint: Endpoint, ofSession?: Browser): Promise<Browser> {
  if (endpoint.guard.kind !== 'public') return ofSession ?? openSession(portal, world.users.portalAdmin)
  const browser = portal.browser()
  if (endpoint.guard.preLogin) await browser.openSignInPage()
  return browser
}

const addressOf = (endpoint: Endpoint) =>
  fillPath(endpoint.path, { ...world.ids, uid: String(world.users.portalAdmin.id) })

/** Sends a body that is JSON by its type, whatever it is. */
function send(browser: Browser, endpoint: Endpoint, body: string | Buffer): Promise<Raw> {
  return browser.request(endpoint.method, addressOf(endpoint), {
    headers: { 'content-type': 'application/json' },
    body,
  })
}

/** A body that should carry the tokens of a session is refused for them first. */
const byTokens = ({ kind }: Endpoint) => (kind === 'form-download' ? [401] : [])

type Attempt = [what: string, query: () => Promise<Raw>, status?: 413]

/** Everything that must be refused without leaving a trace. */
async function expectRefusals(attempts: Attempt[], alsoBy: readonly number[] = []): Promise<void> {
  await atOnce(attempts, async ([what, query, status]) => {
    const answer = await query()
    expectEnvelope(what, answer)
    expect({ what, status: answer.status }).toEqual({
      what,
      status: expect.toBeOneOf(status ? [status] : [400, 413, 415, ...alsoBy]),
    })
  })
  expect(await watch.changes()).toEqual([])
  expect(Object.keys(Object.prototype)).toEqual([])
  expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
}

describe('a body that does not fit (S61d, S58, GENL-019)', () => {
  beforeAll(beginWatch)

  test.each(writing)('of %s is refused and changes nothing, a megabyte as too large (S74)', async (_name, endpoint) => {
    const browser = await caller(endpoint, admin)
    const [key = 'message'] = keysOf(endpoint)
    const megabyte = JSON.stringify({ [key]: 'x'.repeat(1_000_000) })
    await expectRefusals(
      [
        ...hostileBodies
          .filter(([what]) => !takesBody(endpoint, what))
          .map(([what, body]): Attempt => [what, () => send(browser, endpoint, body)]),
        // Forms of other sites and files refuse JSON for its type, whatever its size.
        ...(['redirect', 'form', 'upload', 'form-files'].includes(endpoint.kind)
          ? []
          : [['a megabyte', () => send(browser, endpoint, megabyte), 413] satisfies Attempt]),
      ],
      byTokens(endpoint),
    )
  })

  test.each(withBody)('with a key too many or too few, of %s, is refused', async (_name, endpoint) => {
    const browser = await caller(endpoint, admin)
    const good = sampleBody(endpoint, portal.origin) as Record<string, unknown>
    const required = bodySchema(endpoint).required ?? []
    await expectRefusals(
      [
        ['a key too many', () => send(browser, endpoint, JSON.stringify({ ...good, unknownKey: 1 }))],
        ...required.map((key): Attempt => {
          const { [key]: _, ...rest } = good
          return [`no ${key}`, () => send(browser, endpoint, JSON.stringify(rest))]
        }),
      ],
      byTokens(endpoint),
    )
  })
})

/** A list in a body: its key, '' where the body is the list itself, and its limit. */
const listsOf = (endpoint: Endpoint) => {
  const schema = bodySchema(endpoint)
  return [['', schema] as const, ...Object.entries(schema.properties ?? {})].flatMap(
    ([key, { type, items, maxItems }]) => (type === 'array' ? [{ key, items: items ?? {}, maxItems }] : []),
  )
}
const lists = withBody.flatMap(([name, endpoint]) => listsOf(endpoint).map((list) => ({ name, endpoint, ...list })))

describe('more rows than a call takes', () => {
  beforeAll(beginWatch)

  test('every list in a body has a limit', () => {
    const endless = lists.filter(({ maxItems }) => maxItems === undefined).map(({ name, key }) => `${name}.${key}`)
    expect(endless).toEqual([])
  })

  test.each(lists.filter(({ maxItems }) => maxItems !== undefined))(
    'in $key of $name are refused at that list, whether one or 10,000 too many, and nothing changes',
    async ({ endpoint, key, items, maxItems = 0 }) => {
      const browser = await caller(endpoint, admin)
      const row = smallestValue(items)
      const good = sampleBody(endpoint, portal.origin) as Record<string, unknown>
      const refusals: unknown[] = []
      for (const length of new Set([maxItems + 1, Math.max(maxItems + 1, 10_000)])) {
        const rows = Array.from({ length }, () => row)
        const body = JSON.stringify(key === '' ? rows : { ...good, [key]: rows })
        const answer = await send(browser, endpoint, body)
        expectEnvelope(`${length} rows`, answer)
        // A list of large rows may be a body too large.
        expect([answer.status, answer.data]).toBeOneOf([
          [413, null],
          [400, expect.anything()],
        ])
        if (answer.status === 400) refusals.push(answer.data)
      }
      // A body that takes several shapes is refused as a whole.
      const about = { field: expect.toBeOneOf([key, 'body']) as string, message: expect.any(String) as string }
      for (const data of refusals) expect(data).toContainEqual(about)
      expect(await watch.changes()).toEqual([])
    },
  )
})

describe('a hostile query', () => {
  beforeAll(beginWatch)

  test.each(all)('of %s is refused and changes nothing (S61d)', async (_name, endpoint) => {
    const browser = await caller(endpoint, admin)
    const known = endpoint.query ? Object.keys(wireSchema(endpoint.query).properties ?? {}) : []
    const queries = [
      ...hostileQueries,
      ...known.flatMap((key) => [
        `${key}=1&${key}=2`,
        `${key}[]=1`,
        `${key}=%00`,
        ...(takesAnyText(endpoint, key) ? [] : [`${key}=1e309`, `${key}=-1`]),
        // An optional day may be empty (decision A4).
        ...(takes(endpoint, key, '') ? [] : [`${key}=`]),
      ]),
    ]
    const { method, path, ...rest } = sampleCall(
      endpoint,
      endpoint.path,
      { ...world.ids, uid: String(browser.userId) },
      portal.origin,
      browser,
    )
    await expectRefusals(
      queries.map((query) => [
        query.slice(0, 40),
        () => browser.request(method, `${path}${path.includes('?') ? '&' : '?'}${query}`, rest),
      ]),
      // Other sites choose the parameters of a return; none of them proves anything.
      endpoint.kind === 'redirect' ? [401, 404] : [],
    )
  })
})

/** Created once: fast-check takes a while to build its alphabet. */
const anyObject = fc.object({ maxDepth: 3, withNullPrototype: false })
const anyThing = fc.anything({ values: [fc.string({ unit: 'binary' })] })

describe('hostile values', () => {
  test.each(withBody)('in every field of %s are refused, or treated as plain text', async (_name, endpoint) => {
    const browser = await caller(endpoint)
    const good = sampleBody(endpoint, portal.origin) as Record<string, unknown>
    const keys = keysOf(endpoint)
    const attempts = keys.flatMap((key) => hostileValues.map(([what, value]) => ({ key, what, value })))
    await atOnce(attempts, async ({ key, what, value }) =>
      expectEnvelope(`${what} in ${key}`, await send(browser, endpoint, hostileJson({ ...good, [key]: value }))),
    )
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
  })

  test.each(withBody)('made at random from the shape of %s never break anything', async (_name, endpoint) => {
    const browser = await caller(endpoint)
    const fitting = endpoint.body ? wireValues(endpoint.body) : fc.constant(null)
    await fc.assert(
      fc.asyncProperty(fc.oneof(fitting, anyObject, anyThing), async (value) => {
        const body = JSON.stringify(value) as string | undefined
        expectEnvelope(body ?? 'nothing', await send(browser, endpoint, body ?? ''), textsIn(value))
      }),
      { numRuns: 15 },
    )
  })
})

test('a value nested 20,000 deep is accepted where any value is, and breaks nothing', async () => {
  const browser = await openSession(portal, world.users.portalAdmin)
  const [, setFavorite] = all.find(([name]) => name === 'setFavorite') ?? []
  const body = `{"userSectionDetails":{"favoriteFlg":"Y","lastAccessDt":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`
  const answer = await send(browser, setFavorite as Endpoint, body)
  expectEnvelope('deep', answer)
  expect(answer.code).toBe('200')
})
