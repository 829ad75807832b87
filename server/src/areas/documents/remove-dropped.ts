import { isBackupRunning } from '../../db/backup-lock.ts'
import { everything } from '../../db/scope.ts'
import type { FileStorage } from '../../ports/file-storage/file-storage.ts'
import type { Transact } from '../../stores.ts'

export interface RemovalDeps {
  transact: Transact
  storage: FileStorage
}

/**
 * Removes dropped files: the file before its row, so that a kill in between leaves neither unknown. During a backup
 * they stay, because it may contain the former rows.
 */
export async function removeDropped({ transact, storage }: RemovalDeps, ids: readonly string[]): Promise<void> {
  if (ids.length > 0 && (await transact(everything, ({ tx }) => isBackupRunning(tx)))) return
  for (const id of ids) {
    await storage.remove(id)
    await transact(everything, ({ storedFiles }) => storedFiles.forget(id))
  }
}
