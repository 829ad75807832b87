import type { Tx } from '../../db/database.ts'
import type { StoredEntry } from './client-log-rules.ts'

/** The table `client_log_entries`. */
export function clientLogStore(tx: Tx) {
  return {
    add: async (
      entry: StoredEntry & { userId: number | null; buildVersion: string; requestId: string },
    ): Promise<void> => {
      await tx
        .insertInto('client_log_entries')
        .values({
          user_id: entry.userId,
          url: entry.url,
          message: entry.message,
          kind: entry.kind,
          stack: entry.stack,
          cause: entry.cause,
          build: entry.buildVersion,
          request_id: entry.requestId,
        })
        .execute()
    },
  }
}
