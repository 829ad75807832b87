import { listSections } from '@portico/contract/home.ts'
import * as calls from '@portico/contract/second-factor.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { everything } from '../../db/scope.ts'
import { transactOn } from '../../stores.ts'
import { removeAllFactors } from './public.ts'
import { codeNow, giveApp } from './test/authenticator-app.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

/** Somebody signed in, as himself. */
async function signedIn(columns = {}): Promise<{ user: MadeUser; browser: Browser; params: { uid: number } }> {
  const user = await portal.make.user(columns)
  return { user, browser: await openSession(portal, user), params: { uid: user.id } }
}

const changesOf = async (user: MadeUser) =>
  (
    await portal.owner('select fields from outbox_mails where to_address = $1 order by id', [
      `${user.userName}@example.test`,
    ])
  ).map(({ fields }) => (fields as { change: string }).change)

describe('in the account settings', () => {
  test('I set up an app, see it there, and remove it again; each change asks for my password and is mailed to me', async () => {
    const { user, browser, params } = await signedIn()
    const currentPassword = user.password
    const wrong = await browser.ask(calls.addAuthenticator, { params, body: { currentPassword: 'guess' } })
    expect(wrong).toMatchObject({ status: 422, data: [{ field: 'currentPassword' }] })
    const { secret } = await browser.call(calls.addAuthenticator, { params, body: { currentPassword } })
    const code = await codeNow(portal, 0, secret)
    const { recoveryCodes } = await browser.call(calls.confirmAuthenticator, { params, body: { code } })
    expect(recoveryCodes).toHaveLength(10)
    expect(await browser.call(calls.getOwnFactors, { params })).toMatchObject({
      provider: 'built-in',
      isRequired: false,
      hasPassword: true,
      authenticator: { addedDt: expect.any(Date), lastUsedDt: null },
      recoveryCodesLeft: 10,
    })
    expect((await portal.browser().trySignIn(user.userName, user.password, { confirmed: true })).code).toBe('207')
    await browser.call(calls.removeAuthenticator, { params, body: { currentPassword } })
    expect(await browser.call(calls.getOwnFactors, { params })).toMatchObject({
      authenticator: null,
      recoveryCodesLeft: 0,
    })
    expect(await changesOf(user)).toEqual(['authenticator_added', 'factor_removed'])
    expect((await portal.browser().trySignIn(user.userName, user.password, { confirmed: true })).code).toBe('200')
  })

  test('a new app takes the place of the old one only with its first code', async () => {
    const { user, browser, params } = await signedIn()
    await giveApp(portal, user)
    const body = { currentPassword: user.password }
    const { secret } = await browser.call(calls.addAuthenticator, { params, body })
    const half = portal.browser()
    await half.trySignIn(user.userName, user.password, { confirmed: true })
    expect((await half.ask(calls.verifyCode, { body: { code: await codeNow(portal), trustDevice: false } })).code).toBe(
      '200',
    )
    await browser.call(calls.confirmAuthenticator, { params, body: { code: await codeNow(portal, 0, secret) } })
    await half.trySignIn(user.userName, user.password, { confirmed: true })
    const old = await half.ask(calls.verifyCode, { body: { code: await codeNow(portal, 1), trustDevice: false } })
    expect(old.status).toBe(422)
  })

  test('the last factor stays where one is demanded', async () => {
    const { user, browser, params } = await signedIn({ second_factor_required: true })
    await giveApp(portal, user)
    const body = { currentPassword: user.password }
    expect(await browser.ask(calls.removeAuthenticator, { params, body })).toMatchObject({
      status: 422,
      message: expect.stringContaining('cannot be removed'),
    })
    expect((await browser.call(calls.getOwnFactors, { params })).authenticator).not.toBeNull()
  })

  test('new recovery codes void the old ones', async () => {
    const { user, browser, params } = await signedIn()
    await giveApp(portal, user)
    const body = { currentPassword: user.password }
    const first = await browser.call(calls.renewRecoveryCodes, { params, body })
    const second = await browser.call(calls.renewRecoveryCodes, { params, body })
    const half = portal.browser()
    await half.trySignIn(user.userName, user.password, { confirmed: true })
    const use = (code = '') => half.ask(calls.verifyRecoveryCode, { body: { code } })
    expect((await use(first.recoveryCodes[0])).status).toBe(422)
    expect((await use(second.recoveryCodes[0])).code).toBe('200')
  })

  test('somebody at my open portal guesses my password five times, then not even the right one helps', async () => {
    const { user, browser, params } = await signedIn()
    const ask = (currentPassword: string) => browser.ask(calls.addAuthenticator, { params, body: { currentPassword } })
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask('guess')))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
    expect((await ask(user.password)).status).toBe(429)
  })

  test('who has no password here changes it in the first ten minutes after signing in', async () => {
    const { browser, params } = await signedIn({ sign_in_kind: 'directory', password_hash: null })
    const ask = () => browser.ask(calls.addAuthenticator, { params, body: { currentPassword: '' } })
    expect((await ask()).code).toBe('200')
    await portal.moveClock('10 minutes 1 second')
    const late = await ask()
    await portal.moveClock('0')
    expect(late).toMatchObject({ status: 403, message: expect.stringContaining('sign in again') })
  })
})

test('removing everything for somebody who lost it ends his sessions, is audited and mailed, and he enrols anew (S20)', async () => {
  const { user, browser, params } = await signedIn({ second_factor_required: true })
  await giveApp(portal, user)
  const half = portal.browser()
  expect((await half.trySignIn(user.userName, user.password, { confirmed: true })).code).toBe('207')
  const transact = transactOn(portal.database.jobs)
  expect(await transact(everything, (stores) => removeAllFactors(stores, { userId: user.id, by: null }))).toBe(true)
  expect((await browser.ask(listSections, { params })).status).toBe(401)
  const code = await codeNow(portal)
  expect((await half.ask(calls.verifyCode, { body: { code, trustDevice: false } })).status).toBe(401)
  expect(
    await portal.owner("select after from audit_events where event = 'authz_admin' and subject_user_id = $1", [
      user.id,
    ]),
  ).toEqual([{ after: { secondFactor: 'removed', hadAny: true, by: 'operator' } }])
  expect(await changesOf(user)).toEqual(['factor_reset_by_administrator'])
  expect((await portal.browser().trySignIn(user.userName, user.password)).code).toBe('309')
})
