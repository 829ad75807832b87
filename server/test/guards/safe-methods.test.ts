import { allEndpoints } from '@portico/contract/areas.ts'
import { OPENID_PATH } from '@portico/contract/openid-provider/openid-provider.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { atOnce } from '../at-once.ts'
import type { Browser } from '../browser.ts'
import { type Portal, startPortal } from '../portal.ts'
import { makeWorld, openSession, type World } from './people.ts'
import { type RawAnswer, sendRaw } from './raw-http.ts'
import { type Route, routesOf } from './route-list.ts'
import { queryOf } from './sample-call.ts'
import { changedTables, tableSums } from './table-sums.ts'
import { tinyFrontEnd } from './tiny-front-end.ts'

const frontEnd = tinyFrontEnd()
let portal: Portal
let routes: Route[]
let world: World
let browser: Browser
beforeAll(async () => {
  ;({ built: portal, routes } = await routesOf(() => startPortal({ webDist: frontEnd.webDist })))
  world = await makeWorld(portal, 'portalAdmin')
  browser = await openSession(portal, world.users.portalAdmin)
  // A minute later every call of a signed-in user records activity.
  await portal.moveClock('2 minutes')
  // The provider makes its first key when it is first asked.
  await call('GET', `${OPENID_PATH}/jwks`)
})
afterAll(async () => {
  await portal.close()
  frontEnd.remove()
})

/** Reads that write: an opened application is in the audit trail, and so is an opened or printed report. */
const recorded = new Map([
  ['launchPage', ['application_sessions', 'audit_events']],
  // The first key is made when it is first needed.
  ['getIdpMetadata', ['signing_keys']],
  ['manageUserAtSystem', ['audit_events']],
  ['getReport', ['audit_events']],
  ['listReportRows', ['audit_events']],
])

const reads = allEndpoints()
  .filter(({ endpoint }) => endpoint.method === 'GET')
  .map(({ endpoint }) => endpoint)

/** The address of a route, with the ids of an authorized user. */
function addressOf(url: string): string {
  const ids: Record<string, string> = { ...world.ids, uid: String(browser.userId), adminuid: String(browser.userId) }
  return url.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? '1').replace('*', 'anything')
}

/** Status of reads without their ticket, or of a method that is not configured: browsers are redirected to /login. */
const statusWithoutTicket = new Map([
  ['startDirectorySignIn', 303],
  ['finishDirectorySignIn', 303],
  ['checkDirectoryUser', 401],
  ['startFederatedSignIn', 303],
  ['openIdInteraction', 303],
  ['receiveRedirectedSignOn', 303],
  ['checkActiveUser', 401],
  ['getSignInTest', 404],
  ['getErasureCertificate', 404],
  ['checkSecondFactorUser', 400],
  ['countReviewScope', 422],
  ['getSecondFactorPrompt', 401],
])

/** The OpenID Connect provider answers as its protocol says (decision A2). */
const isOfProvider = ({ url, endpoint }: Route) => endpoint === undefined && url.startsWith('/ccservices/oidc/')

/** Directories and identity providers show a token of theirs; a session is none, whatever the method. */
const needsToken = (url: string) => url.startsWith('/scim/') || url.startsWith('/ssf/')

/** Addresses made by hand may be about something that is not there, or lead elsewhere. */
function expectedStatuses(method: string, url: string): number[] {
  if (needsToken(url)) return [401]
  const route = routes.find((one) => one.url === url && one.method === 'GET')
  if (method === 'OPTIONS' || !route) return [405]
  if (isOfProvider(route)) return [200, 303, 400, 401, 404]
  return route.endpoint ? [statusWithoutTicket.get(route.endpoint.name) ?? 200] : [200, 303, 404]
}

function call(method: string, url: string): Promise<RawAnswer> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = {
    authorization: `Bearer ${browser.sessionToken}`,
    'x-csrf-token': browser.csrfToken ?? '',
    cookie,
    origin: portal.origin,
    accept: 'text/html',
  }
  return sendRaw(portal.origin, addressOf(url), { method, headers })
}

describe('a method that only reads', () => {
  test.each(['GET', 'HEAD', 'OPTIONS'])(
    '%s changes nothing at any address but the moment of last use',
    async (method) => {
      const before = await tableSums(portal)
      expect(routes.length).toBeGreaterThan(reads.length)
      for (const { url, endpoint } of routes) {
        if (recorded.has(endpoint?.name ?? '') && method !== 'OPTIONS') continue
        const { status } = await call(method, url + queryOf(endpoint?.name ?? ''))
        expect({ method, url, status: expectedStatuses(method, url).includes(status) && status }).toEqual({
          method,
          url,
          status,
        })
      }
      expect(changedTables(before, await tableSums(portal))).toEqual([])
    },
  )

  test('GET of an application to open writes the audit trail and nothing else', async () => {
    for (const endpoint of reads.filter(({ name }) => recorded.has(name))) {
      const before = await tableSums(portal)
      expect((await call('GET', endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1') + queryOf(endpoint.name))).status).toBe(
        200,
      )
      expect(changedTables(before, await tableSums(portal))).toEqual(recorded.get(endpoint.name))
    }
  })

  test('HEAD answers as GET does, without the body', async () => {
    const readable = routes.filter((route) => route.method === 'GET' && !isOfProvider(route))
    await atOnce(readable, async ({ url }) => {
      const [head, get] = [await call('HEAD', url), await call('GET', url)]
      expect({ url, status: head.status, text: head.text }).toEqual({ url, status: get.status, text: '' })
      expect(head.headers['content-type']).toBe(get.headers['content-type'])
    })
  })
})

describe('a method that an address does not offer', () => {
  const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'TRACE']
  const BODY = JSON.stringify({ code: '405', data: null, message: 'This address doesn’t support that method.' })

  test('is answered with 405 and the allowed methods, and reveals nothing to other sites (S79, S28)', async () => {
    const before = await tableSums(portal)
    await atOnce(new Set(routes.map((route) => route.url)), async (url) => {
      const offered = routes.filter((route) => route.url === url).map((route) => route.method)
      const isForTokens = needsToken(url)
      const allow = [...offered, ...(offered.includes('GET') ? ['HEAD'] : [])].toSorted().join(', ')
      for (const method of methods.filter((one) => !offered.includes(one))) {
        const { status, headers, text } = await call(method, url)
        const opened = Object.keys(headers).filter((name) => name.startsWith('access-control'))
        const refused = isForTokens ? { status: 401, allow: undefined } : { status: 405, allow, text: BODY }
        const answered = { status, allow: headers['allow'], ...(!isForTokens && { text }) }
        expect({ method, url, ...answered, opened }).toEqual({ method, url, ...refused, opened: [] })
      }
    })
    expect(changedTables(before, await tableSums(portal))).toEqual([])
  })

  test('is no different with a slash at the end', async () => {
    const { status, headers } = await call('DELETE', '/ccservices/secure/user/rest/db/signin/manifest/')
    expect({ status, allow: headers['allow'] }).toEqual({ status: 405, allow: 'GET, HEAD' })
  })
})
