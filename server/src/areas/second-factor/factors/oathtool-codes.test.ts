import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import * as calls from '@portico/contract/second-factor/second-factor.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { startHalfMinute } from '../test/authenticator-app.ts'
import { newSeed, stepOfCode } from './totp.ts'

/** The six-digit code that an independent program computes for a seed at a time. */
async function codeOf(seed: string, moment: Date): Promise<string> {
  const now = `${moment.toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const { stdout } = await promisify(execFile)('/usr/bin/oathtool', ['--totp', '--base32', '--now', now, seed])
  return stdout.trim()
}

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ environment: { PORTAL_SECOND_FACTOR: 'built-in' } })
})
afterAll(() => portal.close())

const portalTime = async () => (await portal.owner('select clock_now() as now'))[0]?.['now'] as Date

test.each(['2026-01-01T00:00:00Z', '2026-11-21T09:59:59Z', '2033-05-18T03:33:20Z', '2069-12-31T23:59:31Z'])(
  'new seeds have the same codes as in oathtool at %s (S18)',
  async (when) => {
    const moment = new Date(when)
    for (let n = 0; n < 5; n++) {
      const seed = newSeed()
      expect(stepOfCode(seed, await codeOf(seed, moment), moment)).toBe(Math.floor(moment.getTime() / 30_000))
    }
  },
)

test('an app that is oathtool is set up while signing in, and opens a session the next time (SIGN-003)', async () => {
  const user = await portal.make.user({ second_factor_required: true })
  const browser = portal.browser()
  await browser.trySignIn(user.userName, user.password)
  const { secret, address } = await browser.call(calls.startAuthenticatorEnrollment, { body: {} })
  expect(new URL(address).searchParams.get('secret')).toBe(secret)
  await startHalfMinute(portal)
  const code = await codeOf(secret, new Date((await portalTime()).getTime() - 30_000))
  await browser.call(calls.confirmAuthenticatorEnrollment, { body: { code } })

  await browser.trySignIn(user.userName, user.password)
  const next = await codeOf(secret, await portalTime())
  const { token } = await browser.call(calls.verifyCode, { body: { code: next, trustDevice: false } })
  const passed = await browser.call(calls.secondFactorLogin, { body: { token } })
  expect((await browser.send(calls.checkSecondFactorUser, { query: passed })).code).toBe('200')
})
