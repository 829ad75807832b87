import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { wireSchema, wireValues } from '../test/wire-values.ts'
import { allEndpoints } from './areas.ts'
import { Id, YesNo } from './kit/codecs.ts'
import { type Endpoint, endpoint, isEndpoint, pathParams, type Shape } from './kit/endpoint.ts'
import { anyone, holdsPage, signedIn } from './kit/guard.ts'

const endpoints = allEndpoints().map((found) => found.endpoint)

/** Calls under /secure that anybody may make (decision A2); everything else there needs a session. */
const publicUnderSecure = [
  'getApplicationResources',
  'getManifest',
  'getPreloginCsrfToken',
  'login',
  'getHumanCheck',
  'passHumanCheck',
  'findWayIn',
  'startDirectorySignIn',
  'finishDirectorySignIn',
  'endDirectorySessions',
  'checkDirectoryUser',
  'sendRecoveryLink',
  'readRecoveryLink',
  'redeemRecoveryLink',
  'askSecurityQuestion',
  'recoverPassword',
  'startFederatedSignIn',
  'finishFederatedSignIn',
  'getSamlMetadata',
  'checkActiveUser',
  'getDefaultBranding',
  'getDefaultBrandingColor',
  'getDefaultPrimaryButtonColor',
  'checkSecondFactorUser',
  'getHumanCheck',
  'passHumanCheck',
]

/** Calls of a sign-in whose second factor is still to come; each finds its sign-in by ticket and browser. */
const isOfSecondFactor = ({ path }: Endpoint) =>
  /^\/ccservices\/secure\/user\/rest\/second-factor\/(?!cpusers\/)/.test(path)

/** Codes that say how an understood question was answered (decision A4); the protocol owns every other number. */
const outcomeCodes = ['204', '207', '309', '400', '404', '408', '409']

const pathsOf = ({ path, alsoAt }: Endpoint) => [path, ...alsoAt]
const keysOf = (shape: Shape | undefined) => (shape ? Object.keys(wireSchema(shape).properties ?? {}).toSorted() : [])
const isAdministrative = (path: string) => /\/admin\/|\/admin-users\//.test(path)

/** Each of the shapes that one part may have. */
const alternativesOf = (shape: Shape | undefined) => {
  if (!shape) return []
  const schema = wireSchema(shape)
  return (schema.anyOf ?? [schema]).map((one) => (one.type === 'array' && one.items ? one.items : one))
}

type Rule = (one: Endpoint) => boolean

/** What every endpoint has to hold to, and one that does not: a rule without a planted violation is a wish. */
const rules: [string, Rule, Endpoint][] = [
  [
    'names in every path exactly the parameters it declares',
    (one) => pathsOf(one).every((path) => pathParams(path).toSorted().join() === keysOf(one.params).join()),
    planted({ path: '/ccservices/x/{uid}/{pageId}', params: z.strictObject({ uid: Id }) }),
  ],
  [
    'begins with /ccservices and ends without a slash (GENL-005, GENL-017)',
    ({ path }) => /^\/ccservices\/[\w/{}.-]*[\w}]$/.test(path),
    planted({ path: '/ccservices/x/' }),
  ],
  [
    'stands at the root only as tile image or logger (decision A1)',
    ({ alsoAt }) => alsoAt.every((path) => /^\/(ccservices|images\/tiles)\/|^\/(client)?logger$/.test(path)),
    planted({ alsoAt: ['/x'] }),
  ],
  [
    'is for administrators wherever its address says so (S50)',
    (one) => one.guard.kind === 'admin' || !pathsOf(one).some(isAdministrative),
    planted({ path: '/ccservices/secure/admin/rest/db/x', guard: signedIn }),
  ],
  [
    'is closed to strangers unless it belongs to signing in (decision A2)',
    (one) =>
      one.guard.kind !== 'public' ||
      publicUnderSecure.includes(one.name) ||
      isOfSecondFactor(one) ||
      !pathsOf(one).some((path) => path.startsWith('/ccservices/secure/')),
    planted({ path: '/ccservices/secure/user/rest/db/x' }),
  ],
  [
    'names a user only where somebody is signed in',
    (one) => one.guard.kind !== 'public' || !keysOf(one.params).includes('uid'),
    planted({ params: z.strictObject({ uid: Id }) }),
  ],
  [
    'takes no body with GET',
    ({ method, body }) => method !== 'GET' || body === undefined,
    planted({ body: z.strictObject({}) }),
  ],
  [
    'takes files by POST and hands bytes out by GET',
    ({ kind, method }) => kind === 'json' || kind === 'redirect' || method === (kind === 'file' ? 'GET' : 'POST'),
    planted({ kind: 'upload' }),
  ],
  [
    'leads browsers on by link or form post only',
    ({ kind, method }) => kind !== 'redirect' || method === 'GET' || method === 'POST',
    planted({ kind: 'redirect', method: 'PUT' }),
  ],
  [
    // Reports about the content security policy are the browser's own, and so is what other sites
    // send browsers back with: their keys are not ours to name.
    'refuses keys that it does not know',
    ({ kind, params, query, body }) =>
      (kind === 'redirect' ? [params] : kind === 'form' ? [params, query] : [params, query, body])
        .flatMap(alternativesOf)
        .every(
          ({ properties = {}, additionalProperties }) => additionalProperties === false || 'csp-report' in properties,
        ),
    planted({ query: z.object({ word: z.string() }) }),
  ],
  [
    'declares only codes that answer an understood question (decision A4)',
    ({ codes }) => Object.keys(codes).every((code) => outcomeCodes.includes(code)),
    planted({ codes: { '403': 'not a question of ours' } }),
  ],
]

function planted(parts: Partial<Endpoint>): Endpoint {
  const plain = endpoint({ name: 'planted', method: 'GET', path: '/ccservices/x', guard: anyone, summary: '' })
  return { ...plain, ...parts }
}

describe('every endpoint', () => {
  test('is exported under its own name, by which the areas find it', () => {
    expect(endpoints.length).toBeGreaterThan(20)
    for (const found of allEndpoints()) expect(found.exportName).toBe(found.endpoint.name)
    expect([isEndpoint(planted({})), isEndpoint({ path: '/x' }), isEndpoint(null)]).toEqual([true, false, false])
  })

  test('has a name and addresses of its own', () => {
    const names = endpoints.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
    // Two paths that differ only in the names of their parameters are one address.
    const addresses = endpoints.flatMap((one) =>
      pathsOf(one).map((path) => `${one.method} ${path.replaceAll(/\{\w+\}/g, '{}')}`),
    )
    expect(addresses).toEqual([...new Set(addresses)])
  })

  test.each(rules)('%s', (_what, holds, violation) => {
    expect(endpoints.filter((one) => !holds(one)).map(({ name }) => name)).toEqual([])
    expect(holds(violation)).toBe(false)
  })

  test('may be for administrators, where their address says so', () => {
    const path = '/ccservices/secure/admin/rest/db/x'
    const [, holds] = rules.find(([what]) => what.includes('administrators')) ?? []
    expect(holds?.(planted({ path, guard: holdsPage('User Administration') }))).toBe(true)
  })
})

describe('every shape', () => {
  const shapes = endpoints.flatMap((one): [string, Shape][] => [
    ...(['params', 'query', 'body', 'data'] as const).flatMap((part) =>
      one[part] ? [[`${part} of ${one.name}`, one[part]] as [string, Shape]] : [],
    ),
    ...Object.entries(one.codes).flatMap(([code, meaning]): [string, Shape][] =>
      typeof meaning === 'object' ? [[`${code} of ${one.name}`, meaning.data]] : [],
    ),
  ])

  test.each(shapes)('%s is decoded, encoded to one form and decoded alike again', (_what, shape) =>
    expectRoundTrip(shape),
  )

  test('that cannot be encoded or loses something on the way is found out', () => {
    expect(() =>
      expectRoundTrip(
        z.pipe(
          z.string(),
          z.transform((text) => text.length),
        ),
      ),
    ).toThrow(/Property failed/)
    const lossy = z.codec(z.string(), z.boolean(), { decode: (text) => text !== '', encode: () => '' })
    expect(() => expectRoundTrip(lossy)).toThrow(/Property failed/)
    expect(() => expectRoundTrip(z.object({ isOpen: YesNo, id: Id }))).not.toThrow()
  })
})

function expectRoundTrip(shape: Shape): void {
  fc.assert(
    fc.property(wireValues(shape), (wire) => {
      const house = z.decode(shape, wire as never)
      const encoded = z.encode(shape, house)
      expect(z.decode(shape, encoded)).toEqual(house)
      expect(z.encode(shape, z.decode(shape, encoded))).toEqual(encoded)
      expect(JSON.parse(JSON.stringify({ encoded }))).toEqual({ encoded })
    }),
    { numRuns: 50 },
  )
}
