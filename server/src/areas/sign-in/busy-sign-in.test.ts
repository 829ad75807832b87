import { availableParallelism } from 'node:os'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../../test/portal.ts'

/** More than the queue of password hashing has places for one network. */
const GUESSES = 3 * (32 + availableParallelism())

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

test('a sign-in from a network that fills its part of the queue is refused with a request to try again, and then works', async () => {
  const user = await portal.make.user()
  const stored = await portal.hashing.hash('guess')
  let isFull = true
  const keepFull = async () => {
    while (isFull) await portal.hashing.verify(stored, 'guess', '127.0.0.1').catch(() => turn())
  }
  const guesses = Array.from({ length: GUESSES }, keepFull)
  const signIn = () => portal.browser().trySignIn(user.userName, user.password, { confirmed: true })
  let answer = await signIn()
  // One of the places may have been free.
  await expect.poll(async () => (answer = await signIn()).status, { timeout: 60_000 }).toBe(503)
  isFull = false
  await Promise.all(guesses)
  expect(answer).toMatchObject({ status: 503, message: 'The portal is busy. Try again in a moment.' })
  expect(answer.headers.get('retry-after')).toBe('1')
  expect((await signIn()).code).toBe('200')
})
