import { FileMissing, type FileStorage, StorageFull, StorageUnavailable } from './file-storage.ts'

export type StorageOperation = 'put' | 'open' | 'remove'
export type StorageFault = 'unavailable' | 'full' | 'missing'

/** Called with each failure of the storage; not with those of a sender. */
export type CountStorageError = (operation: StorageOperation, fault: StorageFault) => void

function faultOf(error: unknown): StorageFault | null {
  if (error instanceof FileMissing) return 'missing'
  if (error instanceof StorageFull) return 'full'
  return error instanceof StorageUnavailable ? 'unavailable' : null
}

/** Reports the failures of a storage to `count`, and changes nothing else. */
export function withErrorCounts(storage: FileStorage, count: CountStorageError): FileStorage {
  const counted = async <T>(operation: StorageOperation, work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      const fault = faultOf(error)
      if (fault) count(operation, fault)
      throw error
    }
  }
  return {
    put: (key, bytes, lost) => counted('put', storage.put(key, bytes, lost)),
    open: (key, range) => counted('open', storage.open(key, range)),
    remove: (key) => counted('remove', storage.remove(key)),
    close: () => storage.close(),
  }
}
