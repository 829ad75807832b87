import * as calls from '@portico/contract/second-factor/second-factor.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../../../test/browser.ts'
import type { MadeUser } from '../../../../test/make.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { keyRing } from '../../../crypto/key-ring.ts'
import { everything } from '../../../db/scope.ts'
import { renewRecoveryCodes } from '../factors/recovery-codes.ts'
import { codeNow, giveApp } from '../test/authenticator-app.ts'

/** Two nodes on one database: single use holds across nodes. */
let portal: Portal
let another: Portal
beforeAll(async () => {
  const environment = { PORTAL_SECOND_FACTOR: 'built-in' }
  portal = await startPortal({ environment })
  another = await startPortal({ environment, beside: portal })
})
afterAll(async () => {
  await another.close()
  await portal.close()
})

/** Starts a sign-in of this user in that many browsers, spread over both nodes. */
async function halfWay(user: MadeUser, browsers: number): Promise<Browser[]> {
  return Promise.all(
    Array.from({ length: browsers }, async (_one, n) => {
      const browser = (n % 2 === 0 ? portal : another).browser()
      await browser.trySignIn(user.userName, user.password)
      return browser
    }),
  )
}

const codesOf = (answers: { code: string }[]) => answers.map(({ code }) => code).toSorted()

test('one code of the app used in five browsers on two nodes at once opens one session (S18)', async () => {
  const user = await portal.make.user({ second_factor_required: true })
  await giveApp(portal, user)
  const browsers = await halfWay(user, 5)
  const code = await codeNow(portal)
  const answers = await Promise.all(
    browsers.map((browser) => browser.send(calls.verifyCode, { body: { code, trustDevice: false } })),
  )
  expect(codesOf(answers)).toEqual(['200', '422', '422', '422', '422'])
})

test('one recovery code used in five browsers on two nodes at once opens one session, and the other nine codes stay valid', async () => {
  const user = await portal.make.user({ second_factor_required: true })
  await giveApp(portal, user)
  const keys = keyRing(portal.config.secretKeys)
  const db = portal.database.jobs
  const [code = ''] = await db.transact(everything, (tx) => renewRecoveryCodes(keys, tx, user.id))
  const browsers = await halfWay(user, 5)
  const answers = await Promise.all(
    browsers.map((browser) => browser.send(calls.verifyRecoveryCode, { body: { code } })),
  )
  expect(codesOf(answers)).toEqual(['200', '422', '422', '422', '422'])
  expect(answers.find((answer) => answer.code === '200')?.data).toMatchObject({ recoveryCodesLeft: 9 })
  const used = await portal.owner('select 1 from recovery_codes where user_id = $1 and used_at is not null', [user.id])
  expect(used).toHaveLength(1)
})

test('two codes used in one browser at once open one session, and one code stays valid', async () => {
  const user = await portal.make.user({ second_factor_required: true })
  await giveApp(portal, user)
  const keys = keyRing(portal.config.secretKeys)
  const db = portal.database.jobs
  const codes = await db.transact(everything, (tx) => renewRecoveryCodes(keys, tx, user.id))
  const [browser] = await halfWay(user, 1)
  const answers = await Promise.all(
    codes.slice(0, 3).map(async (code) => browser?.send(calls.verifyRecoveryCode, { body: { code } })),
  )
  expect(answers.filter((answer) => answer?.code === '200')).toHaveLength(1)
  const used = await portal.owner('select 1 from recovery_codes where user_id = $1 and used_at is not null', [user.id])
  expect(used).toHaveLength(1)
})

test('attempts are counted over all browsers and nodes together (S18)', async () => {
  const user = await portal.make.user({ second_factor_required: true })
  await giveApp(portal, user)
  const browsers = await halfWay(user, 5)
  const answers = await Promise.all(
    browsers.flatMap((browser) =>
      [1, 2, 3].map(() => browser.send(calls.verifyCode, { body: { code: '000000', trustDevice: false } })),
    ),
  )
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
})
