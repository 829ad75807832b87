import { getHumanCheck, passHumanCheck, type ProofOfWork } from '@portico/contract/human-check.ts'
import { askSecurityQuestion } from '@portico/contract/password.ts'
import { login } from '@portico/contract/sign-in.ts'
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
  service.says = {}
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
/** Another node, which has heard nothing yet of a service that is away. */
const anotherNode = (pace = {}) => startPortal({ environment: settings(), beside: portal, pace })

const NEEDED = { status: 200, code: '204', data: { humanCheck: true } }
const NOT_PASSED = {
  status: 200,
  code: '400',
  message: 'Your browser could not be checked. Please reload the page and try again.',
}
const AWAY = {
  status: 503,
  code: '503',
  message: 'The service that checks browsers does not answer at the moment. Please try again.',
}

async function atTheForm(at = portal): Promise<Browser> {
  const browser = at.browser()
  await browser.openSignInPage()
  return browser
}

const handIn = (browser: Browser, token: string) => browser.ask(passHumanCheck, { body: { token } })

/** Sends the form with the pre-login token that the browser already holds. */
const send = (browser: Browser, user: { userName: string; password: string }) =>
  browser.ask(login, {
    body: { userNm: user.userName, password: user.password, host: new URL(browser.origin).host },
  })

describe('the human check by a service (SIGN-014, SIGN-062, SIGN-063)', () => {
  test('names the service to the browser, and what the browser brings from there lets sign-in on', async () => {
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
    const ask = () => browser.ask(askSecurityQuestion, { body: { userNm: 'ghost' } })
    expect(await ask()).toMatchObject(NEEDED)
    await handIn(browser, service.pass())
    expect((await ask()).code).toBe('200')
  })

  test('tells the service the secret and the token, and nothing of the person', async () => {
    const browser = await atTheForm()
    const token = service.pass()
    await handIn(browser, token)
    expect(service.asked.at(-1)).toEqual({ secret: CHECK_KEYS.secret, response: token })
  })

  test('counts a token once, even where the service would take it again, twenty times at once', async () => {
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
  ])('refuses a token that %s', async (_which, token, says) => {
    service.says = says
    const browser = await atTheForm()
    expect(await handIn(browser, token ?? service.pass())).toMatchObject(NOT_PASSED)
    expect(await send(browser, await portal.make.user())).toMatchObject(NEEDED)
  })

  test('takes the word of a service that tells neither site nor action', async () => {
    service.says = { hostname: null, action: undefined }
    expect((await handIn(await atTheForm(), service.pass())).code).toBe('200')
  })
})

describe('while the service is out of order (R21)', () => {
  test.each(['garbage', 'another shape', 'failure', 'refuses the portal', 'never'] as const)(
    '(%s) the person is told, though it never answers, nobody comes in unchecked, and nobody stays out',
    async (manner) => {
      const node = await anotherNode(manner === 'never' ? { patienceMs: 300 } : {})
      const user = await portal.make.user()
      const browser = await atTheForm(node)
      service.manner = manner
      const answer = await handIn(browser, service.pass())
      expect(answer).toMatchObject(AWAY)
      expect(answer.headers.get('retry-after')).toBe('1')
      expect(await send(browser, user)).toMatchObject(NEEDED)
      // The portal checks by itself meanwhile.
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

  test('or gone, the same holds, and no secret or token is in the log', async () => {
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
