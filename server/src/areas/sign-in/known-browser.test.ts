import { getHumanCheck, passHumanCheck } from '@portico/contract/human-check/human-check.ts'
import { askSecurityQuestion, recoverPassword } from '@portico/contract/password/password.ts'
import * as factor from '@portico/contract/second-factor/second-factor.ts'
import { login } from '@portico/contract/sign-in/sign-in.ts'
import { unlockUser } from '@portico/contract/users/user-actions.ts'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { codeNow, giveApp } from '../second-factor/test/authenticator-app.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ environment: { PORTAL_HUMAN_CHECK: 'after-failures' } })
})
afterAll(() => portal.close())
beforeEach(() => portal.moveClock('0'))

const NEEDED = { code: '204', data: { humanCheck: true } }
const WRONG = { code: '204', message: 'Invalid Login ID or Password.' }
const LOCKED = { code: '200', data: { acctLockedFlg: 'Y', loginSessionId: null } }

/** A browser in which this user has signed in before, and out again. */
async function knownBrowser(user: MadeUser): Promise<Browser> {
  const browser = await portal.as(user)
  await portal.owner("update sessions set ended_at = clock_now(), end_reason = 'logout' where user_id = $1", [user.id])
  return browser
}

/** Enters this password, and passes the check where one is required. */
async function type(browser: Browser, user: MadeUser, password = user.password) {
  const first = await browser.trySignIn(user.userName, password)
  if (!(first.data as { humanCheck?: true } | null)?.humanCheck) return first
  const { proofOfWork } = await browser.call(getHumanCheck, {})
  const challenge = proofOfWork as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  const token = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  await browser.call(passHumanCheck, { body: { token } })
  const host = new URL(browser.origin).host
  return browser.send(login, { body: { userNm: user.userName, password, host } })
}

/** Guesses from other browsers until the account is locked. */
async function lock(user: MadeUser): Promise<void> {
  for (let n = 0; n < 5; n++) await type(portal.browser(), user, 'guess')
  expect(await standing(user)).toEqual({ attempts: 5, is_locked: true })
}

const standing = async (user: MadeUser) =>
  (
    await portal.owner(
      'select attempts, locked_until > clock_now() as is_locked from user_sign_ins where user_id = $1',
      [user.id],
    )
  )[0]

describe('a user whose account is locked by the guesses of others (S06)', () => {
  test('signs in with a browser they used before, after a human check, and the lock stays for others', async () => {
    const user = await portal.make.user()
    const browser = await knownBrowser(user)
    await lock(user)
    expect(await browser.trySignIn(user.userName, user.password)).toMatchObject(NEEDED)
    expect(await type(browser, user)).toMatchObject({ code: '200', data: { acctLockedFlg: 'N', userId: user.id } })
    expect(await standing(user)).toEqual({ attempts: 5, is_locked: true })
    expect(await type(portal.browser(), user)).toMatchObject(WRONG)
  })

  test('must pass the check also when the guesses are older than its window', async () => {
    const user = await portal.make.user()
    const browser = await knownBrowser(user)
    await lock(user)
    await portal.moveClock('16 minutes')
    expect(await browser.trySignIn(user.userName, user.password)).toMatchObject(NEEDED)
    expect((await type(browser, user)).data).toMatchObject({ loginSessionId: expect.any(String) })
    expect(await type(portal.browser(), user)).toMatchObject(LOCKED)
  })

  test('passes the second factor there as well', async () => {
    const user = await portal.make.user()
    const browser = await knownBrowser(user)
    await giveApp(portal, user)
    await lock(user)
    expect((await type(browser, user)).code).toBe('207')
    expect(await standing(user)).toEqual({ attempts: 5, is_locked: true })
    const { token } = await browser.call(factor.verifyCode, {
      body: { code: await codeNow(portal), trustDevice: false },
    })
    const passed = await browser.call(factor.secondFactorLogin, { body: { token } })
    expect((await browser.send(factor.checkSecondFactorUser, { query: passed })).data).toMatchObject({
      loginSessionId: expect.any(String),
    })
  })

  test('has five attempts in that browser, twenty at once or not; then has to wait like everyone', async () => {
    const user = await portal.make.user()
    const browser = await knownBrowser(user)
    await lock(user)
    await type(browser, user, 'mistyped')
    const before = portal.hashing.verifications()
    const host = new URL(browser.origin).host
    const body = { userNm: user.userName, password: 'mistyped', host }
    await Promise.all(Array.from({ length: 20 }, () => browser.send(login, { body })))
    expect(portal.hashing.verifications() - before).toBeLessThanOrEqual(4)
    expect(await type(browser, user)).toMatchObject(WRONG)
    await portal.moveClock('15 minutes 1 second')
    expect((await type(browser, user)).data).toMatchObject({ loginSessionId: expect.any(String) })
  })

  test('gets a whole budget there with each sign-in', async () => {
    const user = await portal.make.user()
    const browser = await knownBrowser(user)
    await lock(user)
    for (let n = 0; n < 7; n++) expect((await type(browser, user)).code).toBe('200')
  })
})

test('a correct password gives a browser its attempts back, also where it had none left and the account had', async () => {
  const user = await portal.make.user()
  const browser = await knownBrowser(user)
  await lock(user)
  await type(browser, user, 'mistyped')
  const left = () => portal.owner('select attempts from device_sign_ins where user_id = $1', [user.id])
  expect(await left()).toHaveLength(1)
  await portal.owner('update device_sign_ins set attempts = 5 where user_id = $1', [user.id])
  await portal.owner('update user_sign_ins set attempts = 0, locked_until = null where user_id = $1', [user.id])
  expect((await type(browser, user)).data).toMatchObject({ loginSessionId: expect.any(String) })
  expect(await left()).toEqual([])
})

test('an administrator who unlocks a user gives back the attempts in their browser too', async () => {
  const user = await portal.make.user()
  const browser = await knownBrowser(user)
  for (let n = 0; n < 5; n++) await type(browser, user, 'mistyped')
  const administrator = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(administrator, ['User Administration'])
  const admin = await portal.as(administrator)
  await admin.call(unlockUser, { params: { uid: admin.userId }, body: { userId: user.id } })
  await lock(user)
  expect((await type(browser, user)).data).toMatchObject({ loginSessionId: expect.any(String) })
})

describe('a browser is not known', () => {
  test('to an account because it is known to another', async () => {
    const [user, other] = [await portal.make.user(), await portal.make.user()]
    const browser = await knownBrowser(other)
    await lock(user)
    expect(await type(browser, user)).toMatchObject(WRONG)
  })

  test('when its session was reported as “This wasn’t me”', async () => {
    const user = await portal.make.user()
    const browser = await knownBrowser(user)
    await portal.owner("update sessions set end_reason = 'revoked' where user_id = $1", [user.id])
    await lock(user)
    expect(await type(browser, user)).toMatchObject(WRONG)
  })

  test('to a permanent lock, which an administrator set', async () => {
    const user = await portal.make.user()
    const browser = await knownBrowser(user)
    await portal.owner("update user_sign_ins set locked_until = 'infinity' where user_id = $1", [user.id])
    expect(await type(browser, user)).toMatchObject(LOCKED)
  })

  test('when its own five wrong passwords have locked the account (decision B3)', async () => {
    const user = await portal.make.user()
    const browser = await knownBrowser(user)
    for (let n = 0; n < 5; n++) await type(browser, user, 'mistyped')
    expect(await type(browser, user)).toMatchObject(WRONG)
  })
})

test('recovery attempts never lock: after fifty wrong answers the user signs in as usual', async () => {
  const user = await portal.make.user()
  const browser = portal.browser()
  await browser.openSignInPage()
  await browser.send(askSecurityQuestion, { body: { userNm: user.userName } })
  const query = () => browser.send(recoverPassword, { body: { userNm: user.userName, pswdPhrase: 'wrong' } })
  await Promise.all(Array.from({ length: 50 }, query))
  expect((await portal.browser().trySignIn(user.userName, user.password)).code).toBe('200')
})
