import { listSections } from '@portico/contract/home/home.ts'
import * as calls from '@portico/contract/second-factor/second-factor.ts'
import type { LoginResult } from '@portico/contract/sign-in/sign-in.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, Raw } from '../../../../test/browser.ts'
import { DUO_CLIENT, type DuoPeer, type Manner, startDuoPeer } from '../../../../test/duo-peer.ts'
import type { MadeUser } from '../../../../test/make.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'

let portal: Portal
let duo: DuoPeer
/** Long enough for every answer that arrives at all. */
const longTimeout = { upstreamTimeoutMs: 50_000 }
/** For answers that never arrive. */
const shortTimeout = { upstreamTimeoutMs: 300 }
const settingsFor = (host: string) => ({
  PORTAL_SECOND_FACTOR: 'duo',
  PORTAL_DUO_HOST: host,
  PORTAL_DUO_CLIENT_ID: DUO_CLIENT.id,
  PORTAL_DUO_CLIENT_SECRET: DUO_CLIENT.secret,
})
beforeAll(async () => {
  duo = await startDuoPeer()
  portal = await startPortal({ environment: settingsFor(duo.host), timings: longTimeout })
})
afterEach(() => duo.reset())
afterAll(async () => {
  await portal.close()
  await duo.stop()
})

const UNAUTHORIZED = { status: 200, code: '400', message: 'Unauthorized.' }
const NOT_HERE = { status: 401, code: '401', message: 'Unauthorized.' }
const NOT_REACHED = {
  status: 200,
  code: '408',
  data: 'We can’t reach DUO right now. Try again in a few minutes.',
}
const BROKEN = { status: 503, code: '503', message: 'Error performing DUO enrollment.' }

/** A user who has enrolled at Duo before. */
async function enrolledUser(): Promise<MadeUser> {
  const user = await portal.make.user({ second_factor_required: true })
  await portal.owner("insert into second_factor_enrollments (user_id, provider) values ($1, 'duo')", [user.id])
  return user
}

/** A browser in which this user has entered their password. */
async function halfWay(user: MadeUser, at = portal): Promise<{ browser: Browser; answer: Raw<unknown> }> {
  const browser = at.browser()
  return { browser, answer: await browser.trySignIn(user.userName, user.password) }
}

const leave = async (browser: Browser) => (await browser.call(calls.startAtProvider, { body: {} })).address

const bring = (browser: Browser, { searchParams }: URL) =>
  browser.send(calls.returnFromProvider, {
    body: { state: searchParams.get('state') ?? '', code: searchParams.get('duo_code') ?? '', trustDevice: false },
  })

/** Goes to the prompt, approves there, and returns. */
async function approve(browser: Browser): Promise<Raw<unknown>> {
  return bring(browser, await duo.decide(await leave(browser)))
}

async function finish(browser: Browser, shown: Raw<unknown>): Promise<Raw<LoginResult>> {
  const { token } = shown.data as { token: string }
  const passed = await browser.call(calls.secondFactorLogin, { body: { token } })
  const answer = (await browser.send(calls.checkSecondFactorUser, { query: passed })) as Raw<LoginResult>
  browser.sessionToken = answer.data.loginSessionId ?? undefined
  return answer
}

const sessionsOf = (user: MadeUser) => portal.owner('select 1 from sessions where user_id = $1', [user.id])
const eventsOf = async (user: MadeUser) =>
  (await portal.owner('select event, after from audit_events where subject_user_id = $1 order by id', [user.id])).map(
    ({ event, after }) => [event, (after as { verdict?: string } | null)?.verdict],
  )

describe('a user who has enrolled at Duo (SIGN-003, SIGN-052, SIGN-057)', () => {
  test('is sent to Duo’s prompt, approves on the phone, and returns signed in', async () => {
    const user = await enrolledUser()
    const { browser, answer } = await halfWay(user)
    expect(answer).toMatchObject({ code: '207', data: '/second-factor' })
    expect(await browser.call(calls.getSecondFactorPrompt, {})).toMatchObject({ step: 'show', provider: 'duo' })
    const shown = await approve(browser)
    expect((await finish(browser, shown)).data).toMatchObject({ userId: user.id })
    expect(await browser.call(listSections, { params: { uid: user.id } })).toEqual([])
    expect(await eventsOf(user)).toEqual([
      ['authn_login_stopped', undefined],
      ['authn_factor_success', 'passed'],
      ['authn_login_success', undefined],
    ])
  })

  test('is known to Duo by the user ID, and nothing else about the user or their company is sent', async () => {
    const user = await enrolledUser()
    const { browser } = await halfWay(user)
    await approve(browser)
    const { state, nonce, iat, exp, ...sent } = duo.requests.at(-1) ?? {}
    expect(sent).toEqual({
      scope: 'openid',
      response_type: 'code',
      redirect_uri: `${portal.origin}/second-factor`,
      client_id: DUO_CLIENT.id,
      duo_uname: user.userName,
      use_duo_code_attribute: true,
      iss: DUO_CLIENT.id,
      aud: `https://${duo.host}`,
    })
    expect([state, nonce]).toEqual([expect.stringMatching(/^[\w-]{43}$/), expect.stringMatching(/^[\w-]{43}$/)])
    expect(Number(exp) - Number(iat)).toBe(300)
  })

  test('is refused when the request is denied on the phone (SIGN-073)', async () => {
    const user = await enrolledUser()
    const { browser } = await halfWay(user)
    duo.forgery = { claims: { auth_result: { result: 'deny', status: 'deny', status_msg: 'Login request denied.' } } }
    expect(await approve(browser)).toMatchObject(UNAUTHORIZED)
    duo.reset()
    expect((await approve(browser)).code).toBe('200')
    expect(await eventsOf(user)).toContainEqual(['authn_factor_fail', 'denied'])
  })

  test('cannot use a code of the portal’s own app instead, nor enroll one here', async () => {
    const { browser } = await halfWay(await enrolledUser())
    expect((await browser.send(calls.startAuthenticatorEnrollment, { body: {} })).status).toBe(401)
    const wrong = await browser.send(calls.verifyCode, { body: { code: '123456', trustDevice: false } })
    expect(wrong.status).toBe(422)
  })
})

describe('a user who has not been at Duo yet', () => {
  test('enrolls there on the first visit and is sent there from then on (SIGN-034, SIGN-052)', async () => {
    const user = await portal.make.user({ second_factor_required: true })
    const { browser, answer } = await halfWay(user)
    expect(answer.code).toBe('309')
    expect((await finish(browser, await approve(browser))).code).toBe('200')
    expect(await eventsOf(user)).toContainEqual(['second_factor_changed', 'passed'])
    expect((await browser.trySignIn(user.userName, user.password)).code).toBe('207')
  })

  test('signs in when Duo’s administrator bypasses the factor, and has enrolled nothing', async () => {
    const user = await portal.make.user({ second_factor_required: true })
    const { browser } = await halfWay(user)
    duo.forgery = { claims: { auth_result: { result: 'allow', status: 'bypass', status_msg: 'User is bypassed' } } }
    expect((await finish(browser, await approve(browser))).code).toBe('200')
    expect(await eventsOf(user)).toContainEqual(['authn_factor_success', 'bypassed'])
    expect((await browser.trySignIn(user.userName, user.password)).code).toBe('309')
  })
})

describe('the round trip to Duo belongs to one browser and one visit (S19)', () => {
  test('the same state, or the same code, opens nothing the second time', async () => {
    const { browser } = await halfWay(await enrolledUser())
    const back = await duo.decide(await leave(browser))
    expect((await bring(browser, back)).code).toBe('200')
    expect(await bring(browser, back)).toMatchObject(NOT_HERE)
    const { browser: again } = await halfWay(await enrolledUser())
    const fresh = await duo.decide(await leave(again))
    fresh.searchParams.set('duo_code', back.searchParams.get('duo_code') ?? '')
    expect(await bring(again, fresh)).toMatchObject(UNAUTHORIZED)
  })

  test('of twenty returns with one state at once, one is accepted', async () => {
    const { browser } = await halfWay(await enrolledUser())
    const back = await duo.decide(await leave(browser))
    const answers = await Promise.all(Array.from({ length: 20 }, () => bring(browser, back)))
    expect(answers.filter(({ code }) => code === '200')).toHaveLength(1)
  })

  test('another browser cannot return with it, with or without the password of the same user', async () => {
    const user = await enrolledUser()
    const { browser: x } = await halfWay(user)
    const back = await duo.decide(await leave(x))
    const stranger = portal.browser()
    await stranger.openSignInPage()
    expect(await bring(stranger, back)).toMatchObject(NOT_HERE)
    const { browser: y } = await halfWay(user)
    expect(await bring(y, back)).toMatchObject(NOT_HERE)
    await leave(y)
    expect(await bring(y, back)).toMatchObject(NOT_HERE)
    expect((await bring(x, back)).code).toBe('200')
  })

  test('a state that was never issued is refused, and the visit is over', async () => {
    const { browser } = await halfWay(await enrolledUser())
    const back = await duo.decide(await leave(browser))
    const good = back.searchParams.get('state') ?? ''
    back.searchParams.set('state', 'x'.repeat(43))
    expect(await bring(browser, back)).toMatchObject(NOT_HERE)
    back.searchParams.set('state', good)
    expect(await bring(browser, back)).toMatchObject(NOT_HERE)
  })

  test('Duo is not reached before a password was entered in this browser', async () => {
    const browser = portal.browser()
    await browser.openSignInPage()
    expect(await browser.send(calls.startAtProvider, { body: {} })).toMatchObject(NOT_HERE)
  })
})

describe('an answer that Duo did not sign for this visit opens nothing', () => {
  const now = Math.floor(Date.now() / 1000)
  test.each([
    ['of another application', { claims: { aud: 'DIBBBBBBBBBBBBBBBBBB' } }],
    ['of another issuer', { claims: { iss: 'https://evil.example/oauth/v1/token' } }],
    ['that has expired', { claims: { iat: now - 400, exp: now - 100 } }],
    ['of yesterday with a long life', { claims: { iat: now - 86_400, exp: now + 86_400 } }],
    ['issued in an hour', { claims: { iat: now + 3600, exp: now + 3900 } }],
    ['without an end', { claims: { exp: undefined } }],
    ['without a user', { claims: { preferred_username: undefined } }],
    ['without a verdict', { claims: { auth_result: undefined } }],
    ['signed by another key', { secret: 'another.secret.of.forty.characters.long.' }],
    ['that nobody signed', { header: { alg: 'none' } }],
    ['that says another algorithm', { header: { alg: 'HS256' } }],
  ])('%s', async (_which, forgery) => {
    const user = await enrolledUser()
    const { browser } = await halfWay(user)
    duo.forgery = forgery
    expect(await approve(browser)).toMatchObject(BROKEN)
    expect(await sessionsOf(user)).toEqual([])
  })

  test.each([
    ['about another user', { preferred_username: 'somebody.else' }],
    ['to another visit', { nonce: 'x'.repeat(43) }],
    ['with a verdict of its own', { auth_result: { result: 'maybe' } }],
  ])('%s', async (_which, claims) => {
    const user = await enrolledUser()
    const { browser } = await halfWay(user)
    duo.forgery = { claims }
    expect(await approve(browser)).toMatchObject(UNAUTHORIZED)
    expect(await sessionsOf(user)).toEqual([])
  })
})

describe('while Duo is out of order (R21)', () => {
  const garbage: Manner[] = ['garbage', 'another shape', 'too much', 'failure']

  test.each(garbage)('and says %s, no user is signed in, and the text names it (SIGN-074)', async (manner) => {
    const user = await enrolledUser()
    const { browser } = await halfWay(user)
    duo.manners.health_check = manner
    expect(await browser.send(calls.startAtProvider, { body: {} })).toMatchObject(BROKEN)
    duo.reset()
    const back = await duo.decide(await leave(browser))
    duo.manners.token = manner
    const answer = await bring(browser, back)
    expect(answer).toMatchObject(BROKEN)
    expect(answer.headers.get('retry-after')).toBe('60')
    expect(await sessionsOf(user)).toEqual([])
  })

  test('or cannot be reached, users who need it get an error, and all others sign in as usual (SIGN-072)', async () => {
    const stranger = await startDuoPeer({ isTrusted: false })
    const lost = await startPortal({ environment: settingsFor(stranger.host), beside: portal, timings: longTimeout })
    const user = await enrolledUser()
    const { browser } = await halfWay(user, lost)
    const start = () => browser.send(calls.startAtProvider, { body: {} })
    // Its certificate is not issued by a trusted authority.
    expect(await start()).toMatchObject(NOT_REACHED)
    expect(stranger.requests).toEqual([])
    await stranger.stop()
    expect(await start()).toMatchObject(NOT_REACHED)
    expect((await halfWay(await portal.make.user(), lost)).answer.code).toBe('200')
    await lost.close()
  })

  test('and hangs, users who need it get an error, and all others sign in as usual', async () => {
    const slow = await startPortal({ environment: settingsFor(duo.host), beside: portal, timings: shortTimeout })
    const { browser } = await halfWay(await enrolledUser(), slow)
    duo.manners.health_check = 'never'
    expect(await browser.send(calls.startAtProvider, { body: {} })).toMatchObject(NOT_REACHED)
    expect((await halfWay(await portal.make.user(), slow)).answer.code).toBe('200')
    await slow.close()
  })

  test('and closes connections, it is called three times and then not for a while', async () => {
    const recovering = await startPortal({ environment: settingsFor(duo.host), beside: portal, timings: longTimeout })
    const people = await Promise.all(Array.from({ length: 3 }, async () => halfWay(await enrolledUser(), recovering)))
    duo.manners.health_check = 'hangs up'
    duo.calls = 0
    const answers = await Promise.all(people.map(({ browser }) => browser.send(calls.startAtProvider, { body: {} })))
    for (const answer of answers) expect(answer).toMatchObject(NOT_REACHED)
    expect(duo.calls).toBe(3)
    duo.reset()
    const { browser } = await halfWay(await enrolledUser(), recovering)
    expect(await browser.send(calls.startAtProvider, { body: {} })).toMatchObject(NOT_REACHED)
    expect(duo.calls).toBe(3)
    expect((await halfWay(await portal.make.user(), recovering)).answer.code).toBe('200')
    await recovering.close()
  })

  test('and hangs in the middle of its answer, the user still returns to an error message', async () => {
    const { browser } = await halfWay(await enrolledUser())
    const back = await duo.decide(await leave(browser))
    duo.manners.token = 'half'
    // Returns to a node with a short timeout.
    const other = await startPortal({ environment: settingsFor(duo.host), beside: portal, timings: shortTimeout })
    const there = Object.assign(other.browser(), {
      cookies: browser.cookies,
      csrfToken: browser.csrfToken,
      signInToken: browser.signInToken,
    })
    expect(await bring(there, back)).toMatchObject(NOT_REACHED)
    await other.close()
  })
})

test('a user of Duo cannot change factors in the account settings, and reads where to', async () => {
  const user = await portal.make.user()
  const browser = await portal.as(user)
  const params = { uid: user.id }
  const typed = { params, body: { currentPassword: user.password } }
  const answers = [
    await browser.send(calls.addAuthenticator, typed),
    await browser.send(calls.confirmAuthenticator, { params, body: { code: '123456' } }),
    await browser.send(calls.removeAuthenticator, typed),
    await browser.send(calls.addPasskey, typed),
    await browser.send(calls.removePasskey, { params, body: { ...typed.body, passkeyId: 1 } }),
    await browser.send(calls.renewRecoveryCodes, typed),
  ]
  const notHere = { status: 403, message: 'DUO manages your second factor. Change it there.' }
  expect(answers).toMatchObject(answers.map(() => notHere))
})

test('no secret, state or code is in the log', async () => {
  const { browser } = await halfWay(await enrolledUser())
  const back = await duo.decide(await leave(browser))
  await bring(browser, back)
  const lines = portal.logged.join('')
  for (const secret of [DUO_CLIENT.secret, back.searchParams.get('state'), back.searchParams.get('duo_code')])
    expect(lines).not.toContain(secret)
})
