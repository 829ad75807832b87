import { expect, test } from 'vitest'
import { circuit } from './circuit.ts'

test('after three failures in a row a service is not called for a while, then one caller tries first', () => {
  let now = 0
  const rests = circuit({ failures: 3, restMs: 1000 }, () => now)
  for (let n = 0; n < 2; n++) rests.failed()
  expect(rests.isOpen()).toBe(false)
  rests.failed()
  expect(rests.isOpen()).toBe(true)
  now = 1000
  expect([rests.isOpen(), rests.isOpen()]).toEqual([false, true])
  rests.failed()
  now = 1500
  expect(rests.isOpen()).toBe(true)
  now = 2000
  expect(rests.isOpen()).toBe(false)
  rests.succeeded()
  expect([rests.isOpen(), rests.isOpen()]).toEqual([false, false])
})

test('failures with successes between them do not open the circuit', () => {
  const rests = circuit({ failures: 2, restMs: 1000 }, () => 0)
  for (let n = 0; n < 5; n++) {
    rests.failed()
    rests.succeeded()
  }
  expect(rests.isOpen()).toBe(false)
})
