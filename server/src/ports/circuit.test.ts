import { expect, test } from 'vitest'
import { circuit } from './circuit.ts'

test('after three failures in a row a service is not called for a while, then one caller tries first', () => {
  let now = 0
  const breaker = circuit({ failures: 3, cooldownMs: 1000 }, () => now)
  for (let n = 0; n < 2; n++) breaker.failed()
  expect(breaker.isOpen()).toBe(false)
  breaker.failed()
  expect(breaker.isOpen()).toBe(true)
  now = 1000
  expect([breaker.isOpen(), breaker.isOpen()]).toEqual([false, true])
  breaker.failed()
  now = 1500
  expect(breaker.isOpen()).toBe(true)
  now = 2000
  expect(breaker.isOpen()).toBe(false)
  breaker.succeeded()
  expect([breaker.isOpen(), breaker.isOpen()]).toEqual([false, false])
})

test('failures with successes between them do not open the circuit', () => {
  const breaker = circuit({ failures: 2, cooldownMs: 1000 }, () => 0)
  for (let n = 0; n < 5; n++) {
    breaker.failed()
    breaker.succeeded()
  }
  expect(breaker.isOpen()).toBe(false)
})
