import { ConnectionPool } from '../db/connection-pool.ts'
import { runAlone } from '../db/pool-db.ts'
import { type QueueDatabase, queueSettings } from '../db/job-schema.ts'
import { beginScript } from '../db/scope.ts'
import { listenTo } from '../db/channel-listener.ts'

/** Connections of the queue besides the one that listens. */
export const QUEUE_CONNECTIONS = 2

/** What the queue library works on where a pooler leads to the database. */
export interface PooledQueue extends QueueDatabase {
  close(): Promise<void>
}

interface Ways {
  /** The server itself: notifications need a connection that stays the same. */
  readonly url: string
  readonly pooledUrl: string
  readonly onError: (error: Error) => void
}

/** Opens the queue's connections through the pooler. Each statement of the library gets a transaction of its own. */
export function openPooledQueue({ url, pooledUrl, onError }: Ways): PooledQueue {
  const settings = queueSettings(pooledUrl, 'portico', QUEUE_CONNECTIONS)
  const pool = new ConnectionPool(settings, onError)
  const begin = beginScript(settings)
  let closing: Promise<void> | undefined
  return {
    executeSql: (text, values = []) =>
      pool.use<{ rows: object[] }>(async (connection) => {
        if (values.length > 0) return runAlone<object>(connection, 'read write', { text, values })
        // Without values the library's texts may be several statements, and its own transaction.
        const results = await connection.sendScript(text, begin)
        return { rows: results.flatMap(({ rows }) => rows as object[]) }
      }),
    listen: (channel, onNotification, onConnected) =>
      listenTo({ settings: queueSettings(url, 'portico', 1), channel, onNotification, onConnected, onError }),
    close: () => (closing ??= pool.end()),
  }
}
