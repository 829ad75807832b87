import { listSections } from '@portico/contract/home/home.ts'
import { changePassword } from '@portico/contract/password/password.ts'
import * as calls from '@portico/contract/second-factor/second-factor.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../../../test/browser.ts'
import { eventsAbout } from '../../../../test/events.ts'
import { openSession } from '../../../../test/guards/people.ts'
import type { MadeUser } from '../../../../test/make.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { everything } from '../../../db/scope.ts'
import { removeAllFactors } from '../public.ts'
import { codeNow, giveApp } from '../test/authenticator-app.ts'
import { SoftwarePasskey } from '../test/software-passkey.ts'

const NEXT = 'four quiet herons at dusk'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

/** A signed-in user and their browser. */
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
    const wrong = await browser.send(calls.addAuthenticator, { params, body: { currentPassword: 'guess' } })
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
    const changes = (await eventsAbout(portal, user)).filter((event) => event === 'second_factor_changed')
    expect(changes).toHaveLength(2)
    expect((await portal.browser().trySignIn(user.userName, user.password, { confirmed: true })).code).toBe('200')
  })

  test('a new app replaces the old one only with its first code', async () => {
    const { user, browser, params } = await signedIn()
    await giveApp(portal, user)
    const body = { currentPassword: user.password }
    const { secret } = await browser.call(calls.addAuthenticator, { params, body })
    const half = portal.browser()
    await half.trySignIn(user.userName, user.password, { confirmed: true })
    expect(
      (await half.send(calls.verifyCode, { body: { code: await codeNow(portal), trustDevice: false } })).code,
    ).toBe('200')
    const lastUse = async () => (await browser.call(calls.getOwnFactors, { params })).authenticator?.lastUsedDt
    expect(await lastUse()).toBeInstanceOf(Date)
    await browser.call(calls.confirmAuthenticator, { params, body: { code: await codeNow(portal, 0, secret) } })
    expect(await lastUse()).toBeNull()
    await half.trySignIn(user.userName, user.password, { confirmed: true })
    const old = await half.send(calls.verifyCode, { body: { code: await codeNow(portal, 1), trustDevice: false } })
    expect(old.status).toBe(422)
  })

  test('the last factor cannot be removed where one is required', async () => {
    const { user, browser, params } = await signedIn({ second_factor_required: true })
    await giveApp(portal, user)
    const body = { currentPassword: user.password }
    expect(await browser.send(calls.removeAuthenticator, { params, body })).toMatchObject({
      status: 422,
      message: expect.stringContaining('Add another one before you remove this one'),
    })
    expect((await browser.call(calls.getOwnFactors, { params })).authenticator).not.toBeNull()
  })

  test('new recovery codes void the old ones', async () => {
    const { user, browser, params } = await signedIn()
    await giveApp(portal, user)
    const body = { currentPassword: user.password }
    const first = await browser.call(calls.renewRecoveryCodes, { params, body })
    const second = await browser.call(calls.renewRecoveryCodes, { params, body })
    expect(await eventsAbout(portal, user)).toEqual(['second_factor_changed', 'second_factor_changed'])
    const half = portal.browser()
    await half.trySignIn(user.userName, user.password, { confirmed: true })
    const use = (code = '') => half.send(calls.verifyRecoveryCode, { body: { code } })
    expect((await use(first.recoveryCodes[0])).status).toBe(422)
    expect((await use(second.recoveryCodes[0])).code).toBe('200')
  })

  test('with my first factor, no one else who knows the password can go on to enroll theirs, or to postpone it', async () => {
    const { user, browser, params } = await signedIn({ second_factor_required: true })
    const other = portal.browser()
    const begun = await other.trySignIn(user.userName, user.password, { confirmed: true })
    const { token } = begun.data as unknown as { token: string }
    const { secret: theirs } = await other.call(calls.startAuthenticatorEnrollment, { body: {} })
    const body = { currentPassword: user.password }
    const { secret } = await browser.call(calls.addAuthenticator, { params, body })
    await browser.call(calls.confirmAuthenticator, { params, body: { code: await codeNow(portal, 0, secret) } })
    const code = await codeNow(portal, 0, theirs)
    expect((await other.send(calls.confirmAuthenticatorEnrollment, { body: { code } })).status).toBe(401)
    expect((await other.send(calls.skipEnrollment, { body: { token } })).status).toBe(401)
  })

  test('another factor leaves my recovery codes as they are', async () => {
    const { user, browser, params } = await signedIn()
    const body = { currentPassword: user.password }
    const { secret } = await browser.call(calls.addAuthenticator, { params, body })
    const code = await codeNow(portal, 0, secret)
    const { recoveryCodes } = await browser.call(calls.confirmAuthenticator, { params, body: { code } })
    const { challenge } = await browser.call(calls.addPasskey, { params, body })
    const passkey = new SoftwarePasskey()
    const credential = passkey.make({ challenge, origin: portal.origin })
    const added = await browser.call(calls.confirmPasskey, { params, body: { credential } })
    expect(added.recoveryCodes).toEqual([])
    // The same passkey is not offered for another one.
    const { excludeCredentials } = await browser.call(calls.addPasskey, { params, body })
    expect(excludeCredentials?.map(({ id }) => id)).toEqual([passkey.id])
    const half = portal.browser()
    await half.trySignIn(user.userName, user.password, { confirmed: true })
    expect((await half.send(calls.verifyRecoveryCode, { body: { code: recoveryCodes[0] ?? '' } })).code).toBe('200')
  })

  test('there are no recovery codes before the first factor', async () => {
    const { user, browser, params } = await signedIn()
    const message = 'You get recovery codes when you set up your first second factor.'
    expect(
      await browser.send(calls.renewRecoveryCodes, { params, body: { currentPassword: user.password } }),
    ).toMatchObject({ status: 422, data: [{ field: 'currentPassword', message }] })
    expect(await browser.call(calls.getOwnFactors, { params })).toMatchObject({ recoveryCodesLeft: 0 })
  })

  test('five wrong passwords in my open session, then even the right one is refused', async () => {
    const { user, browser, params } = await signedIn()
    const query = (currentPassword: string) =>
      browser.send(calls.addAuthenticator, { params, body: { currentPassword } })
    const answers = await Promise.all(Array.from({ length: 12 }, () => query('guess')))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
    expect((await query(user.password)).status).toBe(429)
  })

  test('these attempts share one budget with every other call that asks for the password', async () => {
    const { user, browser, params } = await signedIn()
    await giveApp(portal, user)
    const body = { currentPassword: 'guess' }
    const answers = [
      await browser.send(calls.addAuthenticator, { params, body }),
      await browser.send(calls.renewRecoveryCodes, { params, body }),
      await browser.send(changePassword, { params, body: { ...body, newPassword: NEXT } }),
      await browser.send(calls.removeAuthenticator, { params, body }),
      await browser.send(calls.addPasskey, { params, body }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 422))
    const right = { currentPassword: user.password }
    expect((await browser.send(calls.addPasskey, { params, body: right })).status).toBe(429)
    const change = { ...right, newPassword: NEXT }
    expect((await browser.send(changePassword, { params, body: change })).status).toBe(429)
  })

  test('a user without a password here can change it in the first ten minutes after signing in', async () => {
    const { browser, params } = await signedIn({ sign_in_kind: 'directory', password_hash: null })
    const query = () => browser.send(calls.addAuthenticator, { params, body: { currentPassword: '' } })
    expect((await query()).code).toBe('200')
    await portal.moveClock('10 minutes 1 second')
    const late = await query()
    await portal.moveClock('0')
    expect(late).toMatchObject({ status: 403, message: expect.stringContaining('Sign in again first') })
  })
})

test('removing all factors of a user who lost theirs ends the sessions, is audited and emailed, and the user enrolls again (S20)', async () => {
  const { user, browser, params } = await signedIn({ second_factor_required: true })
  await giveApp(portal, user)
  await portal.owner(
    `insert into trusted_devices (user_id, token_hash, device, expires_at)
     values ($1, $2, 'Firefox', clock_now() + interval '5 days')`,
    [user.id, Buffer.alloc(32, user.id)],
  )
  const half = portal.browser()
  expect((await half.trySignIn(user.userName, user.password, { confirmed: true })).code).toBe('207')
  const db = portal.database.jobs
  expect(await db.transact(everything, (tx) => removeAllFactors(tx, null, { userId: user.id }))).toBe(true)
  expect((await browser.send(listSections, { params })).status).toBe(401)
  const code = await codeNow(portal)
  expect((await half.send(calls.verifyCode, { body: { code, trustDevice: false } })).status).toBe(401)
  expect(
    await portal.owner("select after from audit_events where event = 'authz_admin' and subject_user_id = $1", [
      user.id,
    ]),
  ).toEqual([{ after: { secondFactor: 'removed', by: 'operator' } }])
  expect(await changesOf(user)).toEqual(['factor_reset_by_administrator'])
  expect(await portal.owner('select from trusted_devices where user_id = $1', [user.id])).toEqual([])
  expect((await portal.browser().trySignIn(user.userName, user.password)).code).toBe('309')
})

test('wrong codes before all factors were removed do not count against the next ones', async () => {
  const { user } = await signedIn({ second_factor_required: true })
  const verify = async (code: string) => {
    const half = portal.browser()
    await half.trySignIn(user.userName, user.password, { confirmed: true })
    return (await half.send(calls.verifyCode, { body: { code, trustDevice: false } })).status
  }
  await giveApp(portal, user)
  for (let attempt = 1; attempt <= 5; attempt++) expect(await verify('000000')).toBe(422)
  expect(await verify(await codeNow(portal))).toBe(429)
  await portal.database.jobs.transact(everything, (tx) => removeAllFactors(tx, null, { userId: user.id }))
  await giveApp(portal, user)
  expect(await verify(await codeNow(portal))).toBe(200)
})
