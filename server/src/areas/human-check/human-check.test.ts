import { getHumanCheck, passHumanCheck, type ProofOfWork } from '@portico/contract/human-check/human-check.ts'
import { askSecurityQuestion, recoverPassword, sendRecoveryLink } from '@portico/contract/password/password.ts'
import { getPreloginCsrfToken, login } from '@portico/contract/sign-in/sign-in.ts'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'

let portal: Portal
let always: Portal
beforeAll(async () => {
  const limits = { PORTAL_RATE_LIMIT: 'on', PORTAL_TRUSTED_PROXIES: '127.0.0.1' }
  portal = await startPortal({ environment: { PORTAL_HUMAN_CHECK: 'after-failures', ...limits } })
  always = await startPortal({ environment: { PORTAL_HUMAN_CHECK: 'always' }, beside: portal })
})
afterAll(async () => {
  await always.close()
  await portal.close()
})

let networks = 0
const from = (at: Portal, address = `203.0.113.${++networks}`) => at.browser({ 'x-forwarded-for': address })

/** Solves the challenge as the browser's worker does. */
async function solve(browser: Browser): Promise<string> {
  const { proofOfWork } = await browser.call(getHumanCheck, {})
  const challenge = proofOfWork as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

const handIn = (browser: Browser, token: string) => browser.send(passHumanCheck, { body: { token } })

/** Signs in with the pre-login token that the browser already holds. */
const resend = (browser: Browser, user: { userName: string; password: string }) =>
  browser.send(login, {
    body: { userNm: user.userName, password: user.password, host: new URL(browser.origin).host },
  })

const NEEDED = { status: 200, code: '204', data: { humanCheck: true } }

describe('the human check (SIGN-014, SIGN-015, SIGN-062, SIGN-063)', () => {
  test('when it is always on, sign-in waits for it and consumes no attempt', async () => {
    const user = await portal.make.user()
    const browser = always.browser()
    expect((await browser.send(getPreloginCsrfToken, {})).data).toEqual({ humanCheck: true })
    expect(await browser.trySignIn(user.userName, 'wrong')).toMatchObject(NEEDED)
    expect(await browser.trySignIn('nobody at all', 'wrong')).toMatchObject(NEEDED)
    expect(await browser.trySignIn(user.userName, user.password)).toMatchObject(NEEDED)
    const [signIns] = await portal.owner('select attempts from user_sign_ins where user_id = $1', [user.id])
    expect(signIns).toEqual({ attempts: 0 })
    expect((await handIn(browser, await solve(browser))).data).toEqual({ success: true })
    expect((await resend(browser, user)).code).toBe('200')
  })

  test('comes before the security question and its answer as well', async () => {
    const browser = always.browser()
    await browser.openSignInPage()
    const question = () => browser.send(askSecurityQuestion, { body: { userNm: 'ghost' } })
    const answer = () => browser.send(recoverPassword, { body: { userNm: 'ghost', pswdPhrase: 'blue' } })
    expect(await question()).toMatchObject(NEEDED)
    expect(await answer()).toMatchObject(NEEDED)
    await handIn(browser, await solve(browser))
    // The answer is wrong, which is said only after the check.
    expect([(await question()).code, (await answer()).code]).toEqual(['200', '422'])
    const elsewhere = from(portal)
    await elsewhere.openSignInPage()
    expect((await elsewhere.send(askSecurityQuestion, { body: { userNm: 'ghost' } })).code).toBe('200')
  })

  test('comes before the email with a recovery link', async () => {
    const byLink = await startPortal({
      environment: { PORTAL_HUMAN_CHECK: 'always', PORTAL_RECOVERY_MODE: 'link' },
      beside: portal,
    })
    const browser = byLink.browser()
    await browser.openSignInPage()
    const send = () => browser.send(sendRecoveryLink, { body: { userNm: 'ghost' } })
    expect(await send()).toMatchObject(NEEDED)
    await handIn(browser, await solve(browser))
    expect((await send()).code).toBe('200')
    await byLink.close()
  })

  test('is required after three failures with a name, whether or not it exists (S01)', async () => {
    const user = await portal.make.user()
    for (const name of [user.userName, 'ghost.of.nobody']) {
      for (let failed = 0; failed < 3; failed++)
        expect(await from(portal).trySignIn(name, 'wrong')).toMatchObject({ code: '204', data: null })
      expect(await from(portal).trySignIn(name, 'wrong')).toMatchObject(NEEDED)
    }
    const browser = from(portal)
    expect(await browser.trySignIn(user.userName, user.password)).toMatchObject(NEEDED)
    await handIn(browser, await solve(browser))
    expect((await resend(browser, user)).code).toBe('200')
  })

  test('is required after three failures from a network, an IPv6 /64 being one, and reported with the token (S07)', async () => {
    const user = await portal.make.user()
    const at = (host: number) => from(portal, `2001:db8:77:1::${host}`)
    for (let host = 1; host <= 3; host++)
      expect(await at(host).trySignIn(`stuffed.${host}`, 'Password1')).toMatchObject({ code: '204', data: null })
    expect((await at(9).send(getPreloginCsrfToken, {})).data).toEqual({ humanCheck: true })
    expect(await at(10).trySignIn(user.userName, user.password)).toMatchObject(NEEDED)
    expect((await from(portal).send(getPreloginCsrfToken, {})).data).toEqual({ humanCheck: false })
    expect((await from(portal).trySignIn(user.userName, user.password)).code).toBe('200')
  })

  test('is no longer required a quarter of an hour later', async () => {
    const other = await startPortal({ environment: { PORTAL_HUMAN_CHECK: 'after-failures' } })
    const user = await other.make.user()
    for (let failed = 0; failed < 3; failed++) await other.browser().trySignIn(user.userName, 'wrong')
    expect(await other.browser().trySignIn(user.userName, user.password)).toMatchObject(NEEDED)
    await other.moveClock('16 minutes')
    expect((await other.browser().trySignIn(user.userName, user.password)).code).toBe('200')
    await other.close()
  })
})

describe('a solution', () => {
  test('counts once, even when sent twenty times at once', async () => {
    const browsers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const browser = always.browser()
        await browser.openSignInPage()
        return browser
      }),
    )
    const token = await solve(browsers[0] as Browser)
    const codes = (await Promise.all(browsers.map((browser) => handIn(browser, token)))).map(({ code }) => code)
    expect(codes.filter((code) => code === '200')).toHaveLength(1)
    expect(codes.filter((code) => code === '400')).toHaveLength(19)
  })

  test('is valid for its own pre-login token only', async () => {
    const user = await portal.make.user()
    const browser = always.browser()
    await browser.openSignInPage()
    await handIn(browser, await solve(browser))
    expect(await always.browser().trySignIn(user.userName, user.password)).toMatchObject(NEEDED)
    expect((await resend(browser, user)).code).toBe('200')
  })

  test.each([
    ['no base64', '%%%'],
    ['no JSON', Buffer.from('no').toString('base64')],
    ['another shape', Buffer.from('{"challenge":1}').toString('base64')],
    ['nothing', ''],
  ])('that is %s gets an error message', async (_what, token) => {
    const browser = always.browser()
    await browser.openSignInPage()
    const message = 'We couldn’t check your browser. Reload the page and try again.'
    expect(await handIn(browser, token)).toMatchObject({ status: 200, code: '400', data: null, message })
  })

  test.each([
    [
      'an easier challenge',
      (made: ProofOfWork) => ({ ...made, parameters: { ...made.parameters, cost: 1, keyPrefix: '00' } }),
    ],
    [
      'a longer life',
      (made: ProofOfWork) => ({ ...made, parameters: { ...made.parameters, expiresAt: 9_999_999_999 } }),
    ],
    ['no signature', (made: ProofOfWork) => ({ ...made, signature: '' })],
  ])('of a challenge with %s is refused', async (_what, change) => {
    const browser = always.browser()
    await browser.openSignInPage()
    const { proofOfWork } = await browser.call(getHumanCheck, {})
    const challenge = change(proofOfWork as ProofOfWork) as Challenge
    const solution = await solveChallenge({ challenge, deriveKey })
    const token = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
    expect((await handIn(browser, token)).code).toBe('400')
  })

  test('without a pre-login token is refused like any other call', async () => {
    const browser = always.browser()
    expect(await handIn(browser, 'x')).toMatchObject({ status: 401, code: '401' })
  })
})
