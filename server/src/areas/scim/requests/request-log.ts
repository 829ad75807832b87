import type { Db } from '../../../db/database.ts'
import { type Logger, safeError } from '../../../logging.ts'
import { addDirectoryRequests, type DirectoryRequestEntry } from './request-store.ts'

/** Most requests that wait while the database does not answer; the oldest go first. */
const WAITING_MAX = 1_000

interface RequestLogDeps {
  readonly db: Db
  readonly log: Logger
}

/** Keeps answered requests of directories, in transactions of its own: those that were refused are kept, too. */
export interface RequestLog {
  /** Keeps a request. Nothing waits for it: requests that are answered during a write are written together after it. */
  add(entry: DirectoryRequestEntry): void
  /** Resolves once all requests that were added before are written, or given up; it does not wait for later ones. */
  settled(): Promise<void>
}

/** Returns the log of a node. */
export function requestLog({ db, log }: RequestLogDeps): RequestLog {
  let waiting: DirectoryRequestEntry[] = []
  /** The write that has, or will have, the newest entry. */
  let last = Promise.resolve()
  let isWriteDue = false
  const write = async () => {
    const entries = waiting
    waiting = []
    isWriteDue = false
    try {
      await db.transact({ kind: 'everything' }, async (tx) => addDirectoryRequests(tx, entries))
    } catch (error) {
      log.warn({ err: safeError(error), count: entries.length }, 'requests of directories not kept')
    }
  }
  return {
    add(entry) {
      if (waiting.push(entry) > WAITING_MAX) waiting.shift()
      if (isWriteDue) return
      isWriteDue = true
      last = last.then(write)
    },
    settled: () => last,
  }
}
