import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { wireSchema, wireValues } from '../test/wire-values.ts'
import { allEndpoints } from './areas.ts'
import { Id, YesNo } from './kit/codecs.ts'
import { type Endpoint, type Kind, endpoint, isEndpoint, pathParams, type Shape } from './kit/endpoint.ts'
import { admin, anyone, signedIn } from './kit/guard.ts'
import { ReauthenticationNeeded } from './kit/reauthentication.ts'

const endpoints = allEndpoints().map((found) => found.endpoint)

/** Calls under /secure that need no session (decision A2). */
const publicUnderSecure = [
  'getApplicationResources',
  'getManifest',
  'getPreloginCsrfToken',
  'login',
  'getHumanCheck',
  'passHumanCheck',
  'findSignInMethod',
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
  'getIdpMetadata',
  'receiveRedirectedSignOn',
  'receivePostedSignOn',
  'declineSignOnRequest',
  'getSamlMetadata',
  'checkActiveUser',
  'getDefaultBranding',
  'getDefaultBrandingColor',
  'getDefaultPrimaryButtonColor',
  'checkSecondFactorUser',
  'getHumanCheck',
  'passHumanCheck',
]

/** Calls of a sign-in that still needs its second factor; the ticket and the browser identify the sign-in. */
const isOfSecondFactor = ({ path }: Endpoint) =>
  /^\/ccservices\/secure\/user\/rest\/second-factor\/(?!cpusers\/)/.test(path)

/** Result codes in the envelope of a processed request (decision A4); all other numbers are HTTP statuses. */
const outcomeCodes = ['204', '207', '309', '400', '404', '408', '409']

const pathsOf = ({ path, alsoAt }: Endpoint) => [path, ...alsoAt]
const keysOf = (shape: Shape | undefined) => (shape ? Object.keys(wireSchema(shape).properties ?? {}).toSorted() : [])
/** Reads of database maintenance stand under /user/ but are for administrators (decision I1). */
const isAdministrative = (path: string) => /\/admin\/|\/admin-users\/|\/rest\/database-maintenance\//.test(path)
const sendsBytes: readonly Kind[] = ['file', 'attachment', 'form-download']

/** Calls whose {uid} is another user; the handler checks the permission (decision A7). */
const aboutOthers = ['manageUserAtSystem']
/** Administrator paths that the specification gives without an id (UADM-155, UADM-156). */
const listsWithoutAdministrator = ['listUserNotificationTypes', 'listUserDepartments']

/** All schemas that one part may have. */
const alternativesOf = (shape: Shape | undefined) => {
  if (!shape) return []
  const schema = wireSchema(shape)
  return (schema.anyOf ?? [schema])
    .map((one) => (one.type === 'array' && one.items ? one.items : one))
    .flatMap((one) => one.anyOf ?? [one])
}

type Rule = (one: Endpoint) => boolean

/** Each rule with a check and an endpoint that violates it, so that a rule that never fails is found. */
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
    'is for administrators where its address says so (S50)',
    // In an emulated session, calls under the administrator's own id are the administrator's.
    (one) =>
      one.guard.kind === 'admin' ||
      !pathsOf(one).some(isAdministrative) ||
      (one.guard.kind === 'session' && one.actingIds.length > 0),
    planted({ path: '/ccservices/secure/admin/rest/db/x', guard: signedIn() }),
  ],
  [
    'is for administrators where it reads data of database maintenance (decision I1)',
    (one) => one.guard.kind === 'admin' || !one.path.includes('/rest/database-maintenance/'),
    planted({ path: '/ccservices/secure/user/rest/database-maintenance/x', guard: signedIn() }),
  ],
  [
    'stands under the administrator path where it changes database maintenance (AUTZ-028)',
    ({ method, path }) =>
      method === 'GET' || !path.includes('/rest/database-maintenance/') || path.startsWith('/ccservices/secure/admin/'),
    planted({ method: 'POST', path: '/ccservices/secure/user/rest/database-maintenance/x' }),
  ],
  [
    'has the id of its administrator in its path where that is an administrator path (AUTZ-022)',
    ({ name, path }) =>
      !path.startsWith('/ccservices/secure/admin/') ||
      /\{(uid|adminuid|adminId)\}/.test(path) ||
      listsWithoutAdministrator.includes(name),
    planted({ path: '/ccservices/secure/admin/rest/db/x' }),
  ],
  [
    'compares every user id in its path with the caller, or declares whose it is (decision A7)',
    (one) =>
      pathParams(one.path)
        .filter((name) => /^(uid|adminuid|adminId)$/.test(name))
        .every((name) => [...one.ownIds, ...one.actingIds].includes(name) || aboutOthers.includes(one.name)),
    planted({ path: '/ccservices/x/{uid}', params: z.strictObject({ uid: Id }), ownIds: [] }),
  ],
  [
    'has its own ids in its address',
    (one) => [...one.ownIds, ...one.actingIds].every((name) => pathParams(one.path).includes(name)),
    planted({ ownIds: ['uid'] }),
  ],
  [
    'lists its files where it takes several, and nowhere else',
    ({ kind, files }) => (kind === 'form-files') === Object.keys(files).length > 0,
    planted({ kind: 'form-files', method: 'POST' }),
  ],
  [
    'needs a session unless it belongs to signing in (decision A2)',
    (one) =>
      one.guard.kind !== 'public' ||
      publicUnderSecure.includes(one.name) ||
      isOfSecondFactor(one) ||
      !pathsOf(one).some((path) => path.startsWith('/ccservices/secure/')),
    planted({ path: '/ccservices/secure/user/rest/db/x' }),
  ],
  [
    'names a user only where a user is signed in',
    (one) => one.guard.kind !== 'public' || !keysOf(one.params).includes('uid'),
    planted({ params: z.strictObject({ uid: Id }) }),
  ],
  [
    'takes no body with GET',
    ({ method, body }) => method !== 'GET' || body === undefined,
    planted({ body: z.strictObject({}) }),
  ],
  [
    'accepts files by POST and serves bytes by GET',
    ({ kind, method }) =>
      kind === 'json' || kind === 'redirect' || kind === 'attachment' || method === (kind === 'file' ? 'GET' : 'POST'),
    planted({ kind: 'upload' }),
  ],
  [
    'serves attachments by GET or POST, without an envelope',
    ({ kind, method, data }) =>
      (kind !== 'attachment' || method === 'GET' || method === 'POST') && !(sendsBytes.includes(kind) && data),
    planted({ kind: 'attachment', method: 'DELETE' }),
  ],
  [
    'redirects browsers by link or form post only',
    ({ kind, method }) => kind !== 'redirect' || method === 'GET' || method === 'POST',
    planted({ kind: 'redirect', method: 'PUT' }),
  ],
  [
    // Security policy reports are in the browser's format, and form posts and redirects from other sites in theirs:
    // their keys are not ours to name.
    'refuses keys that it does not declare',
    ({ kind, params, query, body }) =>
      (kind === 'redirect' ? [params] : kind === 'form' ? [params, query] : [params, query, body])
        .flatMap(alternativesOf)
        .every(
          ({ type, properties = {}, additionalProperties }) =>
            // A list of ids or a plain text has no keys.
            (type !== 'object' && type !== undefined) || additionalProperties === false || 'csp-report' in properties,
        ),
    planted({ query: z.object({ word: z.string() }) }),
  ],
  [
    'declares only result codes of processed requests (decision A4)',
    ({ codes }) =>
      Object.entries(codes).every(
        // A handler that needs a fresh sign-in for some of its requests only answers 401 itself (S52).
        ([code, meaning]) =>
          outcomeCodes.includes(code) ||
          (code === '401' && typeof meaning !== 'string' && meaning.data === ReauthenticationNeeded),
      ),
    planted({ codes: { '403': 'not our own code' } }),
  ],
]

function planted(parts: Partial<Endpoint>): Endpoint {
  const plain = endpoint({ name: 'planted', method: 'GET', path: '/ccservices/x', guard: anyone })
  return { ...plain, ...parts }
}

describe('every endpoint', () => {
  test('is exported under its own name, which the areas look it up by', () => {
    expect(endpoints.length).toBeGreaterThan(20)
    for (const found of allEndpoints()) expect(found.exportName).toBe(found.endpoint.name)
    expect([isEndpoint(planted({})), isEndpoint({ path: '/x' }), isEndpoint(null)]).toEqual([true, false, false])
  })

  test('has a unique name and unique addresses', () => {
    const names = endpoints.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
    // Paths that differ only in parameter names are the same address.
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
    expect(holds?.(planted({ path, guard: admin('User Administration') }))).toBe(true)
  })
})

test('users have one role name, usAssociate; every other permission is a flag or a grant (AUTZ-030)', () => {
  const fields = new Set(
    endpoints.flatMap(({ params, query, body, data }) =>
      [params, query, body, data].flatMap((shape) => (shape ? propertiesIn(wireSchema(shape)) : [])),
    ),
  )
  // What a representative does for a client is a text to read.
  expect([...fields].filter((name) => /role|associate/i.test(name) && name !== 'roleTxt')).toEqual(['usAssociate'])
})

/** The names of the properties of a schema, at every depth. */
function propertiesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'properties' in schema ? Object.keys(schema.properties as object) : []
  return [...own, ...Object.values(schema).flatMap(propertiesIn)]
}

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

  test('that cannot be encoded or loses data on the way is found', () => {
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
