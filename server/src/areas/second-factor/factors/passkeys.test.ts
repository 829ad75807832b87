import type { PasskeyProof } from '@portico/contract/second-factor/passkey.ts'
import * as calls from '@portico/contract/second-factor/second-factor.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, Raw } from '../../../../test/browser.ts'
import { eventsAbout } from '../../../../test/events.ts'
import { openSession } from '../../../../test/guards/people.ts'
import type { MadeUser } from '../../../../test/make.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { type Ceremony, SoftwarePasskey } from '../test/software-passkey.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ environment: { PORTAL_SECOND_FACTOR: 'built-in' } })
})
afterAll(() => portal.close())

const NOT_ACCEPTED = { status: 422, data: [{ field: 'credential' }] }
const NOTHING_WAITS = { status: 401, code: '401' }

async function halfWay(user: MadeUser): Promise<Browser> {
  const browser = portal.browser()
  await browser.trySignIn(user.userName, user.password, { confirmed: true })
  return browser
}

/** A user who enrolled this passkey while signing in. */
async function withPasskey(): Promise<{ user: MadeUser; passkey: SoftwarePasskey }> {
  const user = await portal.make.user({ second_factor_required: true })
  const passkey = new SoftwarePasskey()
  const { answer } = await enroll(user, passkey)
  expect(answer.code).toBe('200')
  return { user, passkey }
}

async function enroll(user: MadeUser, passkey: SoftwarePasskey, wrong: Partial<Ceremony> = {}) {
  const browser = await halfWay(user)
  const { challenge } = await browser.call(calls.startPasskeyEnrollment, { body: {} })
  const credential = passkey.make({ challenge, origin: portal.origin, ...wrong })
  return { browser, credential, answer: await browser.send(calls.confirmPasskeyEnrollment, { body: { credential } }) }
}

/** The proof shown at the prompt, for the challenge issued to this browser. */
async function prove(browser: Browser, passkey: SoftwarePasskey, wrong: Partial<Ceremony> = {}) {
  const { challenge } = await browser.call(calls.startPasskeyCheck, { body: {} })
  return passkey.prove({ challenge, origin: portal.origin, ...wrong })
}

const show = (browser: Browser, credential: PasskeyProof) =>
  browser.send(calls.verifyPasskey, {
    body: { credential, trustDevice: false },
  })

async function finish(browser: Browser, shown: Raw<unknown>) {
  const { token } = shown.data as { token: string }
  const passed = await browser.call(calls.secondFactorLogin, { body: { token } })
  return browser.send(calls.checkSecondFactorUser, { query: passed })
}

describe('a user with a passkey', () => {
  test('enrolled it while signing in and signs in with it repeatedly (SIGN-003)', async () => {
    const { user, passkey } = await withPasskey()
    for (let n = 0; n < 2; n++) {
      const browser = await halfWay(user)
      const prompt = await browser.call(calls.getSecondFactorPrompt, {})
      expect(prompt).toMatchObject({ step: 'show', hasPasskey: true, recoveryCodesLeft: 10 })
      expect((await finish(browser, await show(browser, await prove(browser, passkey)))).code).toBe('200')
    }
    const [row] = await portal.owner('select signature_counter::int as n from passkeys where user_id = $1', [user.id])
    expect(row).toEqual({ n: 3 })
  })

  test('whose authenticator has no counter can sign in', async () => {
    const user = await portal.make.user({ second_factor_required: true })
    const passkey = new SoftwarePasskey()
    expect((await enroll(user, passkey, { counter: 0 })).answer.code).toBe('200')
    for (let n = 0; n < 2; n++) {
      const browser = await halfWay(user)
      expect((await show(browser, await prove(browser, passkey, { counter: 0 }))).code).toBe('200')
    }
  })

  test.each<[string, Partial<Ceremony>]>([
    ['on a page of another site', { origin: 'https://portal.evil.test' }],
    ['on another port of this host', { origin: 'http://localhost:1' }],
    ['for another host', { rpId: 'evil.test' }],
    ['under a challenge of its own', { challenge: 'x'.repeat(43) }],
    ['in the words of a new passkey', { type: 'webauthn.create' }],
    ['with another key', { isForged: true }],
    ['without anybody touching it', { flags: 0 }],
    ['with a counter that stands still', { counter: 1 }],
    ['with a counter that falls back', { counter: 0 }],
  ])('cannot sign in with a proof made %s (S19)', async (_how, wrong) => {
    const { user, passkey } = await withPasskey()
    const browser = await halfWay(user)
    expect(await show(browser, await prove(browser, passkey, wrong))).toMatchObject(NOT_ACCEPTED)
    // The right proof is accepted, under a new challenge.
    expect((await show(browser, await prove(browser, passkey))).code).toBe('200')
  })

  test('can use a proof once: neither again, nor in another browser, nor twenty times at once (S19)', async () => {
    const { user, passkey } = await withPasskey()
    const [browser, other] = [await halfWay(user), await halfWay(user)]
    const proof = await prove(browser, passkey)
    await other.call(calls.startPasskeyCheck, { body: {} })
    expect(await show(other, proof)).toMatchObject(NOT_ACCEPTED)
    const answers = await Promise.all(Array.from({ length: 20 }, () => show(browser, proof)))
    expect(answers.filter(({ code }) => code === '200')).toHaveLength(1)
    expect(await show(browser, proof)).toMatchObject(NOTHING_WAITS)
  })

  test('cannot retry a challenge after a wrong proof', async () => {
    const { user, passkey } = await withPasskey()
    const browser = await halfWay(user)
    const { challenge } = await browser.call(calls.startPasskeyCheck, { body: {} })
    const made = { challenge, origin: portal.origin }
    expect(await show(browser, passkey.prove({ ...made, isForged: true }))).toMatchObject(NOT_ACCEPTED)
    expect(await show(browser, passkey.prove(made))).toMatchObject(NOTHING_WAITS)
  })

  test('has five attempts in five minutes, as with codes (S18)', async () => {
    const { user, passkey } = await withPasskey()
    const browser = await halfWay(user)
    const statuses: number[] = []
    for (let n = 0; n < 6; n++)
      statuses.push((await show(browser, await prove(browser, passkey, { isForged: true }))).status)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
    expect((await show(browser, await prove(browser, passkey))).status).toBe(429)
  })
})

describe('another user’s passkey', () => {
  test('does not open this account, nor is it named in its prompt', async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()]
    const browser = await halfWay(mine.user)
    const { allowCredentials } = await browser.call(calls.startPasskeyCheck, { body: {} })
    expect(allowCredentials.map(({ id }) => id)).toEqual([mine.passkey.id])
    expect(await show(browser, await prove(browser, theirs.passkey))).toMatchObject(NOT_ACCEPTED)
  })

  test('cannot be enrolled again under this account', async () => {
    const theirs = await withPasskey()
    const user = await portal.make.user({ second_factor_required: true })
    const copy = new SoftwarePasskey(Buffer.from(theirs.passkey.id, 'base64url'))
    expect((await enroll(user, copy)).answer).toMatchObject(NOT_ACCEPTED)
  })
})

describe('a new passkey', () => {
  test.each<[string, Partial<Ceremony>]>([
    ['on a page of another site', { origin: 'https://portal.evil.test' }],
    ['for another host', { rpId: 'evil.test' }],
    ['under a challenge of its own', { challenge: 'x'.repeat(43) }],
    ['in the words of a proof', { type: 'webauthn.get' }],
    ['without anybody touching it', { flags: 0 }],
  ])('made %s is refused', async (_how, wrong) => {
    const user = await portal.make.user({ second_factor_required: true })
    expect((await enroll(user, new SoftwarePasskey(), wrong)).answer).toMatchObject(NOT_ACCEPTED)
    expect(await portal.owner('select 1 from passkeys where user_id = $1', [user.id])).toEqual([])
  })

  test('is accepted once for one challenge', async () => {
    const user = await portal.make.user({ second_factor_required: true })
    const { browser, credential, answer } = await enroll(user, new SoftwarePasskey())
    expect(answer.code).toBe('200')
    expect((await browser.send(calls.confirmPasskeyEnrollment, { body: { credential } })).status).toBe(401)
  })
})

test('a passkey that I removed in my account settings opens nothing any more', async () => {
  const { user, passkey } = await withPasskey()
  const second = new SoftwarePasskey()
  const browser = await openSession(portal, user)
  const params = { uid: user.id }
  const body = { currentPassword: user.password }
  const { challenge } = await browser.call(calls.addPasskey, { params, body })
  const credential = second.make({ challenge, origin: portal.origin })
  await browser.call(calls.confirmPasskey, { params, body: { credential } })
  const listed = async () => (await browser.call(calls.getOwnFactors, { params })).passkeys
  const passkeys = await listed()
  expect(passkeys).toMatchObject([{}, { lastUsedDt: null }])
  const passkeyId = passkeys[0]?.passkeyId ?? 0
  await browser.call(calls.removePasskey, { params, body: { ...body, passkeyId } })
  const half = await halfWay(user)
  expect(await show(half, await prove(half, passkey))).toMatchObject(NOT_ACCEPTED)
  expect((await show(half, await prove(half, second))).code).toBe('200')
  expect(await listed()).toMatchObject([{ lastUsedDt: expect.any(Date) as Date }])
  // Enrolled at sign-in, added, removed.
  expect((await eventsAbout(portal, user)).filter((event) => event === 'second_factor_changed')).toHaveLength(3)
  expect(await eventsAbout(portal, user)).toContain('authn_factor_success')
})

test('another user cannot remove my passkey', async () => {
  const { user } = await withPasskey()
  const [row] = await portal.owner('select id from passkeys where user_id = $1', [user.id])
  const stranger = await portal.make.user()
  const browser = await openSession(portal, stranger)
  const body = { currentPassword: stranger.password, passkeyId: Number(row?.['id']) }
  const answer = await browser.send(calls.removePasskey, { params: { uid: stranger.id }, body })
  expect(answer.status).toBe(404)
  expect(await portal.owner('select 1 from passkeys where user_id = $1', [user.id])).toHaveLength(1)
})
