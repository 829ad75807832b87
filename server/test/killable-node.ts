import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'
import { jobSchema } from '../src/db/job-schema.ts'
import { type QueueName, runJobNow } from '../src/jobs/queue.ts'
import { startJobs } from '../src/jobs/runner.ts'
import { everything } from '../src/db/scope.ts'
import { createLogger } from '../src/logging.ts'
import { freePort } from './free-port.ts'
import { endProcess, type NodeProcess, startNode } from './node-process.ts'
import { type Portal, startPortal } from './portal.ts'

/** A portal whose node is a program of its own, which is killed while it does a job and started again. */
export interface KillableNode {
  portal: Portal
  origin: string
  /** Starts the node, and returns when it serves. */
  start: () => Promise<void>
  /**
   * Kills the node; its runs of the job count as those of a dead one at once instead of after thirty seconds, and are
   * in their queue again when this returns.
   */
  kill: () => Promise<void>
  /** Asks for the job, as an administrator does who doesn't wait for its schedule. */
  requestJob: () => Promise<unknown>
  /** Ends the node if it runs. */
  stop: () => Promise<void>
  /** While it is closed, rows that wait at the gate are not written. */
  closeGate: () => Promise<unknown>
  openGate: () => Promise<unknown>
  close: () => Promise<void>
}

/** Makes a portal for tests that kill its node during a job; the node is not started yet. */
export async function makeKillableNode(
  job: QueueName,
  environment: Readonly<Record<string, string>> = {},
): Promise<KillableNode> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const portal = await startPortal({ environment: { PORTAL_PUBLIC_URL: origin } })
  const folder = await mkdtemp(path.join(tmpdir(), 'portico-killed-'))
  // Not a lock that is waited for: that would end by a timeout of its own.
  await portal.owner(
    `create function wait_at_gate() returns trigger language plpgsql as $$ begin
       while not pg_try_advisory_xact_lock_shared(1) loop perform pg_sleep(0.02); end loop; return new; end $$`,
  )
  let node: NodeProcess | undefined
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (node) await endProcess(node.process, signal)
    node = undefined
  }
  return {
    portal,
    origin,
    start: async () => {
      node = await startNode(portal, { origin, folder, port, environment })
      await vi.waitUntil(() => isServed(origin), { timeout: 110_000, interval: 50 })
    },
    kill: async () => {
      await end('SIGKILL')
      await portal.owner(
        `update ${jobSchema}.job set heartbeat_on = now() - interval '31 seconds' where name = $1 and state = 'active'`,
        [job],
      )
      await watchByOther(portal, job)
    },
    requestJob: () => portal.database.jobs.transact(everything, (tx) => runJobNow(tx, job)),
    stop: () => end('SIGTERM'),
    closeGate: () => portal.owner('select pg_advisory_lock(1)'),
    openGate: () => portal.owner('select pg_advisory_unlock_all()'),
    close: async () => {
      await end('SIGTERM')
      await portal.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Another node, which takes no jobs, and looks for those of dead nodes each second instead of every ten. Returns when it
 * has found them; they may be tried again at once instead of after a while.
 */
async function watchByOther(portal: Portal, job: QueueName): Promise<void> {
  const { database, config } = portal
  const { databaseUrl: url = '', pooledDatabaseUrl: pooledUrl } = config
  const logger = createLogger('silent', 'test')
  const other = await startJobs({ url, pooledUrl, database, logger, timeZone: 'UTC', jobs: [], watchSeconds: 1 })
  const isFound = async () =>
    (await portal.owner(`select from ${jobSchema}.job where name = $1 and state = 'active'`, [job])).length === 0
  try {
    await vi.waitUntil(isFound, { timeout: 60_000, interval: 50 })
  } finally {
    await other.stop()
  }
  await portal.owner(`update ${jobSchema}.job set start_after = now() where name = $1 and state = 'retry'`, [job])
}

const isServed = (origin: string): Promise<boolean> =>
  fetch(`${origin}/ccservices/secure/user/rest/db/signin/manifest`).then(
    ({ ok }) => ok,
    () => false,
  )
