import { Readable } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import { type FileStorage, StorageAway } from './file-storage.ts'
import { patientStorage } from './patient-storage.ts'

afterEach(() => void vi.useRealTimers())

const PATIENCE = 40
const never = () => new Promise<never>(() => undefined)

/** A storage that keeps what it is given, unless something else is said. */
function storageWith(own: Partial<FileStorage> = {}) {
  const kept = new Map<string, Buffer>()
  const storage: FileStorage = {
    put: async (key, bytes) => {
      const chunks: Buffer[] = []
      for await (const chunk of bytes) chunks.push(chunk)
      kept.set(key, Buffer.concat(chunks))
    },
    open: (key) => Promise.resolve(Readable.from([kept.get(key)])),
    remove: (key) => Promise.resolve(void kept.delete(key)),
    close: () => undefined,
    ...own,
  }
  return { kept, patient: patientStorage(storage, PATIENCE) }
}

/** Bytes that say whether anybody closed them. */
function bytesThatEnd(pause = 0) {
  const seen = { isClosed: false }
  async function* bytes() {
    try {
      for (const letter of 'abc') {
        if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
        yield Buffer.from(letter)
      }
    } finally {
      seen.isClosed = true
    }
  }
  return { seen, bytes: bytes() }
}

test('a storage that takes the first bytes and then falls silent is away, and the bytes are closed', async () => {
  const { patient } = storageWith({
    put: async (_, bytes) => {
      for await (const chunk of bytes) if (chunk.length > 0) await never()
    },
  })
  const { seen, bytes } = bytesThatEnd()
  await expect(patient.put('key', bytes)).rejects.toThrow(StorageAway)
  await expect.poll(() => seen.isClosed).toBe(true)
})

test('a storage that does not even begin, open or remove is away', async () => {
  const { patient } = storageWith({ put: never, open: never, remove: never })
  await expect(patient.put('key', bytesThatEnd().bytes)).rejects.toThrow(StorageAway)
  await expect(patient.open('key')).rejects.toThrow(StorageAway)
  await expect(patient.remove('key')).rejects.toThrow(StorageAway)
})

test('a sender who takes his time is not the storage’s silence', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { kept, patient } = storageWith()
  const putting = patient.put('key', bytesThatEnd(PATIENCE * 1.5).bytes)
  await vi.advanceTimersByTimeAsync(PATIENCE * 10)
  await putting
  expect(kept.get('key')?.toString()).toBe('abc')
})

test('whoever goes is waited for no longer, and what is stored after that is removed', async () => {
  const goOn = Promise.withResolvers<void>()
  const remove = vi.fn<FileStorage['remove']>(() => Promise.resolve())
  const { patient } = storageWith({ put: () => goOn.promise, remove })
  const sender = new AbortController()
  const putting = patient.put('key', bytesThatEnd().bytes, sender.signal)
  sender.abort(new Error('gone'))
  await expect(putting).rejects.toThrow('gone')
  expect(remove).not.toHaveBeenCalled()
  goOn.resolve()
  await expect.poll(() => remove.mock.calls).toEqual([['key']])
})

test('a failure of the storage is handed on as it is', async () => {
  const { patient } = storageWith({ put: () => Promise.reject(new StorageAway('EIO')) })
  await expect(patient.put('key', bytesThatEnd().bytes)).rejects.toThrow('EIO')
})
