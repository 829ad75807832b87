import { finishDirectorySignIn } from '@portico/contract/directory/directory.ts'
import { saveSamlIdentityProvider } from '@portico/contract/federation/identity-providers.ts'
import * as calls from '@portico/contract/reauthentication/reauthentication.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { freePort } from '../../../test/free-port.ts'
import { openSession } from '../../../test/guards/people.ts'
import { IdentityProvider } from '../../../test/identity-provider.ts'
import type { MadeUser } from '../../../test/make.ts'
import {
  claimsOf,
  type Cookies,
  oidcSettings,
  type OidcPeer,
  startOidcPeer,
  visitProvider,
} from '../../../test/oidc-provider.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { BASE, type Slapd, startSlapd } from '../../../test/slapd.ts'

let slapd: Slapd
let peer: OidcPeer
/** Asks an LDAP directory for passwords. */
let byPassword: Portal
/** Sends users to an OpenID provider. */
let byProvider: Portal

beforeAll(async () => {
  slapd = await startSlapd()
  byPassword = await startPortal({
    environment: {
      PORTAL_DIRECTORY: `ldaps://localhost:${slapd.ldapsPort}/ou=people,${BASE}?uid?sub`,
      PORTAL_DIRECTORY_CA: slapd.authorityFile,
      PORTAL_DIRECTORY_BIND_DN: slapd.account.dn,
      PORTAL_DIRECTORY_BIND_PASSWORD: slapd.account.password,
    },
  })
  const port = await freePort()
  byProvider = await startPortal({ environment: oidcSettings(port) })
  peer = await startOidcPeer({
    port,
    callbacks: [byProvider.origin + finishDirectorySignIn.path],
    accounts: { ada: claimsOf('ada'), bea: claimsOf('bea') },
  })
})
afterAll(async () => {
  await byPassword.close()
  await byProvider.close()
  await slapd.stop()
  await peer.stop()
})

const directoryUser = (portal: Portal, userName: string) =>
  portal.make.user({ user_name: userName, is_internal: true, sign_in_kind: 'directory', password_hash: null })

/** With the page of identity providers, and a sign-in that is an hour old. */
async function signedInLongAgo(portal: Portal, user: MadeUser): Promise<Browser> {
  await portal.make.adminPages(user, ['Database Maintenance'])
  const browser = await openSession(portal, user)
  const age = "update sessions set authenticated_at = clock_now() - interval '1 hour' where user_id = $1"
  await portal.owner(age, [user.id])
  return browser
}

const own = (browser: Browser) => ({ uid: browser.userId })
const metadataTxt = new IdentityProvider().metadata()
const save = (browser: Browser) =>
  browser.send(saveSamlIdentityProvider, { params: own(browser), body: { metadataTxt } })
const howToConfirm = (browser: Browser) => browser.call(calls.getReauthentication, { params: own(browser) })

describe('an administrator whose password is the directory’s (S52, B22)', () => {
  const typePassword = (browser: Browser, password: string) =>
    browser.send(calls.reauthenticateByPassword, { params: own(browser), body: { password } })

  test('gives that password, and the same request goes through', async () => {
    const browser = await signedInLongAgo(byPassword, await directoryUser(byPassword, 'grace'))
    expect(await save(browser)).toMatchObject({ code: '401', data: { reauth: true } })
    expect(await howToConfirm(browser)).toEqual({ method: 'password', startUrl: null })
    expect(await typePassword(browser, 'not-in-the-directory')).toMatchObject({
      status: 422,
      data: [{ field: 'password' }],
    })
    expect((await save(browser)).code).toBe('401')
    expect(await typePassword(browser, 'grace-in-the-directory')).toMatchObject({ code: '200', data: null })
    expect((await save(browser)).code).toBe('200')
  })

  test('may guess five times, and no right password counts after that', async () => {
    const browser = await signedInLongAgo(byPassword, await directoryUser(byPassword, 'boss'))
    for (let n = 0; n < 5; n++) expect((await typePassword(browser, 'guess')).status).toBe(422)
    expect((await typePassword(browser, 'boss-in-the-directory')).status).toBe(429)
    expect((await save(browser)).code).toBe('401')
  })

  test('confirms nothing while the directory does not answer, keeps the session and all attempts', async () => {
    const repeated = await startPortal({
      beside: byPassword,
      environment: {
        PORTAL_DIRECTORY: `ldaps://localhost:${slapd.ldapsPort}/ou=people,${BASE}?uid?sub`,
        PORTAL_DIRECTORY_CA: slapd.authorityFile,
      },
      timings: { upstreamTimeoutMs: 300 },
    })
    const { cookies, sessionToken, csrfToken, userId } = await signedInLongAgo(
      byPassword,
      await directoryUser(byPassword, 'directory.user'),
    )
    const browser = Object.assign(repeated.browser(), { sessionToken, csrfToken, userId })
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    slapd.pause()
    // More often than attempts may fail: none is consumed.
    for (let n = 0; n < 6; n++) expect((await typePassword(browser, 'Directory-Password-1')).status).toBe(503)
    slapd.resume()
    expect(await save(browser)).toMatchObject({ status: 200, code: '401' })
    const [count] = await byPassword.owner(
      'select coalesce(max(attempts), 0) as max from attempt_counts where attempts < 5',
    )
    expect(count).toEqual({ max: 0 })
    await repeated.close()
  })
})

describe('an administrator who signs in at an OpenID provider (S52)', () => {
  const begin = (browser: Browser, startUrl: string | null) => {
    const { pathname, search } = new URL(startUrl ?? '')
    return browser.request('GET', pathname + search)
  }
  /** The trip from the portal to the provider and back; returns the ticket in the address of the page. */
  async function trip(browser: Browser, startUrl: string | null, account: string, cookies?: Cookies) {
    const start = await begin(browser, startUrl)
    const address = new URL(await visitProvider(start.headers.get('location') ?? '', account, cookies))
    const back = await browser.request('GET', address.pathname + address.search)
    return new URLSearchParams((back.headers.get('location') ?? '').split('#')[1]).get('reauth')
  }
  const handIn = (browser: Browser, token: string | null) =>
    browser.send(calls.reauthenticateByTicket, { params: own(browser), body: { token: token ?? '' } })

  test('is asked there again, although signed in there, and comes back to the same session', async () => {
    const browser = await signedInLongAgo(byProvider, await directoryUser(byProvider, 'ada'))
    const cookies: Cookies = new Map()
    const { method, startUrl } = await howToConfirm(browser)
    expect([method, startUrl?.includes('reauth=true')]).toEqual(['provider', true])
    const start = await begin(browser, startUrl)
    const asked = new URL(start.headers.get('location') ?? '').searchParams
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0'])
    const ticket = await trip(browser, startUrl, 'ada', cookies)
    expect(ticket).toHaveLength(43)
    expect((await save(browser)).code).toBe('401')
    expect(await handIn(browser, ticket)).toMatchObject({ code: '200' })
    expect((await save(browser)).code).toBe('200')
    expect((await handIn(browser, ticket)).status).toBe(422)
  })

  test('confirms nothing as another user, or in another browser', async () => {
    const user = await directoryUser(byProvider, 'bea')
    const browser = await signedInLongAgo(byProvider, user)
    const { startUrl } = await howToConfirm(browser)
    expect((await handIn(browser, await trip(browser, startUrl, 'ada'))).status).toBe(403)
    const elsewhere = await openSession(byProvider, user)
    expect((await handIn(elsewhere, await trip(browser, startUrl, 'bea'))).status).toBe(422)
    expect((await save(browser)).code).toBe('401')
  })
})
