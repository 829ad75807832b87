import { getHumanCheck, passHumanCheck, type ProofOfWork } from '@portico/contract/human-check/human-check.ts'
import { askSecurityQuestion } from '@portico/contract/password/password.ts'
import { login } from '@portico/contract/sign-in/sign-in.ts'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { CHECK_KEYS, type SiteVerifyPeer, startSiteVerifyPeer } from '../../../test/siteverify-peer.ts'

let portal: Portal
let service: SiteVerifyPeer
beforeAll(async () => {
  service = await startSiteVerifyPeer()
  portal = await startPortal({ environment: settings() })
})
afterEach(() => {
  service.manner = 'well'
  service.overrides = {}
})
afterAll(async () => {
  await portal.close()
  await service.stop()
})

const settings = () => ({
  PORTAL_HUMAN_CHECK: 'always',
  PORTAL_HUMAN_CHECK_SERVICE: service.origin,
  PORTAL_HUMAN_CHECK_SITE_KEY: CHECK_KEYS.site,
  PORTAL_HUMAN_CHECK_SECRET: CHECK_KEYS.secret,
})
/** Another node, whose circuit for the service is still closed. */
const anotherNode = (timings = {}) => startPortal({ environment: settings(), beside: portal, timings })

const NEEDED = { status: 200, code: '204', data: { humanCheck: true } }
const NOT_PASSED = {
  status: 200,
  code: '400',
  message: 'We couldn’t check your browser. Reload the page and try again.',
}
const AWAY = {
  status: 503,
  code: '503',
  message: 'The security check isn’t responding. Try again.',
}

async function atTheForm(at = portal): Promise<Browser> {
  const browser = at.browser()
  await browser.openSignInPage()
  return browser
}

const handIn = (browser: Browser, token: string) => browser.send(passHumanCheck, { body: { token } })

/** Sends the form with the pre-login token that the browser already holds. */
const send = (browser: Browser, user: { userName: string; password: string }) =>
  browser.send(login, {
    body: { userNm: user.userName, password: user.password, host: new URL(browser.origin).host },
  })

describe('the human check by a service (SIGN-014, SIGN-062, SIGN-063)', () => {
  test('names the service to the browser, and its solution lets sign-in continue', async () => {
    const user = await portal.make.user()
    const browser = await atTheForm()
    expect(await browser.call(getHumanCheck, {})).toEqual({
      proofOfWork: null,
      service: { kind: 'turnstile', scriptUrl: `${service.origin}/api.js?render=explicit`, siteKey: CHECK_KEYS.site },
    })
    expect(await send(browser, user)).toMatchObject(NEEDED)
    expect((await handIn(browser, service.pass())).data).toEqual({ success: true })
    expect((await send(browser, user)).code).toBe('200')
  })

  test('comes before the security question as well', async () => {
    const browser = await atTheForm()
    const query = () => browser.send(askSecurityQuestion, { body: { userNm: 'ghost' } })
    expect(await query()).toMatchObject(NEEDED)
    await handIn(browser, service.pass())
    expect((await query()).code).toBe('200')
  })

  test('sends the service the secret and the token, and nothing about the user', async () => {
    const browser = await atTheForm()
    const token = service.pass()
    await handIn(browser, token)
    expect(service.asked.at(-1)).toEqual({ secret: CHECK_KEYS.secret, response: token })
  })

  test('counts a token once, even where the service would accept it again, twenty times at once', async () => {
    const browsers = await Promise.all(Array.from({ length: 20 }, () => atTheForm()))
    const token = service.pass()
    const codes = (await Promise.all(browsers.map((browser) => handIn(browser, token)))).map(({ code }) => code)
    expect(codes.filter((code) => code === '200')).toHaveLength(1)
    const browser = await atTheForm()
    expect(await handIn(browser, token)).toMatchObject(NOT_PASSED)
  })

  test.each([
    ['nobody has passed', 'made-up', {}],
    ['somebody passed at another site', undefined, { hostname: 'evil.test' }],
    ['somebody passed for something else', undefined, { action: 'newsletter' }],
    ['the service says no to', undefined, { success: false }],
    ['is empty', '', {}],
  ])('refuses a token that %s', async (_which, token, overrides) => {
    service.overrides = overrides
    const browser = await atTheForm()
    expect(await handIn(browser, token ?? service.pass())).toMatchObject(NOT_PASSED)
    expect(await send(browser, await portal.make.user())).toMatchObject(NEEDED)
  })

  test('accepts a service that reports neither site nor action', async () => {
    service.overrides = { hostname: null, action: undefined }
    expect((await handIn(await atTheForm(), service.pass())).code).toBe('200')
  })
})

describe('while the service is unavailable (R21)', () => {
  test.each(['garbage', 'another shape', 'failure', 'refuses the portal', 'never'] as const)(
    '(%s) the user gets an error, nobody signs in unchecked, and nobody is locked out',
    async (manner) => {
      const node = await anotherNode(manner === 'never' ? { upstreamTimeoutMs: 300 } : {})
      const user = await portal.make.user()
      const browser = await atTheForm(node)
      service.manner = manner
      const answer = await handIn(browser, service.pass())
      expect(answer).toMatchObject(AWAY)
      expect(answer.headers.get('retry-after')).toBe('1')
      expect(await send(browser, user)).toMatchObject(NEEDED)
      // The portal's own check is offered in the meantime.
      const { proofOfWork, service: offered } = await browser.call(getHumanCheck, {})
      expect(offered).toBeNull()
      const challenge = proofOfWork as ProofOfWork as Challenge
      const solution = await solveChallenge({ challenge, deriveKey })
      const solved = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
      expect((await handIn(browser, solved)).code).toBe('200')
      expect((await send(browser, user)).code).toBe('200')
      expect(node.logged.join('')).toContain('the service of the human check does not help')
      await node.close()
    },
  )

  test('or unreachable, the same holds, and no secret or token is in the log', async () => {
    const node = await startPortal({
      environment: { ...settings(), PORTAL_HUMAN_CHECK_SERVICE: 'https://localhost:9' },
      beside: portal,
    })
    const browser = await atTheForm(node)
    const token = service.pass()
    expect(await handIn(browser, token)).toMatchObject(AWAY)
    expect((await browser.call(getHumanCheck, {})).proofOfWork).not.toBeNull()
    const lines = [...node.logged, ...portal.logged].join('')
    expect(lines).not.toContain(CHECK_KEYS.secret)
    expect(lines).not.toContain(token)
    await node.close()
  })
})
