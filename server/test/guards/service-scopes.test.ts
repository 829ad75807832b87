import { allEndpoints } from '@portico/contract/areas.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { type ServiceScope, serviceScopes } from '@portico/contract/kit/service-scopes.ts'
import { scopeRules } from '@portico/contract/service-accounts/scope-rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApi } from '../../src/http/openapi.ts'
import type { Browser } from '../browser.ts'
import { type Portal, startPortal } from '../portal.ts'
import { makeServiceAccount, program } from '../service-accounts.ts'
import { makeWorld, type World } from './people.ts'
import { sampleCall } from './sample-call.ts'

const calls = allEndpoints().flatMap(({ endpoint }) =>
  [endpoint.path, ...endpoint.alsoAt].map((path): [string, Endpoint, string] => [
    `${endpoint.method} ${path}`,
    endpoint,
    path,
  ]),
)
const scopeOf = ({ guard }: Endpoint): ServiceScope | undefined => (guard.kind === 'admin' ? guard.scope : undefined)

/** Scopes that no call of the contract names: those of other routes. */
const elsewhere: readonly ServiceScope[] = ['ssf.read', 'ssf.manage', 'scim']

let portal: Portal
let world: World
const programs = new Map<string, Browser>()
beforeAll(async () => {
  portal = await startPortal()
  world = await makeWorld(portal)
  const owner = world.users.portalAdmin
  for (const scope of serviceScopes)
    programs.set(scope, program(portal, (await makeServiceAccount(portal, { owner, scopes: [scope] })).token))
  const every = await makeServiceAccount(portal, { owner, scopes: serviceScopes })
  programs.set('every scope', program(portal, every.token))
})
afterAll(() => portal.close())

async function answerTo(endpoint: Endpoint, path: string, browser: Browser) {
  const uid = String(world.users.portalAdmin.id)
  const { method, path: address, ...rest } = sampleCall(endpoint, path, { ...world.ids, uid }, portal.origin, browser)
  const { status, code, message } = await browser.request(method, address, rest)
  return { status, code, message }
}

const CLOSED = 'This call isn’t open to service accounts.'
const lacks = (scope: string) => `This call needs the scope ${scope}, which the service account doesn’t have.`

test('every scope opens a call, and every call that is open needs a page of its scope', () => {
  const open = calls.filter(([, endpoint]) => scopeOf(endpoint) !== undefined)
  const opened = new Set(open.map(([, endpoint]) => scopeOf(endpoint)))
  expect(serviceScopes.filter((scope) => !opened.has(scope))).toEqual(elsewhere)
  const misfits = open.filter(([, { guard }]) => {
    if (guard.kind !== 'admin' || guard.scope === undefined) return true
    const { page, accounts } = scopeRules[guard.scope]
    return !guard.pages.includes(page) || guard.freshSignIn || (guard.staffOnly && accounts !== 'installation')
  })
  expect(misfits.map(([call]) => call)).toEqual([])
})

test('the API document says which scope opens a call', () => {
  const { paths } = openApi('1.0.0') as {
    paths: Record<string, Record<string, { security: Record<string, unknown>[] }>>
  }
  for (const [, endpoint, path] of calls) {
    const security = paths[path]?.[endpoint.method.toLowerCase()]?.security ?? []
    const scope = scopeOf(endpoint)
    expect(security.filter((one) => 'service' in one)).toEqual(scope === undefined ? [] : [{ service: [scope] }])
  }
})

test.each(calls.filter(([, endpoint]) => scopeOf(endpoint) === undefined))(
  'a program with any scope, or with all, is refused %s',
  async (_, endpoint, path) => {
    const answers = [...programs].map(async ([held, browser]) => [held, await answerTo(endpoint, path, browser)])
    const closed = { status: 403, code: '403', message: CLOSED }
    expect(await Promise.all(answers)).toEqual([...programs.keys()].map((held) => [held, closed]))
  },
)

test.each(calls.filter(([, endpoint]) => scopeOf(endpoint) !== undefined))(
  'a program gets %s with the scope that the call names, and with no other',
  async (_, endpoint, path) => {
    await world.renew(endpoint.name)
    const scope = scopeOf(endpoint) ?? ''
    const refused: string[] = []
    for (const [held, browser] of programs) {
      const { status, code, message } = await answerTo(endpoint, path, browser)
      // Where the scope is held the handler decides: the sample may be about a user whom no program changes.
      if (status === 401 || message === CLOSED || message === lacks(scope)) refused.push(`${held}: ${status} ${code}`)
    }
    const others = [...programs.keys()].filter((held) => held !== scope && held !== 'every scope')
    expect(refused).toEqual(others.map((held) => `${held}: 403 403`))
  },
)
