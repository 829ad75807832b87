import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import yauzl from 'yauzl'
import { type ZipPart, zipArchive } from './zip-archive.ts'

/** The texts of an archive by their names, as a library that others wrote reads them. */
async function textsOf(archive: Buffer): Promise<Record<string, string>> {
  const file = await yauzl.fromBufferPromise(archive)
  const texts: Record<string, string> = {}
  for await (const entry of file.eachEntry()) {
    const content = await text(await file.openReadStreamPromise(entry))
    expect(entry.crc32).toBe(crc32(content))
    texts[entry.fileName] = content
  }
  return texts
}

const archiveOf = (parts: Iterable<ZipPart>, zip64From?: number) => buffer(zipArchive(parts, zip64From))

/** Texts that deflating hardly makes shorter. */
const noise = (length: number) =>
  Array.from({ length }, (_, n) => String.fromCharCode(33 + ((n * n * 7919 + n * 31) % 50_000))).join('')

const texts = {
  'empty.xml': [],
  'pieces.xml': ['a piece', '', ' and the next, “quoted” 𝒻é'],
  'folder/long.xml': [noise(32_768), '€'.repeat(100_000), 'the end'],
}
const parts = Object.entries(texts).map(([name, each]) => ({ name, text: each }))
const whole = Object.fromEntries(Object.entries(texts).map(([name, each]) => [name, each.join('')]))

test('an archive has every text under its name, whatever its length and its characters', async () => {
  expect(await textsOf(await archiveOf(parts))).toEqual(whole)
})

test('an archive beyond 4 GiB is read by its fields of 64 bits', async () => {
  const [plain, large] = [await archiveOf(parts), await archiveOf(parts, 1_000)]
  expect(await textsOf(large)).toEqual(whole)
  expect(large.readUInt32LE(large.length - 6)).toBe(0xffff_ffff)
  expect(plain.readUInt32LE(plain.length - 6)).toBeLessThan(plain.length)
})

test('equal texts make equal archives', async () => {
  expect(await archiveOf(parts)).toEqual(await archiveOf(parts))
})

test('a text is made no faster than the archive is read', async () => {
  let made = 0
  const piece = noise(32_768)
  async function* pieces() {
    for (; made < 200; made++) yield piece
  }
  const archive = zipArchive([{ name: 'long.xml', text: pieces() }])
  for (let chunk = 0; chunk < 10; chunk++) await archive.next()
  expect(made).toBeGreaterThan(0)
  expect(made).toBeLessThan(10)
  expect((await buffer(archive)).length).toBeGreaterThan(100 * 32_768)
})

test('a text is closed when its reader is gone', async () => {
  const closed = Promise.withResolvers<void>()
  async function* pieces() {
    try {
      for (let n = 0; n < 500; n++) yield noise(10_000)
    } finally {
      closed.resolve()
    }
  }
  const archive = Readable.from(zipArchive([{ name: 'long.xml', text: pieces() }]), { objectMode: false })
  let read = 0
  for await (const chunk of archive) {
    read += (chunk as Buffer).length
    if (read > 50_000) break
  }
  await closed.promise
})
