import { prepareDatabase } from '../src/jobs/prepare-database.ts'
import type { ReplicaEvent } from '../src/db/replica.ts'
import pg from 'pg'
import { vi } from 'vitest'
import { type Portal, startPortal } from './portal.ts'
import { startStreamingPair, type StreamingPair } from './streaming-pair.ts'

/** A portal on a primary of its own, with its standby as replica. */
export interface ReplicaPortal {
  readonly portal: Portal
  readonly pair: StreamingPair
  readonly events: ReplicaEvent[]
  /** Runs a statement on one of the servers: 0 is the primary. */
  on(server: 0 | 1, text: string): Promise<Record<string, unknown>[]>
  /** Makes the replica replay what is written so much later; '0' as soon as it can. */
  delayReplay(delay: string): Promise<void>
  /** Waits until the replica answers reads. */
  untilUsed(): Promise<void>
  /** Reads of calls since the start, by the server that answered. */
  reads(): { replica: number; primary: number; failed: number }
  close(): Promise<void>
}

/**
 * The caller closes it.
 * @param failsOver whether the portal knows both servers, each as primary and as replica
 */
export async function startReplicaPortal({ failsOver = false } = {}): Promise<ReplicaPortal> {
  const pair = await startStreamingPair()
  const url = failsOver ? pair.url : pair.urls[0]
  const replicaUrl = failsOver ? pair.url.replace(/\?.*/, '') : pair.urls[1]
  const on: ReplicaPortal['on'] = async (server, text) => {
    const client = new pg.Client(pair.urls[server])
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query(text)).rows as Record<string, unknown>[]
    } finally {
      await client.end()
    }
  }
  const events: ReplicaEvent[] = []
  try {
    // As most replicas are: no commit waits for it.
    await on(0, "alter system set synchronous_standby_names = ''")
    await on(0, 'select pg_reload_conf()')
    await prepareDatabase(url, { schedules: [] })
    const portal = await startPortal({
      on: { url, ownerUrl: pair.urls[0], drop: () => Promise.resolve() },
      environment: { PORTAL_DATABASE_REPLICA_URL: replicaUrl },
      database: { replicaUrl, onReplica: (event) => events.push(event) },
    })
    const figures = () => portal.database.replica?.figures
    return {
      portal,
      pair,
      events,
      on,
      delayReplay: async (delay) => {
        await on(1, `alter system set recovery_min_apply_delay = '${delay}'`)
        await on(1, 'select pg_reload_conf()')
      },
      untilUsed: () =>
        vi.waitUntil(() => events.at(-1)?.type === 'used', { timeout: 60_000, interval: 50 }).then(() => undefined),
      reads: () => ({ replica: 0, primary: 0, ...figures()?.reads, failed: figures()?.failed ?? 0 }),
      close: async () => {
        await portal.close()
        await pair.close()
      },
    }
  } catch (error) {
    await pair.close()
    throw error
  }
}

/** A sign-in of long ago: what follows a new one is read from the primary. */
export const ageSessions = (portal: Portal) =>
  portal.owner("update sessions set created_at = created_at - interval '1 hour'")
