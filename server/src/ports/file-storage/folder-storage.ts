import { createReadStream, open as openDescriptor } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { FileMissing, type FileStorage, StorageUnavailable, StorageFull } from './file-storage.ts'
import { syncPath } from '../../sync-path.ts'

/** Chunks are collected to this size, so that a large file needs few system calls. */
const WRITE_AT_ONCE = 512 * 1024
const READ_AT_ONCE = 512 * 1024

const openPlain = promisify((file: string, done: (error: NodeJS.ErrnoException | null, descriptor: number) => void) =>
  openDescriptor(file, 'r', done),
)

/** Name of an unfinished file. */
const half = (file: string) => `${file}.part`

/** Stores files in a folder of this machine, or of a POSIX network drive. */
export function folderStorage(folder: string): FileStorage {
  const fileOf = (key: string) => path.join(folder, key.slice(0, 2), key)
  return {
    put: async (key, bytes) => {
      const file = fileOf(key)
      await asStorageError(() => makeFolder(folder, path.dirname(file)))
      const handle = await asStorageError(() => open(half(file), 'wx', 0o600))
      try {
        await writeAll(handle, bytes)
        await asStorageError(() => handle.sync())
        await asStorageError(() => handle.close())
        await asStorageError(() => rename(half(file), file))
        await asStorageError(() => syncPath(path.dirname(file)))
      } catch (error) {
        await handle.close().catch(() => undefined)
        await rm(half(file), { force: true }).catch(() => undefined)
        await rm(file, { force: true }).catch(() => undefined)
        throw error
      }
    },
    open: (key, range) =>
      // A stream on a plain descriptor costs less CPU than one on a handle.
      asStorageError(async () =>
        createReadStream('', { fd: await openPlain(fileOf(key)), highWaterMark: READ_AT_ONCE, ...range }),
      ),
    remove: (key) =>
      asStorageError(async () => {
        await rm(half(fileOf(key)), { force: true })
        await rm(fileOf(key), { force: true })
      }),
    close: () => undefined,
  }
}

/** Writes one batch while the next one is read. */
async function writeAll(handle: FileHandle, bytes: AsyncIterable<Buffer>): Promise<void> {
  let batch: Buffer[] = []
  let size = 0
  let writing = Promise.resolve()
  const flush = async () => {
    await writing
    const full = batch
    writing = asStorageError(() => writeBatch(handle, full))
    // The error is thrown at the next flush.
    writing.catch(() => undefined)
    batch = []
    size = 0
  }
  try {
    for await (const chunk of bytes) {
      batch.push(chunk)
      size += chunk.length
      if (size >= WRITE_AT_ONCE) await flush()
    }
    await flush()
  } finally {
    await writing
  }
}

async function writeBatch(handle: FileHandle, batch: Buffer[]): Promise<void> {
  if (batch.length === 0) return
  const size = batch.reduce((sum, chunk) => sum + chunk.length, 0)
  const { bytesWritten } = await handle.writev(batch)
  // A file system writes less than requested only when it is full.
  if (bytesWritten < size) throw new StorageFull('the file was written in part only')
}

async function makeFolder(root: string, folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (made !== undefined) await syncPath(root)
}

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Maps an error of the file system. */
async function asStorageError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StorageFull) throw error
    const { code = '' } = error as NodeJS.ErrnoException
    if (FULL.has(code)) throw new StorageFull(code, { cause: error })
    throw new (code === 'ENOENT' ? FileMissing : StorageUnavailable)(code, { cause: error })
  }
}
