import { listSections } from '@portico/contract/home/home.ts'
import * as calls from '@portico/contract/second-factor/second-factor.ts'
import type { LoginResult } from '@portico/contract/sign-in/sign-in.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser, Raw } from '../../../../test/browser.ts'
import { eventsAbout } from '../../../../test/events.ts'
import type { MadeUser } from '../../../../test/make.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { newToken } from '../../../crypto/tokens.ts'
import { describePlace } from '../../session/public.ts'
import { codeAt, codeNow, giveApp, SEED, startHalfMinute } from '../test/authenticator-app.ts'
import { stepOfCode } from '../factors/totp.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ environment: { PORTAL_SECOND_FACTOR: 'built-in' } })
})
afterAll(() => portal.close())
beforeEach(() => portal.moveClock('0'))

const needsFactor = (columns = {}) => portal.make.user({ second_factor_required: true, ...columns })

async function withApp(columns = {}): Promise<MadeUser> {
  const user = await needsFactor(columns)
  await giveApp(portal, user)
  return user
}

/** A browser in which this user has entered their password. */
async function halfWay(user: MadeUser, options = {}): Promise<{ browser: Browser; answer: Raw<unknown> }> {
  const browser = portal.browser()
  return { browser, answer: await browser.trySignIn(user.userName, user.password, options) }
}

/** Another tab of the same browser: the same cookies, and nothing else. */
const tabOf = (browser: Browser): Browser => Object.assign(portal.browser(), { cookies: browser.cookies })

const verify = (browser: Browser, code: string, trustDevice = false) =>
  browser.send(calls.verifyCode, { body: { code, trustDevice } })
const tokenOf = (answer: Raw<unknown>) => (answer.data as { token: string }).token

/** From the verified factor to the login result. */
async function finish(browser: Browser, shown: string, confirmed = false): Promise<Raw<LoginResult>> {
  const passed = await browser.call(calls.secondFactorLogin, { body: { token: shown } })
  return check(browser, passed.token, confirmed)
}

async function check(browser: Browser, token: string, confirmed = false): Promise<Raw<LoginResult>> {
  const confirmation = confirmed ? { confirmedHangingSession: 'true' as const } : {}
  const answer = (await browser.send(calls.checkSecondFactorUser, {
    query: { token, ...confirmation },
  })) as Raw<LoginResult>
  if (answer.code === '200' && answer.data.loginSessionId) {
    browser.sessionToken = answer.data.loginSessionId
    browser.csrfToken = answer.headers.get('x-csrf-token') ?? undefined
    browser.userId = answer.data.userId
  }
  return answer
}

const eventsOf = (user: MadeUser) => eventsAbout(portal, user)
const mailsTo = (user: MadeUser) =>
  portal.owner('select template, fields from outbox_mails where to_address = $1', [`${user.userName}@example.test`])

describe('a user with an authenticator app', () => {
  test('is sent to the prompt, and a code of the app opens a session (SIGN-003, SIGN-032, SIGN-052, SIGN-057)', async () => {
    const user = await withApp()
    const { browser, answer } = await halfWay(user)
    expect(answer).toMatchObject({ status: 200, code: '207', data: '/second-factor' })
    expect(await browser.call(calls.getSecondFactorPrompt, {})).toMatchObject({
      step: 'show',
      userNm: user.userName,
      hasAuthenticator: true,
      hasPasskey: false,
    })
    const shown = await verify(browser, await codeNow(portal))
    const result = await finish(browser, tokenOf(shown))
    expect(result.data).toMatchObject({ userId: user.id, loginSessionId: expect.stringMatching(/^[\w-]{43}$/) })
    expect(await browser.call(listSections, { params: { uid: user.id } })).toEqual([])
    expect(await eventsOf(user)).toEqual(['authn_login_stopped', 'authn_factor_success', 'authn_login_success'])
  })

  test('can use the code of the previous, the current and the next half minute, and no older one (S18)', async () => {
    for (const [steps, status] of [
      [-2, 422],
      [-1, 200],
      [0, 200],
      [1, 200],
      [2, 422],
    ] as const) {
      const { browser } = await halfWay(await withApp())
      await startHalfMinute(portal)
      const answer = await verify(browser, await codeNow(portal, steps))
      expect({ steps, status: answer.status }).toEqual({ steps, status })
    }
  })

  test('whose code was used cannot use it again, nor an older one, in any browser (S18)', async () => {
    const user = await withApp()
    const { browser } = await halfWay(user)
    const code = await codeNow(portal, 1)
    expect((await verify(browser, code)).code).toBe('200')
    const { browser: second } = await halfWay(user)
    expect(await verify(second, code)).toMatchObject({
      status: 422,
      data: [{ field: 'code', message: expect.stringContaining('already used') }],
    })
    expect((await verify(second, await codeNow(portal))).status).toBe(422)
  })

  test('sends the same code twenty times at once: one is accepted (S18)', async () => {
    const user = await withApp()
    const { browser } = await halfWay(user)
    const code = await codeNow(portal)
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(browser, code)))
    expect(answers.filter((answer) => answer.code === '200')).toHaveLength(1)
  })

  test('guesses five times in five minutes; then the right code is not even checked (S18)', async () => {
    const user = await withApp()
    const { browser } = await halfWay(user)
    const answers = await Promise.all(Array.from({ length: 40 }, () => verify(browser, '000000')))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(35)
    const refused = await verify(browser, await codeNow(portal))
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await portal.moveClock('5 minutes 1 second')
    const { browser: later } = await halfWay(user)
    expect((await verify(later, await codeNow(portal))).code).toBe('200')
    await portal.moveClock('0')
    expect(await eventsOf(user)).toContain('authn_factor_fail_max')
  })

  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [2_000_000_000, '279037'],
  ])('gets the codes of RFC 6238, as at second %i', (second, code) => {
    const seed = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    const moment = new Date(second * 1000)
    expect(codeAt(seed, moment)).toBe(code)
    expect(stepOfCode(seed, code, moment)).toBe(Math.floor(second / 30))
  })

  test('has the seed nowhere in the database in plain', async () => {
    const user = await withApp()
    const [row] = await portal.owner('select sealed_seed from authenticators where user_id = $1', [user.id])
    expect(row?.['sealed_seed']).toMatch(/^test\./)
    expect(row?.['sealed_seed']).not.toContain(SEED)
  })
})

describe('between password and second factor (S19)', () => {
  test('there is no session, and only the second factor can be shown', async () => {
    const user = await withApp()
    const { browser } = await halfWay(user)
    expect(await portal.owner('select 1 from sessions where user_id = $1', [user.id])).toEqual([])
    expect((await browser.send(calls.skipEnrollment, { body: { token: newToken() } })).status).toBe(401)
    expect((await browser.send(calls.startAuthenticatorEnrollment, { body: {} })).status).toBe(401)
  })

  test('another browser cannot continue with these tokens', async () => {
    const user = await withApp()
    const { browser: x } = await halfWay(user)
    const y = portal.browser()
    await y.openSignInPage()
    expect((await verify(y, await codeNow(portal))).status).toBe(401)
    expect((await y.send(calls.getSecondFactorPrompt, {})).status).toBe(401)
    const shown = tokenOf(await verify(x, await codeNow(portal)))
    expect((await y.send(calls.secondFactorLogin, { body: { token: shown } })).status).toBe(401)
    const { token } = await x.call(calls.secondFactorLogin, { body: { token: shown } })
    expect((await check(y, token)).status).toBe(401)
    expect((await check(x, token)).code).toBe('200')
  })

  test('each token is valid once', async () => {
    const { browser } = await halfWay(await withApp())
    const shown = tokenOf(await verify(browser, await codeNow(portal)))
    const { token } = await browser.call(calls.secondFactorLogin, { body: { token: shown } })
    expect((await browser.send(calls.secondFactorLogin, { body: { token: shown } })).status).toBe(401)
    expect((await check(browser, token)).code).toBe('200')
    expect((await check(browser, token)).status).toBe(401)
  })

  test('of twenty checks with one ticket at once, one opens a session', async () => {
    const user = await withApp()
    const { browser } = await halfWay(user)
    const shown = tokenOf(await verify(browser, await codeNow(portal)))
    const { token } = await browser.call(calls.secondFactorLogin, { body: { token: shown } })
    const answers = await Promise.all(Array.from({ length: 20 }, () => check(browser, token)))
    expect(answers.filter(({ code }) => code === '200')).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(19)
  })

  describe('two users in two tabs of one browser', () => {
    const SECOND_SEED = 'KRSXG5CTMVRXEZLU'

    async function twoTabs() {
      const [first, second] = [await withApp(), await needsFactor()]
      await giveApp(portal, second, SECOND_SEED)
      const { browser: one } = await halfWay(first)
      const other = tabOf(one)
      await other.trySignIn(second.userName, second.password)
      return { first, second, one, other }
    }

    test('each continues as themselves, and no code of one opens the other', async () => {
      const { first, second, one, other } = await twoTabs()
      expect(await one.call(calls.getSecondFactorPrompt, {})).toMatchObject({ userNm: first.userName })
      expect(await other.call(calls.getSecondFactorPrompt, {})).toMatchObject({ userNm: second.userName })
      expect((await verify(other, await codeNow(portal))).status).toBe(422)
      const shown = await verify(other, await codeNow(portal, 0, SECOND_SEED))
      expect((await finish(other, tokenOf(shown))).data.userId).toBe(second.id)
      const shownByFirst = await verify(one, await codeNow(portal))
      expect((await finish(one, tokenOf(shownByFirst))).data.userId).toBe(first.id)
    })

    test('a tab without a sign-in cannot continue one, nor can another browser continue what one tab started', async () => {
      const { one, other } = await twoTabs()
      const third = tabOf(one)
      await third.openSignInPage()
      expect((await third.send(calls.getSecondFactorPrompt, {})).status).toBe(401)
      expect((await verify(third, await codeNow(portal))).status).toBe(401)
      const attacker = portal.browser()
      await attacker.openSignInPage()
      attacker.signInToken = other.signInToken
      expect((await attacker.send(calls.getSecondFactorPrompt, {})).status).toBe(401)
      expect((await verify(attacker, await codeNow(portal, 0, SECOND_SEED))).status).toBe(401)
    })
  })

  test('five minutes are allowed, and a later answer gets a message that says so (SIGN-072)', async () => {
    const user = await withApp()
    const { browser } = await halfWay(user)
    const shown = tokenOf(await verify(browser, await codeNow(portal)))
    const { browser: elsewhere, answer } = await halfWay(await needsFactor())
    await portal.moveClock('5 minutes 1 second')
    const late = await browser.send(calls.secondFactorLogin, { body: { token: shown } })
    const lateSkip = await elsewhere.send(calls.skipEnrollment, { body: { token: tokenOf(answer) } })
    await portal.moveClock('0')
    const expired = { status: 200, code: '408', data: 'This step has expired. Sign in again.' }
    expect([late, lateSkip]).toMatchObject([expired, expired])
  })

  test('who was deleted after showing it gets no session, and the answer of an unknown name', async () => {
    const user = await withApp()
    const { browser } = await halfWay(user)
    const shown = tokenOf(await verify(browser, await codeNow(portal)))
    const { token } = await browser.call(calls.secondFactorLogin, { body: { token: shown } })
    await portal.owner('update clients set is_deleted = true where id = (select client_id from users where id = $1)', [
      user.id,
    ])
    expect(await check(browser, token)).toMatchObject({ code: '204', data: null })
    expect(await portal.owner('select from sessions where user_id = $1', [user.id])).toEqual([])
    await portal.owner('update clients set is_deleted = false where is_deleted')
  })

  test('a changed password or a closed account ends the sign-ins in progress', async () => {
    const user = await withApp()
    const { browser } = await halfWay(user)
    await portal.owner("update users set password_hash = 'another' where id = $1", [user.id])
    expect((await verify(browser, await codeNow(portal))).status).toBe(401)
  })

  test('other sessions are reported first and end only after the factor (decision B7)', async () => {
    const user = await withApp()
    const { browser: first } = await halfWay(user)
    await startHalfMinute(portal)
    await finish(first, tokenOf(await verify(first, await codeNow(portal, -1))))
    const { answer } = await halfWay(user)
    expect(answer).toMatchObject({ code: '409', data: { device: 'Chrome on Linux' } })
    const { browser, answer: confirmed } = await halfWay(user, { confirmed: true })
    expect(confirmed.code).toBe('207')
    expect((await first.send(listSections, { params: { uid: user.id } })).status).toBe(200)
    const shown = await verify(browser, await codeNow(portal))
    expect((await finish(browser, tokenOf(shown))).code).toBe('200')
    expect((await first.send(listSections, { params: { uid: user.id } })).status).toBe(401)
  })

  test('a session that opened in between is reported at the end, and the ticket stays valid for the answer (SIGN-036, SIGN-037)', async () => {
    const user = await withApp()
    const [{ browser: slow }, { browser: quick }] = [await halfWay(user), await halfWay(user)]
    await startHalfMinute(portal)
    await finish(quick, tokenOf(await verify(quick, await codeNow(portal, -1))))
    const shown = tokenOf(await verify(slow, await codeNow(portal)))
    const { token } = await slow.call(calls.secondFactorLogin, { body: { token: shown } })
    expect((await check(slow, token)).code).toBe('409')
    expect((await check(slow, token, true)).code).toBe('200')
    expect((await quick.send(listSections, { params: { uid: user.id } })).status).toBe(401)
  })
})

describe('a user who has to enroll', () => {
  test('may postpone it three times, counted, then not (SIGN-004, SIGN-034, SIGN-053, S19)', async () => {
    const user = await needsFactor()
    for (const left of [3, 2, 1]) {
      const { browser, answer } = await halfWay(user)
      expect(answer).toMatchObject({
        code: '309',
        data: { token: expect.any(String), enrollUrl: '/second-factor/enrol', canSkip: true, skipsLeft: left },
      })
      const skipped = await browser.call(calls.skipEnrollment, { body: { token: tokenOf(answer) } })
      expect((await check(browser, skipped.token)).code).toBe('200')
      await portal.owner('update sessions set ended_at = clock_now() where user_id = $1', [user.id])
    }
    const { browser, answer } = await halfWay(user)
    expect(answer).toMatchObject({ code: '309', data: { canSkip: false, skipsLeft: 0 } })
    const refused = await browser.send(calls.skipEnrollment, { body: { token: tokenOf(answer) } })
    expect(refused).toMatchObject({ status: 403, code: '403' })
    expect((await eventsOf(user)).filter((event) => event === 'second_factor_skipped')).toHaveLength(3)
    expect(await portal.owner('select skips from second_factor_skips where user_id = $1', [user.id])).toEqual([
      { skips: 3 },
    ])
  })

  test('cannot postpone it where the client requires it (S19)', async () => {
    const client_id = await portal.make.client({ second_factor_skips: 0 })
    const { browser, answer } = await halfWay(await needsFactor({ client_id }))
    expect(answer).toMatchObject({ code: '309', data: { canSkip: false, skipsLeft: 0 } })
    expect((await browser.send(calls.skipEnrollment, { body: { token: tokenOf(answer) } })).status).toBe(403)
  })

  test('postpones it in five browsers at once: the limit of the client holds', async () => {
    const user = await needsFactor()
    const started = await Promise.all(Array.from({ length: 5 }, () => halfWay(user)))
    const answers = await Promise.all(
      started.map(({ browser, answer }) => browser.send(calls.skipEnrollment, { body: { token: tokenOf(answer) } })),
    )
    expect(answers.filter(({ code }) => code === '200')).toHaveLength(3)
  })

  test('is one of twenty at the same moment, more than there are connections: all succeed (S59)', async () => {
    const started = await Promise.all(Array.from({ length: 20 }, async () => halfWay(await needsFactor())))
    const answers = await Promise.all(
      started.map(({ browser, answer }) => browser.send(calls.skipEnrollment, { body: { token: tokenOf(answer) } })),
    )
    expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 20 }, () => '200'))
  })

  test('sets up an app with its first code, gets ten recovery codes once, and is asked from then on', async () => {
    const user = await needsFactor()
    const { browser } = await halfWay(user)
    const { secret, address } = await browser.call(calls.startAuthenticatorEnrollment, { body: {} })
    expect(address).toContain(`secret=${secret}`)
    const confirm = (code: string) => browser.send(calls.confirmAuthenticatorEnrollment, { body: { code } })
    expect((await confirm('12 34')).status).toBe(422)
    const done = await confirm(await codeNow(portal, 0, secret))
    const { recoveryCodes } = done.data as { recoveryCodes: string[] }
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await eventsOf(user)).toContain('second_factor_changed')
    expect((await finish(browser, tokenOf(done))).code).toBe('200')
    const { answer } = await halfWay(user, { confirmed: true })
    expect(answer.code).toBe('207')
    expect(await mailsTo(user)).toMatchObject([
      {
        template: 'second-factor-changed',
        fields: { change: 'authenticator_added', device: 'Chrome on Linux', place: describePlace('127.0.0.1') },
      },
    ])
  })

  test('once enrolled, no one else who knows the password can enroll or postpone', async () => {
    const user = await needsFactor()
    const { browser: other, answer } = await halfWay(user)
    const { secret: theirs } = await other.call(calls.startAuthenticatorEnrollment, { body: {} })
    const { browser } = await halfWay(user)
    const { secret } = await browser.call(calls.startAuthenticatorEnrollment, { body: {} })
    await browser.call(calls.confirmAuthenticatorEnrollment, { body: { code: await codeNow(portal, 0, secret) } })
    const code = await codeNow(portal, 0, theirs)
    expect((await other.send(calls.confirmAuthenticatorEnrollment, { body: { code } })).status).toBe(401)
    expect((await other.send(calls.skipEnrollment, { body: { token: tokenOf(answer) } })).status).toBe(401)
  })

  test('with a password here cannot use the calls of other sign-in methods (SIGN-054, SIGN-055)', async () => {
    const { browser, answer } = await halfWay(await needsFactor())
    expect((await browser.send(calls.skipSsoEnrollment, { body: { token: tokenOf(answer) } })).status).toBe(401)
    const { secret } = await browser.call(calls.startAuthenticatorEnrollment, { body: {} })
    const done = await browser.send(calls.confirmAuthenticatorEnrollment, {
      body: { code: await codeNow(portal, 0, secret) },
    })
    expect((await browser.send(calls.ssoEnrollmentLogin, { body: { token: tokenOf(done) } })).status).toBe(401)
    expect((await finish(browser, tokenOf(done))).code).toBe('200')
  })

  test('is never asked where it is not required (decision B5)', async () => {
    expect((await halfWay(await portal.make.user())).answer.code).toBe('200')
  })
})

test('a recovery code opens one session, is reported by email, and the next session needs another (SIGN-003)', async () => {
  const user = await needsFactor()
  const { browser: enrolling } = await halfWay(user)
  const { secret } = await enrolling.call(calls.startAuthenticatorEnrollment, { body: {} })
  const done = await enrolling.call(calls.confirmAuthenticatorEnrollment, {
    body: { code: await codeNow(portal, 0, secret) },
  })
  const [code = ''] = done.recoveryCodes
  const use = async () => {
    const { browser } = await halfWay(user)
    return {
      browser,
      answer: await browser.send(calls.verifyRecoveryCode, { body: { code: ` ${code.toUpperCase()} ` } }),
    }
  }
  const first = await use()
  expect(first.answer.data).toMatchObject({ recoveryCodesLeft: 9 })
  expect(await eventsOf(user)).toContain('authn_factor_success')
  expect((await finish(first.browser, tokenOf(first.answer))).code).toBe('200')
  await portal.owner('update sessions set ended_at = clock_now() where user_id = $1', [user.id])
  expect((await use()).answer.status).toBe(422)
  expect((await mailsTo(user)).map(({ fields }) => (fields as { change: string }).change)).toEqual([
    'authenticator_added',
    'recovery_code_used',
  ])
  const stored = await portal.owner('select signed_code from recovery_codes where user_id = $1', [user.id])
  expect(JSON.stringify(stored)).not.toContain(code.replaceAll('-', ''))
})

describe('a trusted device', () => {
  async function trusting(user: MadeUser): Promise<Browser> {
    const { browser } = await halfWay(user)
    await finish(browser, tokenOf(await verify(browser, await codeNow(portal), true)))
    return browser
  }

  test('is not asked for thirty days, for this user only', async () => {
    const user = await withApp()
    const browser = await trusting(user)
    expect(browser.cookies.get('__Host-portal-trusted-device')).toMatch(/^[\w-]{43}$/)
    await portal.owner("update trusted_devices set last_used_at = '2026-01-01' where user_id = $1", [user.id])
    expect((await browser.trySignIn(user.userName, user.password)).code).toBe('200')
    const { trustedDevices } = await browser.call(calls.getOwnFactors, { params: { uid: user.id } })
    expect(trustedDevices[0]?.lastUsedDt.getTime()).toBeGreaterThan(Date.parse('2026-01-02'))
    const other = await withApp()
    expect((await browser.trySignIn(other.userName, other.password)).code).toBe('207')
    await portal.owner("update trusted_devices set expires_at = clock_now() - interval '1 second'")
    expect((await browser.trySignIn(user.userName, user.password)).code).toBe('207')
  })

  test('is asked again once its owner revoked the trust', async () => {
    const user = await withApp()
    const browser = await trusting(user)
    const params = { uid: user.id }
    const { trustedDevices } = await browser.call(calls.getOwnFactors, { params })
    expect(trustedDevices).toMatchObject([{ device: 'Chrome on Linux', isThisOne: true }])
    const deviceId = trustedDevices[0]?.deviceId ?? 0
    const stranger = await portal.as(await portal.make.user())
    const theirs = { params: { uid: stranger.userId }, body: { deviceId } }
    expect((await stranger.send(calls.revokeTrustedDevice, theirs)).status).toBe(404)
    await browser.call(calls.revokeTrustedDevice, { params, body: { deviceId } })
    expect(await eventsOf(user)).toContain('second_factor_changed')
    expect((await browser.trySignIn(user.userName, user.password)).code).toBe('207')
  })

  test('is asked again after a password change', async () => {
    const user = await withApp()
    const browser = await trusting(user)
    const [row] = await portal.owner('select password_hash from users where id = $1', [user.id])
    await portal.owner('update users set password_hash = $2 where id = $1', [
      user.id,
      await portal.hashing.hash('other'),
    ])
    await portal.owner('update users set password_hash = $2 where id = $1', [user.id, row?.['password_hash']])
    expect((await browser.trySignIn(user.userName, user.password)).code).toBe('207')
  })
})

test('no code, seed or token is in the log', () => {
  const lines = portal.logged.join('')
  expect(lines).not.toContain(SEED)
  expect(lines).not.toMatch(/check-user\?token=[\w-]{10}/)
})
