import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keyRing } from '../crypto/key-ring.ts'
import { readErasureList, writeErasureList } from './erasure-list.ts'

const keys = keyRing([{ id: 'test', key: '0123456789abcdef0123456789abcdef' }])
const [january, march] = ['2026-01-05T10:00:00.000Z', '2026-03-05T10:00:00.000Z']

test('the list keeps each user who was erased once, also where another one of the same number was erased later', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-list-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'erasures.json')
  const write = async (...erased: [user: number, madeAt: string][]) => {
    const rows = erased.map(([user, madeAt]) => ({ user, madeAt: new Date(madeAt) }))
    await writeErasureList(file, keys, { query: () => Promise.resolve({ rows }) } as never)
    return readErasureList(file, keys)
  }
  await write([7, january], [8, january])
  // The database was restored meanwhile, and gave the number 7 anew.
  const both = [
    { user: 8, madeAt: january },
    { user: 7, madeAt: january },
    { user: 7, madeAt: march },
  ]
  const byMoment = (list: unknown) => expect(list).toEqual(expect.arrayContaining(both))
  byMoment(await write([7, march]))
  const again = await write([7, march])
  byMoment(again)
  expect(again).toHaveLength(both.length)
})
