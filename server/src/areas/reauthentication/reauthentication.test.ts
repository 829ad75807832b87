import { listSamlIdentityProviders, saveSamlIdentityProvider } from '@portico/contract/federation/identity-providers.ts'
import { startFederatedSignIn } from '@portico/contract/federation/federation.ts'
import * as calls from '@portico/contract/reauthentication/reauthentication.ts'
import { addAuthenticator, addPasskey, confirmPasskey } from '@portico/contract/second-factor/second-factor.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { federatedEmployer, federatedUser, post } from '../../../test/federated-world.ts'
import { openSession } from '../../../test/guards/people.ts'
import { IdentityProvider, readRequest } from '../../../test/identity-provider.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { codeNow, giveApp } from '../second-factor/test/authenticator-app.ts'
import { SoftwarePasskey } from '../second-factor/test/software-passkey.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

/** Staff with the page, whose sign-in is an hour old. */
async function signedInLongAgo(user: MadeUser, at = portal): Promise<Browser> {
  await portal.make.adminPages(user, ['Database Maintenance'])
  const browser = await openSession(at, user)
  await portal.owner("update sessions set authenticated_at = clock_now() - interval '1 hour' where user_id = $1", [
    user.id,
  ])
  return browser
}
const staff = (columns = {}) => portal.make.user({ is_internal: true, ...columns })
const own = (browser: Browser) => ({ uid: browser.userId })

/** A sensitive call that the browser makes with the same body again and again. */
const metadataTxt = new IdentityProvider().metadata()
const save = (browser: Browser) =>
  browser.send(saveSamlIdentityProvider, { params: own(browser), body: { metadataTxt } })
const isAskedAgain = async (browser: Browser) => (await save(browser)).code === '401'
const typePassword = (browser: Browser, password: string) =>
  browser.send(calls.reauthenticateByPassword, { params: own(browser), body: { password } })
const eventsOf = async (browser: Browser) =>
  (
    await portal.owner(
      "select event, after ->> 'by' as by from audit_events where subject_user_id = $1 and event like 'authn_reauth%' order by id",
      [browser.userId],
    )
  ).map(({ event, by }) => `${String(event)} ${String(by)}`)

describe('an administrator who signed in long ago (S52)', () => {
  test('keeps the session, gives the password, and the same request goes through', async () => {
    const user = await staff()
    const browser = await signedInLongAgo(user)
    expect(await browser.call(calls.getReauthentication, { params: own(browser) })).toEqual({
      method: 'password',
      startUrl: null,
    })
    expect(await save(browser)).toMatchObject({ status: 200, code: '401', data: { reauth: true } })
    expect(await browser.call(listSamlIdentityProviders, {})).toEqual([])
    expect(await typePassword(browser, 'guess')).toMatchObject({ status: 422, data: [{ field: 'password' }] })
    expect(await isAskedAgain(browser)).toBe(true)
    expect(await typePassword(browser, user.password)).toMatchObject({ code: '200', data: null })
    expect((await save(browser)).code).toBe('200')
    expect(await eventsOf(browser)).toEqual(['authn_reauthentication_fail password', 'authn_reauthentication password'])
  })

  test('guesses within the one budget of all calls that ask for the password', async () => {
    const user = await staff()
    const browser = await signedInLongAgo(user)
    for (let n = 0; n < 3; n++) expect((await typePassword(browser, 'guess')).status).toBe(422)
    for (let n = 0; n < 2; n++)
      await browser.send(addAuthenticator, { params: own(browser), body: { currentPassword: 'guess' } })
    expect((await typePassword(browser, user.password)).status).toBe(429)
    expect(await isAskedAgain(browser)).toBe(true)
  })

  test('shows the second factor too, in the browser and step that the password opened', async () => {
    const user = await staff()
    await giveApp(portal, user)
    const browser = await signedInLongAgo(user)
    const step = (await typePassword(browser, user.password)).data as calls.FactorStep
    expect(step).toMatchObject({ hasAuthenticator: true, hasPasskey: false, recoveryCodesLeft: 0 })
    expect(await isAskedAgain(browser)).toBe(true)
    const show = (from: Browser, code: string, token = step.token) =>
      from.send(calls.reauthenticateByCode, { params: own(from), body: { token, code } })
    const code = await codeNow(portal)
    const elsewhere = await openSession(portal, user)
    expect((await show(elsewhere, code)).status).toBe(422)
    expect((await show(browser, code, 'x'.repeat(43))).status).toBe(422)
    expect((await show(browser, '000000')).status).toBe(422)
    expect(await show(browser, code)).toMatchObject({ code: '200' })
    expect((await save(browser)).code).toMatch(/^(200|422)$/)
    expect((await show(browser, await codeNow(portal, 1))).status).toBe(422)
  })

  test('who has enrolled a factor shows none where the portal asks for none any more', async () => {
    const without = await startPortal({ beside: portal, environment: { PORTAL_SECOND_FACTOR: 'off' } })
    try {
      const user = await staff()
      await giveApp(portal, user)
      const browser = await signedInLongAgo(user, without)
      expect(await typePassword(browser, user.password)).toMatchObject({ code: '200', data: null })
      expect(await isAskedAgain(browser)).toBe(false)
    } finally {
      await without.close()
    }
  })

  test('shows a passkey or a recovery code instead; a wrong one is recorded and opens nothing', async () => {
    const user = await staff()
    const browser = await signedInLongAgo(user)
    const params = own(browser)
    const passkey = new SoftwarePasskey()
    const { challenge: first } = await browser.call(addPasskey, { params, body: { currentPassword: user.password } })
    const credential = passkey.make({ challenge: first, origin: portal.origin })
    const { recoveryCodes } = await browser.call(confirmPasskey, { params, body: { credential } })
    const openStep = async () => ((await typePassword(browser, user.password)).data as calls.FactorStep).token
    const prove = async (token: string, wrong = {}) => {
      const { challenge } = await browser.call(calls.startReauthenticationPasskey, { params, body: { token } })
      return passkey.prove({ challenge, origin: portal.origin, ...wrong })
    }
    const token = await openStep()
    const forged = { token, credential: await prove(token, { isForged: true }) }
    expect((await browser.send(calls.reauthenticateByPasskey, { params, body: forged })).status).toBe(422)
    expect(await isAskedAgain(browser)).toBe(true)
    const right = { token, credential: await prove(token) }
    expect((await browser.send(calls.reauthenticateByPasskey, { params, body: right })).code).toBe('200')
    expect(await isAskedAgain(browser)).toBe(false)
    const another = { token: await openStep(), code: recoveryCodes[0] ?? '' }
    expect((await browser.send(calls.reauthenticateByRecoveryCode, { params, body: another })).code).toBe('200')
    const again = { ...another, token: await openStep() }
    expect((await browser.send(calls.reauthenticateByRecoveryCode, { params, body: again })).status).toBe(422)
    expect((await eventsOf(browser)).map((event) => event.replace('authn_reauthentication', ''))).toEqual([
      '_fail passkey',
      ' password and passkey',
      ' password and recovery code',
      '_fail recovery code',
    ])
  })

  test('cannot go on with the step of another user, though both sign in with the same browser', async () => {
    const [user, other] = [await staff(), await staff()]
    const [mine, theirs] = [await signedInLongAgo(user), await signedInLongAgo(other)]
    for (const each of [user, other]) await giveApp(portal, each)
    const { token } = (await typePassword(theirs, other.password)).data as calls.FactorStep
    // As if both had signed in with this browser.
    for (const [name, value] of theirs.cookies) mine.cookies.set(name, value)
    await portal.owner(
      'update sessions set binding_hash = other.binding_hash from sessions other where sessions.user_id = $1 and other.user_id = $2',
      [user.id, other.id],
    )
    const body = { token, code: await codeNow(portal) }
    expect((await mine.send(calls.reauthenticateByCode, { params: own(mine), body })).status).toBe(422)
    expect(await isAskedAgain(mine)).toBe(true)
    expect(await theirs.send(calls.reauthenticateByCode, { params: own(theirs), body })).toMatchObject({ code: '200' })
  })

  test('of a company goes to its provider, which must ask again, and comes back to the same session', async () => {
    const employer = await federatedEmployer(portal)
    const user = await federatedUser(portal, employer, 'ann', { is_internal: true })
    await federatedUser(portal, employer, 'bob')
    const browser = await signedInLongAgo(user)
    const { method, startUrl } = await browser.call(calls.getReauthentication, { params: own(browser) })
    expect({ method, startUrl }).toEqual({
      method: 'provider',
      startUrl: `${startFederatedSignIn.path}?provider=${employer.providerId}&reauth=true`,
    })
    const trip = async (nameId: string, before = (assertion: string) => assertion) => {
      const location = (await browser.request('GET', startUrl ?? '')).headers.get('location') ?? ''
      const asked = readRequest(location)
      expect(asked.isForced).toBe(true)
      const answer = await post(portal, employer.provider.answer(asked, { nameId, before }), asked.relayState)
      return /#reauth=([\w-]{43})/.exec(answer.headers.get('location') ?? '')?.[1]
    }
    const handIn = (from: Browser, token = '') =>
      from.send(calls.reauthenticateByTicket, { params: own(from), body: { token } })
    const earlier = (assertion: string) =>
      assertion.replace(/AuthnInstant="[^"]*"/, `AuthnInstant="${new Date(Date.now() - 600_000).toISOString()}"`)
    expect(await trip('ann', earlier)).toBeUndefined()
    expect((await handIn(browser, await trip('bob'))).status).toBe(403)
    const elsewhere = await openSession(portal, user)
    expect((await handIn(elsewhere, await trip('ann'))).status).toBe(422)
    expect(await isAskedAgain(browser)).toBe(true)
    const ticket = await trip('ann')
    expect(await handIn(browser, ticket)).toMatchObject({ code: '200' })
    expect((await handIn(browser, ticket)).status).toBe(422)
    expect((await save(browser)).code).toMatch(/^(200|422)$/)
  })

  test('cannot confirm as another user in an emulated session', async () => {
    const [user, admin] = [await staff(), await staff()]
    const browser = await openSession(portal, user)
    await portal.make.emulation(admin, user)
    expect((await typePassword(browser, user.password)).status).toBe(403)
  })
})
