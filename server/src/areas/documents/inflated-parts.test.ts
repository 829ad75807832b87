import { expect, test } from 'vitest'
import { InflatedParts } from './inflated-parts.ts'

/** The header of a part without a name and without bytes. */
const emptyPart = Buffer.alloc(30)
emptyPart.writeUInt32LE(0x04034b50)

test('an archive with more than 2,000 parts is given up at the next one: millions would fill the memory', async () => {
  const parts = new InflatedParts()
  expect(await parts.take(Buffer.concat(Array.from({ length: 2_000 }, () => emptyPart)))).toBe(true)
  expect(await parts.take(emptyPart)).toBe(false)
})
