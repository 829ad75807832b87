import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ttlCache } from './ttl-cache.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  // The library takes an entry of time 0 for one without a lifetime.
  vi.advanceTimersByTime(1)
})
afterEach(() => void vi.useRealTimers())

it('rows are loaded once, until they expire', async () => {
  const load = vi.fn(async (key: string) => key.toUpperCase())
  const cache = ttlCache({ ttlMs: 2_000, maxEntries: 10 }, load)
  expect(await Promise.all([cache.read('a'), cache.read('a'), cache.read('b')])).toEqual(['A', 'A', 'B'])
  expect(load).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(2_001)
  await cache.read('a')
  expect(load).toHaveBeenCalledTimes(3)
})

it('a failure and an absence are not remembered', async () => {
  const answers = [async () => Promise.reject(new Error('away')), async () => undefined, async () => 'here']
  const cache = ttlCache({ ttlMs: 2_000, maxEntries: 10 }, async (_key: string) => answers.shift()?.())
  await expect(cache.read('a')).rejects.toThrow('away')
  expect(await cache.read('a')).toBeUndefined()
  expect(await cache.read('a')).toBe('here')
})

it('what is loaded while the cache is cleared is answered and not kept', async () => {
  const before = Promise.withResolvers<string>()
  const answers = [before.promise, Promise.resolve('after')]
  const cache = ttlCache({ ttlMs: 2_000, maxEntries: 10 }, async (_key: string) => answers.shift() ?? 'once more')
  const reading = cache.read('a')
  cache.clear()
  before.resolve('before')
  expect(await reading).toBe('before')
  expect(await cache.read('a')).toBe('after')
})
