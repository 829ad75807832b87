import { expect, test } from 'vitest'
import { usualPace } from './pace.ts'

test('whoever waits for a server that hangs hears of it before five seconds are over (R21)', () => {
  expect(usualPace.patienceMs).toBeLessThan(5_000)
})
