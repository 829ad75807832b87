import type { Readable } from 'node:stream'

/** The bytes from start to end, both included. */
export interface ByteRange {
  start: number
  end: number
}

/** Where files are kept. A key is a UUID. */
export interface FileStorage {
  /**
   * Stores all the bytes under the key and resolves once they outlive a power cut. Where the bytes
   * themselves fail, or the storage does, nothing is under the key. Whoever is told that the sender is
   * lost may give up at once, though the storage be waiting for something else.
   */
  put(key: string, bytes: AsyncIterable<Buffer>, lost?: AbortSignal): Promise<void>
  open(key: string, range?: ByteRange): Promise<Readable>
  /** Removes whatever is there, halves as well. No file is as good as a removed one. */
  remove(key: string): Promise<void>
  close(): void
}

/** The storage cannot be used at the moment. */
export class StorageAway extends Error {
  override readonly name = 'StorageAway'
}

/** The storage has no room left. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull'
}
