import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { remembered } from './remembered.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

it('rows are asked for once, until their time is over', async () => {
  const load = vi.fn(async (key: string) => key.toUpperCase())
  const memory = remembered({ milliseconds: 2_000, most: 10 }, load)
  expect(await Promise.all([memory.read('a'), memory.read('a'), memory.read('b')])).toEqual(['A', 'A', 'B'])
  expect(load).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(2_001)
  await memory.read('a')
  expect(load).toHaveBeenCalledTimes(3)
})

it('a failure and an absence are not remembered', async () => {
  const answers = [async () => Promise.reject(new Error('away')), async () => undefined, async () => 'here']
  const memory = remembered({ milliseconds: 2_000, most: 10 }, async (_key: string) => answers.shift()?.())
  await expect(memory.read('a')).rejects.toThrow('away')
  expect(await memory.read('a')).toBeUndefined()
  expect(await memory.read('a')).toBe('here')
})
