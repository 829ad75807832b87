import { Readable } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import { type FileStorage, StorageUnavailable } from './file-storage.ts'
import { withTimeouts } from './with-timeouts.ts'

afterEach(() => void vi.useRealTimers())

const TIMEOUT_MS = 40
const never = () => new Promise<never>(() => undefined)

/** A storage in memory, with the given methods replaced. */
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
  return { kept, guarded: withTimeouts(storage, TIMEOUT_MS) }
}

/** Bytes that record whether they were closed. */
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

test('a storage that stops after the first bytes is unavailable, and the bytes are closed', async () => {
  const { guarded } = storageWith({
    put: async (_, bytes) => {
      for await (const chunk of bytes) if (chunk.length > 0) await never()
    },
  })
  const { seen, bytes } = bytesThatEnd()
  await expect(guarded.put('key', bytes)).rejects.toThrow(StorageUnavailable)
  await expect.poll(() => seen.isClosed).toBe(true)
})

test('a storage that does not even start, open or remove is unavailable', async () => {
  const { guarded } = storageWith({ put: never, open: never, remove: never })
  await expect(guarded.put('key', bytesThatEnd().bytes)).rejects.toThrow(StorageUnavailable)
  await expect(guarded.open('key')).rejects.toThrow(StorageUnavailable)
  await expect(guarded.remove('key')).rejects.toThrow(StorageUnavailable)
})

test('a slow sender is not a timeout of the storage', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { kept, guarded } = storageWith()
  const putting = guarded.put('key', bytesThatEnd(TIMEOUT_MS * 1.5).bytes)
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS * 10)
  await putting
  expect(kept.get('key')?.toString()).toBe('abc')
})

test('an upload whose sender is gone is not waited for, and a file stored after that is removed', async () => {
  const goOn = Promise.withResolvers<void>()
  const remove = vi.fn<FileStorage['remove']>(() => Promise.resolve())
  const { guarded } = storageWith({ put: () => goOn.promise, remove })
  const sender = new AbortController()
  const putting = guarded.put('key', bytesThatEnd().bytes, sender.signal)
  sender.abort(new Error('gone'))
  await expect(putting).rejects.toThrow('gone')
  expect(remove).not.toHaveBeenCalled()
  goOn.resolve()
  await expect.poll(() => remove.mock.calls).toEqual([['key']])
})

test('an error of the storage is passed on unchanged', async () => {
  const { guarded } = storageWith({ put: () => Promise.reject(new StorageUnavailable('EIO')) })
  await expect(guarded.put('key', bytesThatEnd().bytes)).rejects.toThrow('EIO')
})
