import {
  checkDirectoryUser,
  finishDirectorySignIn,
  findSignInMethod,
  startDirectorySignIn,
} from '@portico/contract/directory/directory.ts'
import type { LoginResult } from '@portico/contract/sign-in/sign-in.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, Raw } from '../../../test/browser.ts'
import { eventsAbout } from '../../../test/events.ts'
import type { MadeUser } from '../../../test/make.ts'
import { freePort } from '../../../test/free-port.ts'
import {
  claimsOf,
  CLIENT,
  oidcSettings,
  type OidcPeer,
  startOidcPeer,
  visitProvider,
} from '../../../test/oidc-provider.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'

const AGAIN = {
  status: 401,
  code: '401',
  data: null,
  message: 'Sign-in with your company account wasn’t completed. Try again.',
}
const UNKNOWN = { status: 403, code: '403' }
const OUT_OF_ORDER = { status: 503, code: '503', message: 'Error calling authentication services' }

let portal: Portal
/** Another node with a short timeout for the provider; on a busy machine it may also time out on a healthy one. */
let withShortTimeout: Portal
let peer: OidcPeer
let linked: MadeUser
let claimed: MadeUser

beforeAll(async () => {
  const port = await freePort()
  const environment = { ...oidcSettings(port), PORTAL_DIRECTORY_ATTRIBUTES: 'firstName=given_name' }
  portal = await startPortal({ environment })
  withShortTimeout = await startPortal({ environment, beside: portal, timings: { upstreamTimeoutMs: 1_500 } })
  peer = await startOidcPeer({
    port,
    callbacks: [portal, withShortTimeout].map(({ origin }) => origin + finishDirectorySignIn.path),
    accounts: {
      'subject-grace': claimsOf('Grace', { given_name: 'Ama\u202ezing' }),
      'subject-other-grace': claimsOf('grace'),
      'subject-renamed': claimsOf('somebody.else'),
      'subject-unverified': claimsOf('claimed', { email_verified: false }),
      'subject-wrong-mail': claimsOf('claimed', { email: 'claimed@evil.test' }),
      'subject-wrong-name': { preferred_username: 'wrong', email: 'claimed@example.test' },
      'subject-no-mail': { preferred_username: 'claimed' },
      'subject-by-password': claimsOf('by.password'),
      'subject-umlaut': claimsOf('JÖRG', { email: 'JÖRG@example.test' }),
    },
  })
  const directory = { sign_in_kind: 'directory', password_hash: null }
  linked = await portal.make.user({ user_name: 'grace', ...directory })
  claimed = await portal.make.user({ user_name: 'claimed', ...directory })
  await portal.make.user({ user_name: 'by.password' })
  await portal.make.user({ user_name: 'jörg', email: 'jörg@example.test', ...directory })
})
afterAll(async () => {
  await peer.stop()
  await withShortTimeout.close()
  await portal.close()
})

const locationOf = (answer: Raw) => answer.headers.get('location') ?? ''

/** Starts the sign-in at the provider in this browser; returns the address of the redirect. */
async function begin(browser: Browser, query: object = {}): Promise<string> {
  const answer = await browser.send(startDirectorySignIn, { query })
  expect(answer.status).toBe(303)
  return locationOf(answer)
}

/** Follows a redirect of the provider back to the portal. */
const comeBack = (browser: Browser, address: string) => {
  const { pathname, search } = new URL(address)
  return browser.request('GET', pathname + search)
}

const ticketIn = (answer: Raw) => new URLSearchParams(locationOf(answer).split('#')[1]).get('directory') ?? undefined

/** Everything up to the session, as the pages do it. */
async function roundTrip(browser: Browser, account: string): Promise<Raw> {
  return comeBack(browser, await visitProvider(await begin(browser), account))
}

async function check(browser: Browser, token: string | undefined, confirmed = false): Promise<Raw<LoginResult>> {
  const confirmation = confirmed ? { confirmedHangingSession: 'true' as const } : {}
  const query = token === undefined ? {} : { token, ...confirmation }
  return (await browser.send(checkDirectoryUser, { query })) as Raw<LoginResult>
}

const changed = (address: string, change: (query: URLSearchParams) => void): string => {
  const url = new URL(address)
  change(url.searchParams)
  return url.href
}

describe('an employee with a company account', () => {
  test('signs in at the provider, is linked once, and has a session (SIGN-005, SIGN-046, SIGN-058)', async () => {
    const browser = portal.browser()
    const address = new URL(await begin(browser))
    expect(address.origin).toBe(peer.issuer)
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid profile email',
      code_challenge_method: 'S256',
      redirect_uri: portal.origin + finishDirectorySignIn.path,
      state: expect.stringMatching(/^.{60,}$/),
      nonce: expect.stringMatching(/^.{43,}$/),
    })
    const arrived = await comeBack(browser, await visitProvider(address.href, 'subject-grace'))
    expect(locationOf(arrived)).toMatch(/^\/login#directory=[\w-]{43}$/)
    const answer = await check(browser, ticketIn(arrived))
    expect(answer).toMatchObject({
      code: '200',
      data: { userId: linked.id, idmuser: 'Y', firstNm: 'Amazing', loginSessionId: expect.stringMatching(/^.{43}$/) },
    })
    expect(answer.headers.get('x-csrf-token')).toHaveLength(43)
    const links = await portal.owner('select issuer, subject from directory_identities where user_id = $1', [linked.id])
    expect(links).toEqual([{ issuer: peer.issuer, subject: 'subject-grace' }])
    expect(await eventsAbout(portal, linked)).toEqual(
      expect.arrayContaining(['directory_identity_linked', 'authn_login_success']),
    )
    await portal.owner('update sessions set ended_at = clock_now() where user_id = $1', [linked.id])
  })

  test('stays the same user of the portal when the provider changes their name', async () => {
    await portal.owner("update directory_identities set subject = 'subject-renamed' where user_id = $1", [linked.id])
    const browser = portal.browser()
    expect(await check(browser, ticketIn(await roundTrip(browser, 'subject-renamed')))).toMatchObject({
      code: '200',
      data: { userId: linked.id },
    })
    await portal.owner("update directory_identities set subject = 'subject-grace' where user_id = $1", [linked.id])
    await portal.owner('update sessions set ended_at = clock_now() where user_id = $1', [linked.id])
  })

  test('is asked about another session, and the same ticket confirms it (SIGN-036, SIGN-037)', async () => {
    const first = portal.browser()
    expect((await check(first, ticketIn(await roundTrip(first, 'subject-grace')))).code).toBe('200')
    const second = portal.browser()
    const ticket = ticketIn(await roundTrip(second, 'subject-grace'))
    expect(await check(second, ticket)).toMatchObject({ code: '409', data: { device: 'Chrome on Linux' } })
    await portal.moveClock('3 minutes')
    expect((await check(second, ticket, true)).code).toBe('200')
    await portal.moveClock('0')
    expect(await check(second, ticket, true)).toMatchObject(AGAIN)
  })

  test('has five minutes to decide about another session, however often the ticket is used', async () => {
    const first = portal.browser()
    const opened = await check(first, ticketIn(await roundTrip(first, 'subject-grace')))
    expect(opened.code).toMatch(/^(200|409)$/)
    const second = portal.browser()
    const ticket = ticketIn(await roundTrip(second, 'subject-grace'))
    for (const later of ['0', '4 minutes']) {
      await portal.moveClock(later)
      expect((await check(second, ticket)).code).toBe('409')
    }
    await portal.moveClock('5 minutes 10 seconds')
    expect(await check(second, ticket, true)).toMatchObject(AGAIN)
    await portal.moveClock('0')
  })

  test('finds every gate behind the provider too: inactive, second factor (B7)', async () => {
    await portal.owner('update users set status = 2 where id = $1', [linked.id])
    const browser = portal.browser()
    const inactive = await check(browser, ticketIn(await roundTrip(browser, 'subject-grace')))
    expect(inactive).toMatchObject({ code: '200', data: { userStatus: '2', loginSessionId: null } })
    await portal.owner('update users set status = 1, second_factor_required = true where id = $1', [linked.id])
    const asked = await check(browser, ticketIn(await roundTrip(browser, 'subject-grace')))
    expect(asked.data?.loginSessionId).toBeUndefined()
    await portal.owner('update users set second_factor_required = false where id = $1', [linked.id])
  })

  test('whose employer was deleted after the provider let them in gets the answer of an unknown name', async () => {
    const browser = portal.browser()
    const ticket = ticketIn(await roundTrip(browser, 'subject-grace'))
    const deleted = (isDeleted: boolean) =>
      portal.owner('update clients set is_deleted = $2 where id = (select client_id from users where id = $1)', [
        linked.id,
        isDeleted,
      ])
    await deleted(true)
    expect(await check(browser, ticket)).toMatchObject({ code: '204', data: null })
    await deleted(false)
  })

  test('returns to the requested page, and to no page of another site (S68)', async () => {
    const returnTo = '/content-authenticated/home?q=report'
    const browser = portal.browser()
    const arrived = await comeBack(browser, await visitProvider(await begin(browser, { returnTo }), 'subject-grace'))
    expect(new URLSearchParams(locationOf(arrived).split('#')[1]).get('returnTo')).toBe(returnTo)
    for (const evil of [
      '//evil.test',
      '/\\evil.test',
      'https://evil.test',
      '/content-authenticated/\\evil',
      '/content-authenticated/a%0d%0aLocation: x y',
      'javascript:alert(1)',
    ]) {
      const query = new URLSearchParams({ returnTo: evil }).toString()
      expect((await browser.request('GET', `${startDirectorySignIn.path}?${query}`)).status).toBe(400)
    }
  })
})

describe('which user is linked at the first sign-in', () => {
  test.each([
    ['another person of the same name and address', 'subject-other-grace'],
    ['the right name with another address', 'subject-wrong-mail'],
    ['the right address with another name', 'subject-wrong-name'],
    ['an address that the provider calls unverified', 'subject-unverified'],
    ['no address', 'subject-no-mail'],
    ['a user who signs in by password', 'subject-by-password'],
    ['a user without claims', 'subject-stranger'],
  ])('%s is linked to no user (S65)', async (_what, account) => {
    const browser = portal.browser()
    expect(await roundTrip(browser, account)).toMatchObject(UNKNOWN)
    expect(await portal.owner('select * from directory_identities where user_id = $1', [claimed.id])).toEqual([])
    const page = await browser.request('GET', new URL(await backAgain(browser, account)).pathname, {
      headers: { accept: 'text/html' },
    })
    expect(locationOf(page)).toBe('/login#refused=401')
  })

  test('name and address match in any case, with letters beyond the English ones too', async () => {
    const browser = portal.browser()
    const back = await roundTrip(browser, 'subject-umlaut')
    expect((await check(browser, ticketIn(back))).data.userNm).toBe('jörg')
  })

  test('who was linked at a former provider of the company is linked at the present one as well', async () => {
    const [user] = await portal.owner(`select id from users where user_name = 'jörg'`)
    await portal.owner('update sessions set ended_at = clock_now() where user_id = $1', [user?.['id']])
    await portal.owner(
      `update directory_identities set issuer = 'https://former.example.test', subject = 'former' where user_id = $1`,
      [user?.['id']],
    )
    const browser = portal.browser()
    const back = await roundTrip(browser, 'subject-umlaut')
    expect((await check(browser, ticketIn(back))).data.userNm).toBe('jörg')
    const issuers = await portal.owner('select issuer from directory_identities where user_id = $1', [user?.['id']])
    expect(new Set(issuers.map(({ issuer }) => issuer))).toEqual(new Set(['https://former.example.test', peer.issuer]))
    expect(issuers).toHaveLength(2)
  })

  const backAgain = async (browser: Browser, account: string) => visitProvider(await begin(browser), account)
})

describe('attacks on the return (S66)', () => {
  test('a missing, invented, reused or expired state, or that of another browser, is refused', async () => {
    const browser = portal.browser()
    const address = await visitProvider(await begin(browser), 'subject-grace')
    expect(
      await comeBack(
        browser,
        changed(address, (query) => query.delete('state')),
      ),
    ).toMatchObject(AGAIN)
    expect(
      await comeBack(
        browser,
        changed(address, (query) => query.set('state', 'invented')),
      ),
    ).toMatchObject(AGAIN)
    const other = portal.browser()
    expect(await comeBack(other, address)).toMatchObject(AGAIN)
    await other.openSignInPage()
    expect(await comeBack(other, address)).toMatchObject(AGAIN)
    expect(ticketIn(await comeBack(browser, address))).toHaveLength(43)
    expect(await comeBack(browser, address)).toMatchObject(AGAIN)
    const late = await visitProvider(await begin(browser), 'subject-grace')
    await portal.moveClock('16 minutes')
    expect(await comeBack(browser, late)).toMatchObject(AGAIN)
    await portal.moveClock('0')
  })

  test('of twenty that use the same code at once, one gets a session', async () => {
    const browser = portal.browser()
    const address = await visitProvider(await begin(browser), 'subject-grace')
    const answers = await Promise.all(Array.from({ length: 20 }, () => comeBack(browser, address)))
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    const ticket = ticketIn(answers.find(({ status }) => status === 303) as Raw)
    const checks = await Promise.all(Array.from({ length: 5 }, () => check(browser, ticket, true)))
    expect(checks.filter(({ code }) => code === '200')).toHaveLength(1)
  })

  test('a code with the state of another sign-in of the same browser is refused: the verifier is another', async () => {
    const browser = portal.browser()
    const [one, two] = [await begin(browser), await begin(browser)]
    const back = await visitProvider(one, 'subject-grace')
    const state = new URL(two).searchParams.get('state') ?? ''
    expect(
      await comeBack(
        browser,
        changed(back, (query) => query.set('state', state)),
      ),
    ).toMatchObject(AGAIN)
  })

  test('two sign-ins at once in one browser both complete', async () => {
    const browser = portal.browser()
    await browser.openSignInPage()
    const [one, two] = [await begin(browser), await begin(browser)]
    const second = await comeBack(browser, await visitProvider(two, 'subject-grace'))
    const first = await comeBack(browser, await visitProvider(one, 'subject-grace'))
    expect((await check(browser, ticketIn(first), true)).code).toBe('200')
    expect((await check(browser, ticketIn(second), true)).code).toBe('200')
  })

  test('an answer in the name of another issuer, or of none, is refused (RFC 9207)', async () => {
    const browser = portal.browser()
    for (const change of [
      (query: URLSearchParams) => query.set('iss', 'https://other.test'),
      (query: URLSearchParams) => query.delete('iss'),
    ]) {
      const address = await visitProvider(await begin(browser), 'subject-grace')
      expect(await comeBack(browser, changed(address, change))).toMatchObject(AGAIN)
    }
  })

  test('a user who cancels at the provider is back at the sign-in page, and nothing has changed', async () => {
    const browser = portal.browser()
    const address = await visitProvider(await begin(browser), '')
    expect(new URL(address).searchParams.get('error')).toBe('access_denied')
    expect(await comeBack(browser, address)).toMatchObject(AGAIN)
  })

  test('a ticket is valid for a minute, once, in the browser that returned', async () => {
    const browser = portal.browser()
    const ticket = ticketIn(await roundTrip(browser, 'subject-grace'))
    const other = portal.browser()
    await other.openSignInPage()
    expect(await check(other, ticket)).toMatchObject(AGAIN)
    expect(await check(portal.browser(), ticket)).toMatchObject(AGAIN)
    expect(await check(browser, undefined)).toMatchObject(AGAIN)
    expect((await check(browser, ticket, true)).code).toBe('200')
    expect(await check(browser, ticket, true)).toMatchObject(AGAIN)
    const late = ticketIn(await roundTrip(browser, 'subject-grace'))
    await portal.moveClock('61 seconds')
    expect(await check(browser, late, true)).toMatchObject(AGAIN)
    await portal.moveClock('0')
  })

  test('no code, state, ticket or secret is in the log (S29)', async () => {
    const browser = portal.browser()
    const address = await visitProvider(await begin(browser), 'subject-grace')
    const arrived = await comeBack(browser, address)
    const log = portal.logged.join('')
    for (const secret of [
      new URL(address).searchParams.get('code') ?? '',
      new URL(address).searchParams.get('state') ?? '',
      ticketIn(arrived) ?? '',
      CLIENT.secret,
    ]) {
      expect(secret.length).toBeGreaterThan(20)
      expect(log).not.toContain(secret)
    }
  })
})

describe('the sign-in method (B4)', () => {
  test('of any name at the domain of such an employer is the provider, of others the password', async () => {
    const employer = await portal.make.client()
    await portal.owner(
      "insert into client_domains (client_id, domain, is_confirmed, sign_in_kind) values ($1, 'company.test', true, 'directory')",
      [employer],
    )
    const browser = portal.browser()
    const start = `${portal.origin}${startDirectorySignIn.path}?userNm=nobody%40company.test`
    for (const typed of ['nobody@company.test', ' nobody@company.test '])
      expect(await browser.trySignIn(typed, '')).toMatchObject({ status: 200, code: '207', data: start })
    expect(await browser.send(findSignInMethod, { body: { userNm: 'nobody@company.test' } })).toMatchObject({
      code: '207',
      data: start,
    })
    expect(await browser.send(findSignInMethod, { body: { userNm: 'nobody@elsewhere.test' } })).toMatchObject({
      code: '200',
    })
    const hinted = await begin(browser, { userNm: 'nobody@company.test' })
    expect(new URL(hinted).searchParams.get('login_hint')).toBe('nobody@company.test')
  })

  test('of a user ID without a domain is a password, which directory users do not have', async () => {
    expect(await portal.browser().trySignIn('grace', 'whatever')).toMatchObject({
      code: '204',
      message: 'Invalid Login ID or Password.',
    })
  })
})

describe('a provider that is unavailable (R21)', () => {
  test('times out; password users are not affected; afterwards it works again', async () => {
    const browser = withShortTimeout.browser()
    const start = () => browser.send(startDirectorySignIn, { query: {} })
    await expect.poll(async () => (await start()).status, { timeout: 60_000 }).toBe(303)
    const address = await visitProvider(await begin(browser), 'subject-grace')
    const other = await portal.make.user()
    peer.pause()
    const [back, password] = await Promise.all([
      comeBack(browser, address),
      withShortTimeout.browser().trySignIn(other.userName, other.password),
    ])
    // The provider has not answered in the meantime.
    expect(back).toMatchObject(OUT_OF_ORDER)
    expect(password.code).toBe('200')
    peer.resume()
    const again = async () => {
      const started = await start()
      if (started.status !== 303) return started.status
      return ticketIn(await comeBack(browser, await visitProvider(locationOf(started), 'subject-grace')))
    }
    await expect.poll(again, { timeout: 60_000 }).toHaveLength(43)
  })

  test('because its port is closed affects its own users only', async () => {
    const unreachable = await startPortal({
      environment: { PORTAL_DIRECTORY: 'oidc:http://127.0.0.1:1', PORTAL_DIRECTORY_CLIENT_ID: 'portal' },
    })
    const browser = unreachable.browser()
    expect(await browser.send(startDirectorySignIn, { query: {} })).toMatchObject(OUT_OF_ORDER)
    const page = await browser.request('GET', startDirectorySignIn.path, { headers: { accept: 'text/html' } })
    expect(locationOf(page)).toBe('/login#refused=503')
    const user = await unreachable.make.user()
    expect((await unreachable.browser().trySignIn(user.userName, user.password)).code).toBe('200')
    await unreachable.close()
  })
})
