import type { Readable } from 'node:stream'

/** The bytes from start to end, both included. */
export interface ByteRange {
  start: number
  end: number
}

/** Storage of files. A key is a UUID. */
export interface FileStorage {
  /**
   * Stores all bytes under the key and resolves once they survive a power failure. When the bytes or the storage fail,
   * nothing is stored under the key. `lost`: aborts when the sender is gone, even while the storage waits.
   */
  put(key: string, bytes: AsyncIterable<Buffer>, lost?: AbortSignal): Promise<void>
  /** @throws FileMissing when there is no such file */
  open(key: string, range?: ByteRange): Promise<Readable>
  /** Removes the file and unfinished parts. A missing file is no error. */
  remove(key: string): Promise<void>
  close(): void
}

/** The storage cannot be used at the moment. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
}

/** The storage answers, and has no file of this key. */
export class FileMissing extends StorageUnavailable {}

/** The storage has no room left. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull'
}
