import { expect, test } from 'vitest'
import { defaultTimings } from './timings.ts'

test('a call to a server that hangs fails before five seconds are over (R21)', () => {
  expect(defaultTimings.upstreamTimeoutMs).toBeLessThan(5_000)
})
