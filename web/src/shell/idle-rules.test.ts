import { expect, test } from 'vitest'
import { formatCountdown, idleState } from './idle-rules.ts'

const MINUTE = 60_000

test('for most of the time no warning is due', () => {
  expect(idleState(0, 30, 5 * MINUTE)).toEqual({ kind: 'active', checkAgainMs: 23 * MINUTE })
})

test('two minutes before the end the warning is due', () => {
  expect(idleState(0, 30, 28 * MINUTE)).toMatchObject({ kind: 'warning', secondsLeft: 120 })
  expect(idleState(0, 30, 28 * MINUTE - 1)).toMatchObject({ kind: 'active', checkAgainMs: 1 })
})

test('the next check is due when the next second begins', () => {
  expect(idleState(0, 30, 29 * MINUTE + 400)).toEqual({ kind: 'warning', secondsLeft: 60, checkAgainMs: 600 })
})

test('at the end, and any time after it, the session has expired', () => {
  expect(idleState(0, 30, 30 * MINUTE)).toEqual({ kind: 'expired' })
  expect(idleState(0, 30, 300 * MINUTE)).toEqual({ kind: 'expired' })
})

test('with a timeout of two minutes the warning does not begin at once', () => {
  expect(idleState(0, 2, 30_000)).toMatchObject({ kind: 'active' })
  expect(idleState(0, 2, MINUTE)).toMatchObject({ kind: 'warning', secondsLeft: 60 })
})

test('the time left is shown in minutes and seconds', () => {
  expect([formatCountdown(120), formatCountdown(95), formatCountdown(9)]).toEqual(['2:00', '1:35', '0:09'])
})
