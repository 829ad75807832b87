import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints } from '@portico/contract/areas.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { type AdminGuard, gates, type SessionGuard } from '@portico/contract/kit/guard.ts'
import type { Browser } from '../browser.ts'
import { type Portal, startPortal } from '../portal.ts'
import { browsersOf, makeWorld, type Persona, personas, type World } from './people.ts'
import { isByHand, type Route, routesOf } from './route-list.ts'
import { sampleCall } from './sample-call.ts'
import { tinyFrontEnd } from './tiny-front-end.ts'

/** Per call one code for each persona, in the order of the columns. */
interface Matrix {
  columns: string
  calls: Record<string, string>
}
const matrix = JSON.parse(readFileSync(new URL('authz-matrix.json', import.meta.url), 'utf8')) as Matrix
const rowOf = (call: string) => matrix.calls[call]?.trim().split(/\s+/) ?? []

const calls = allEndpoints().flatMap(({ endpoint }) =>
  [endpoint.path, ...endpoint.alsoAt].map((path): [string, Endpoint, string] => [
    `${endpoint.method} ${path}`,
    endpoint,
    path,
  ]),
)
const callOf = ({ method, url }: Route) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`

const frontEnd = tinyFrontEnd()
let portal: Portal
let routes: Route[]
let world: World
beforeAll(async () => {
  ;({ built: portal, routes } = await routesOf(() => startPortal({ webDist: frontEnd.webDist })))
  world = await makeWorld(portal)
})
afterAll(async () => {
  await portal.close()
  frontEnd.remove()
})

/** Routes that are neither in the matrix nor in the list of routes made by hand. */
const unlisted = (found: Route[]) =>
  found.filter((route) => !isByHand(route) && !(callOf(route) in matrix.calls)).map(callOf)

describe('the matrix of calls and personas', () => {
  test('names the personas in its first line', () => {
    expect(matrix.columns.trim().split(/\s+/)).toEqual(personas)
  })

  test('has a row for every route of the server, and for nothing else (S50)', () => {
    expect(routes.length).toBeGreaterThan(calls.length)
    expect(unlisted(routes)).toEqual([])
    expect(Object.keys(matrix.calls).toSorted()).toEqual(calls.map(([call]) => call).toSorted())
    expect(
      routes
        .filter((route) => !isByHand(route))
        .map(callOf)
        .toSorted(),
    ).toEqual(calls.map(([call]) => call).toSorted())
  })

  test('detects a route that is missing in it', async () => {
    const extra = await routesOf(
      () => startPortal({ beside: portal }),
      (app) => void app.after(() => app.post('/ccservices/secure/admin/rest/planted/:uid', async () => 'open')),
    )
    await extra.built.close()
    expect(unlisted(extra.routes)).toEqual(['POST /ccservices/secure/admin/rest/planted/{uid}'])
  })
})

type GuardAnswer = '401' | '403' | null

/** The guard's answer to a persona: the code of its refusal, or null when the handler decides. */
function refusalOfGuard({ guard }: Endpoint, persona: Persona): GuardAnswer {
  if (guard.kind === 'public') return null
  if (persona === 'nobody' || persona === 'ended') return '401'
  const gate = gates.find((one) => persona === `at${one[0]?.toUpperCase()}${one.slice(1)}`)
  if (gate && !(guard.kind === 'session' && guard.alsoAt.includes(gate))) return '403'
  if (persona === 'otherExternal') return null
  return guard.kind === 'session' ? refusalOfSession(guard, persona) : refusalOfAdmin(guard, persona)
}

const refusalOfSession = ({ emulation }: SessionGuard, persona: Persona): GuardAnswer =>
  persona === 'emulated' && emulation === 'refuse' ? '403' : null

function refusalOfAdmin({ pages, staffOnly, portalAdminOnly, signOnAs }: AdminGuard, persona: Persona): GuardAnswer {
  if (persona === 'portalAdmin') return null
  const isDelegated = persona === 'delegatedAdmin' && pages.includes('User Administration')
  return isDelegated && !staffOnly && !portalAdminOnly && !signOnAs ? null : '403'
}

describe('the matrix agrees with the guards', () => {
  test.each(calls)('%s (S50)', (call, endpoint) => {
    const row = rowOf(call)
    const byGuard = personas.map((persona) => refusalOfGuard(endpoint, persona))
    expect(row.map((code, column) => byGuard[column] && code)).toEqual(byGuard)
  })
})

/** A persona's answer: the code of the envelope, or the bare status when bytes are answered. */
async function answerTo(persona: Persona, browser: Browser, endpoint: Endpoint, path: string): Promise<string> {
  if (endpoint.guard.kind === 'public' && endpoint.guard.preLogin) await browser.openSignInPage()
  const uid = String(world.users[persona === 'otherExternal' ? 'external' : persona].id)
  const { method, path: address, ...rest } = sampleCall(endpoint, path, { ...world.ids, uid }, portal.origin, browser)
  const answer = await browser.request(method, address, rest)
  return answer.code || String(answer.status)
}

/** Accepting the license opens that gate; it is closed again for the next call. */
const closeLicenseGate = () =>
  portal.owner('update users set license_accepted_at = null where id = $1', [world.users.atLicense.id])

describe('answers every persona as the matrix says (S50, SIGN-040)', () => {
  test.each(calls)('%s', async (call, endpoint, path) => {
    const browsers = await browsersOf(portal, world)
    await world.renew(endpoint.name)
    // Wrong passwords of other calls count in one budget.
    await portal.owner('delete from attempt_counts')
    const query = (persona: Persona) => answerTo(persona, browsers[persona], endpoint, path)
    const others = personas.filter((persona) => persona !== 'emulated')
    const got = new Map<Persona, string>(
      await Promise.all(others.map(async (persona) => [persona, await query(persona)] as const)),
    )
    // About the same things as the external user's own call, and so after it.
    got.set('emulated', await query('emulated'))
    if (endpoint.name === 'acceptLicense') await closeLicenseGate()
    const wanted = rowOf(call)
    expect(Object.fromEntries(personas.map((persona) => [persona, got.get(persona)]))).toEqual(
      Object.fromEntries(personas.map((persona, column) => [persona, wanted[column]])),
    )
  })
})
