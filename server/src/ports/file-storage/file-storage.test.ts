import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type S3Server, startS3 } from '../../../test/s3-server.ts'
import { FileMissing, type FileStorage, StorageUnavailable } from './file-storage.ts'
import { folderStorage } from './folder-storage.ts'
import { s3Storage } from './s3-storage.ts'

let root: string
let s3: S3Server
const storages: Record<string, FileStorage> = {}
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'portico-storage-'))
  s3 = await startS3()
  storages['a folder'] = folderStorage(path.join(root, 'files'))
  storages['an S3 server'] = s3Storage(s3.place)
})
afterAll(async () => {
  for (const storage of Object.values(storages)) storage.close()
  await s3.stop()
  await rm(root, { recursive: true, force: true })
})

/** That many megabytes in chunks, the last of which may be a failure. */
async function* bytesOf(megabytes: number, failure?: Error): AsyncGenerator<Buffer> {
  for (let n = 0; n < megabytes * 16; n++) yield Buffer.alloc(64 * 1024, n % 251)
  yield Buffer.from('the end')
  if (failure) throw failure
}
const SIZE = (megabytes: number) => megabytes * 1024 * 1024 + 'the end'.length

describe.each(['a folder', 'an S3 server'])('%s', (name) => {
  const storage = () => storages[name] as FileStorage

  test.each([0, 1, 12])('stores %i MB unchanged, and returns the whole or a part', async (megabytes) => {
    const key = randomUUID()
    await storage().put(key, bytesOf(megabytes))
    const whole = await buffer(await storage().open(key))
    expect(whole.length).toBe(SIZE(megabytes))
    expect(whole.equals(await buffer(Readable.from(bytesOf(megabytes))))).toBe(true)
    const last = { start: SIZE(megabytes) - 3, end: SIZE(megabytes) - 1 }
    expect((await buffer(await storage().open(key, last))).toString()).toBe('end')
  })

  test('stores nothing of a file that breaks off, and reports why (R09)', async () => {
    for (const megabytes of [1, 12]) {
      const key = randomUUID()
      const failure = new Error('the sender is gone')
      await expect(storage().put(key, bytesOf(megabytes, failure))).rejects.toBe(failure)
      await expect(storage().open(key)).rejects.toThrow(StorageUnavailable)
    }
    await expect.poll(() => s3.unfinished()).toBe(0)
    expect((await readdir(root, { recursive: true })).filter((file) => file.endsWith('.part'))).toEqual([])
  })

  test('removes files, and succeeds when there is none', async () => {
    const key = randomUUID()
    await storage().put(key, bytesOf(0))
    await storage().remove(key)
    await storage().remove(key)
    await expect(storage().open(key)).rejects.toThrow(FileMissing)
  })
})

test('a folder that is not writable is unavailable', async () => {
  const file = path.join(root, 'no-folder')
  await writeFile(file, '')
  await chmod(file, 0o400)
  await expect(folderStorage(file).put(randomUUID(), bytesOf(0))).rejects.toThrow(StorageUnavailable)
})

test.each([
  ['does not answer', { endpoint: new URL('http://127.0.0.1:9') }],
  ['has no such bucket', { bucket: 'elsewhere' }],
])('a server that %s is unavailable', async (_why, place) => {
  const storage = s3Storage({ ...s3.place, ...place })

  await expect(storage.put(randomUUID(), bytesOf(0))).rejects.toThrow(StorageUnavailable)
  const opening = storage.open(randomUUID())
  await expect(opening).rejects.toThrow(StorageUnavailable)
  await expect(opening).rejects.not.toBeInstanceOf(FileMissing)
  storage.close()
})

test('what was removed is read where the bucket keeps versions, by a storage that asks for it', async () => {
  const versioned = await startS3({ keepsVersions: true })
  const [plain, former] = [s3Storage(versioned.place), s3Storage(versioned.place, { readsRemoved: true })]
  try {
    const [key, other] = [randomUUID(), randomUUID()]
    await plain.put(key, bytesOf(1))
    expect((await buffer(await former.open(key))).length).toBe(SIZE(1))
    await plain.remove(key)
    await expect(plain.open(key)).rejects.toThrow(FileMissing)
    expect((await buffer(await former.open(key))).length).toBe(SIZE(1))
    expect((await buffer(await former.open(key, { start: SIZE(1) - 3, end: SIZE(1) - 1 }))).toString()).toBe('end')
    await expect(former.open(other)).rejects.toThrow(FileMissing)
  } finally {
    plain.close()
    former.close()
    await versioned.stop()
  }
})

test('a storage that asks for what was removed says that it is missing where the bucket keeps no versions', async () => {
  const former = s3Storage(s3.place, { readsRemoved: true })
  try {
    await expect(former.open(randomUUID())).rejects.toThrow(FileMissing)
  } finally {
    former.close()
  }
})
