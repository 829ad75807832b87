import { everything } from '../../db/scope.ts'
import type { FileStorage } from '../../ports/file-storage/file-storage.ts'
import type { Transact } from '../../stores.ts'

export interface RemovalParts {
  transact: Transact
  storage: FileStorage
}

/** Removes dropped files: first the file, then its row, so that a kill in between loses neither from sight. */
export async function removeDropped({ transact, storage }: RemovalParts, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await storage.remove(id)
    await transact(everything, ({ storedFiles }) => storedFiles.forget(id))
  }
}
