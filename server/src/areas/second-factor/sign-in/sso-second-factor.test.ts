import { checkDirectoryUser, startDirectorySignIn } from '@portico/contract/directory/directory.ts'
import * as calls from '@portico/contract/second-factor/second-factor.ts'
import type { Enrollment, LoginResult } from '@portico/contract/sign-in/sign-in.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, Raw } from '../../../../test/browser.ts'
import { eventsAbout } from '../../../../test/events.ts'
import { federatedEmployer, type FederatedEmployer, federatedUser, signOn } from '../../../../test/federated-world.ts'
import type { MadeUser } from '../../../../test/make.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { codeNow, giveApp, startHalfMinute } from '../test/authenticator-app.ts'

const SECRET = 'a-secret-between-proxy-and-portal-0123'

let portal: Portal
let employer: FederatedEmployer
beforeAll(async () => {
  portal = await startPortal({
    environment: { PORTAL_DIRECTORY: 'trusted-proxy:127.0.0.0/8,::1', PORTAL_DIRECTORY_PROXY_SECRET: SECRET },
  })
  employer = await federatedEmployer(portal)
})
afterAll(() => portal.close())

interface SsoResult {
  browser: Browser
  entry: Raw<LoginResult | Enrollment | string>
}

/** The sign-in methods that end at the second factor, each from its first step. */
const ways = {
  directory: {
    user: () => portal.make.user({ sign_in_kind: 'directory', password_hash: null, second_factor_required: true }),
    arrive: async (user: MadeUser): Promise<SsoResult> => {
      const browser = portal.browser()
      const headers = { 'x-remote-user': user.userName, 'x-portal-proxy-secret': SECRET }
      const arrived = await browser.request('GET', startDirectorySignIn.path, { headers })
      const token = /#directory=([\w-]{43})$/.exec(arrived.headers.get('location') ?? '')?.[1]
      return {
        browser,
        entry: (await browser.send(checkDirectoryUser, { query: { token } })) as SsoResult['entry'],
      }
    },
  },
  federated: {
    user: async () => {
      const user = await federatedUser(portal, employer, null, { second_factor_required: true })
      const identity = [employer.providerId, user.userName, user.id]
      await portal.owner(
        'insert into federated_identities (provider_id, name_id, user_id) values ($1, $2, $3)',
        identity,
      )
      return user
    },
    arrive: (user: MadeUser): Promise<SsoResult> => signOn(portal, employer, { nameId: user.userName }),
  },
}

const tokenOf = ({ data }: Raw<unknown>) => (data as { token: string }).token
const check = (browser: Browser, passed: { token: string }) =>
  browser.send(calls.checkSecondFactorUser, { query: passed }) as Promise<Raw<LoginResult>>
const endSessions = (user: MadeUser) =>
  portal.owner('update sessions set ended_at = clock_now() where user_id = $1', [user.id])

describe.each(['directory', 'federated'] as const)('an employee who signed on by %s', (kind) => {
  const { user: make, arrive } = ways[kind]

  test('postpones the enrollment by the call for that, as often as the client allows (SIGN-004, SIGN-054)', async () => {
    const user = await make()
    for (const skipsLeft of [3, 2, 1]) {
      const { browser, entry } = await arrive(user)
      expect(entry).toMatchObject({ code: '309', data: { canSkip: true, skipsLeft } })
      await browser.openSignInPage()
      expect(await browser.call(calls.getSecondFactorPrompt, {})).toMatchObject({ step: 'enrol', isSso: true })
      const token = tokenOf(entry)
      expect((await browser.send(calls.skipEnrollment, { body: { token } })).status).toBe(401)
      const again = await arrive(user)
      await again.browser.openSignInPage()
      const passed = await again.browser.call(calls.skipSsoEnrollment, { body: { token: tokenOf(again.entry) } })
      expect(await check(again.browser, passed)).toMatchObject({ code: '200', data: { userId: user.id } })
      await endSessions(user)
    }
    expect((await eventsAbout(portal, user)).filter((event) => event === 'second_factor_skipped')).toHaveLength(3)
    const { browser, entry } = await arrive(user)
    await browser.openSignInPage()
    expect(entry).toMatchObject({ code: '309', data: { canSkip: false, skipsLeft: 0 } })
    expect((await browser.send(calls.skipSsoEnrollment, { body: { token: tokenOf(entry) } })).status).toBe(403)
  })

  test('enrolls, continues by the call for that, and is asked the next time (SIGN-034, SIGN-055)', async () => {
    const user = await make()
    const { browser } = await arrive(user)
    await browser.openSignInPage()
    const { secret } = await browser.call(calls.startAuthenticatorEnrollment, { body: {} })
    await startHalfMinute(portal)
    const code = await codeNow(portal, -1, secret)
    const done = await browser.call(calls.confirmAuthenticatorEnrollment, { body: { code } })
    const passed = await browser.call(calls.ssoEnrollmentLogin, { body: { token: done.token } })
    expect(await check(browser, passed)).toMatchObject({ code: '200', data: { userId: user.id } })
    await endSessions(user)
    const next = await arrive(user)
    expect(next.entry).toMatchObject({ code: '207', data: '/second-factor' })
    expect(await portal.owner('select 1 from sessions where user_id = $1 and ended_at is null', [user.id])).toEqual([])
  })

  test('passes it and is signed in; the enrollment calls are not available then (SIGN-052)', async () => {
    const user = await make()
    await giveApp(portal, user)
    const { browser, entry } = await arrive(user)
    expect(entry.code).toBe('207')
    await browser.openSignInPage()
    const shown = { code: await codeNow(portal), trustDevice: false }
    const { token } = await browser.call(calls.verifyCode, { body: shown })
    expect((await browser.send(calls.ssoEnrollmentLogin, { body: { token } })).status).toBe(401)
    const passed = await browser.call(calls.secondFactorLogin, { body: { token } })
    expect(await check(browser, passed)).toMatchObject({ code: '200', data: { userId: user.id } })
  })

  test('has five minutes for the enrollment, and later reads that the step has expired (SIGN-072)', async () => {
    const [enrolling, postponing] = [await arrive(await make()), await arrive(await make())]
    for (const { browser } of [enrolling, postponing]) await browser.openSignInPage()
    const { secret } = await enrolling.browser.call(calls.startAuthenticatorEnrollment, { body: {} })
    await startHalfMinute(portal)
    const code = await codeNow(portal, -1, secret)
    const { token } = await enrolling.browser.call(calls.confirmAuthenticatorEnrollment, { body: { code } })
    await portal.moveClock('6 minutes')
    const late = [
      await postponing.browser.send(calls.skipSsoEnrollment, { body: { token: tokenOf(postponing.entry) } }),
      await enrolling.browser.send(calls.ssoEnrollmentLogin, { body: { token } }),
    ]
    await portal.moveClock('0')
    const expired = { status: 200, code: '408', data: 'This step has expired. Sign in again.' }
    expect(late).toMatchObject([expired, expired])
  })

  test('another browser cannot continue this step (S19)', async () => {
    const user = await make()
    const { entry } = await arrive(user)
    const stranger = portal.browser()
    await stranger.openSignInPage()
    expect((await stranger.send(calls.skipSsoEnrollment, { body: { token: tokenOf(entry) } })).status).toBe(401)
  })
})
