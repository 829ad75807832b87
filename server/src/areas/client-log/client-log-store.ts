import type { Tx } from '../../db/database.ts'
import type { StoredEntry } from './client-log-rules.ts'
import { queries } from '../../db/queries.ts'
import { run } from '../../db/run.ts'

// The table `client_log_entries`.

export async function addClientLogEntry(
  tx: Tx,
  entry: StoredEntry & { userId: number | null; buildVersion: string; requestId: string },
): Promise<void> {
  await run(
    tx,
    queries.insertInto('client_log_entries').values({
      user_id: entry.userId,
      url: entry.url,
      message: entry.message,
      kind: entry.kind,
      stack: entry.stack,
      cause: entry.cause,
      build: entry.buildVersion,
      request_id: entry.requestId,
    }),
  )
}
