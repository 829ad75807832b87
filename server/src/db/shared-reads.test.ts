import { expect, it } from 'vitest'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { sharedReads } from './shared-reads.ts'

it('a caller during a running read gets the next one, shared with all who wait', async () => {
  const begun: string[] = []
  const finish: (() => void)[] = []
  const read = sharedReads((key) => {
    begun.push(key)
    const number = begun.length
    return new Promise<number>((resolve) => finish.push(() => resolve(number)))
  })
  const first = read('a')
  const later = [read('a'), read('a')]
  const other = read('b')
  expect(begun).toEqual(['a', 'b'])
  for (const one of finish) one()
  expect(await first).toBe(1)
  expect(await other).toBe(2)
  await expect.poll(() => finish.length).toBe(3)
  finish[2]?.()
  expect(await Promise.all(later)).toEqual([3, 3])
  void read('a')
  expect(begun).toHaveLength(4)
})

it('a read that fails rejects for all who share it, and the next one tries again', async () => {
  let attempts = 0
  const read = sharedReads(async () => {
    attempts += 1
    if (attempts < 3) throw new Error(`try ${attempts}`)
    return attempts
  })
  const both = [read('a'), read('a')]
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await read('a')).toBe(3)
})

it('where the database is away, who waits for the next read hears of it with the first, and a later read tries again', async () => {
  let attempts = 0
  const read = sharedReads(async () => {
    attempts += 1
    if (attempts === 1) throw new DatabaseUnavailable(true, undefined)
    return attempts
  })
  const both = await Promise.allSettled([read('a'), read('a')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(attempts).toBe(1)
  expect(await read('a')).toBe(2)
})
