import { PgBoss, type QueueResult } from 'pg-boss'
import { queueOptions } from '../db/job-schema.ts'
import { migrate, type MigrateOptions } from '../db/migrate.ts'
import { connectAsOwner } from '../db/owner-connection.ts'
import { insertDefaultSchedules } from './job-schedules.ts'
import { deadLetterQueue, type Queue, queues } from './queue.ts'
import { type Schedule, schedules as portalSchedules } from './schedule.ts'

interface PrepareOptions extends Pick<MigrateOptions, 'onApplied'> {
  /** Other than those of the portal in tests only. */
  schedules?: readonly Schedule[]
}

/**
 * Brings a database to this version with everything that a handler needs: tables, queues and default schedules. Runs
 * before a port is opened, on several nodes at once if need be. Returns the names of the migrations that were applied.
 */
export async function prepareDatabase(
  url: string,
  { schedules = portalSchedules, onApplied }: PrepareOptions = {},
): Promise<{ applied: string[] }> {
  const migrated = await migrate(url, onApplied ? { onApplied } : {})
  await createQueues(url)
  await createSchedules(url, schedules)
  return migrated
}

/** Creates the queues that are missing in a migrated database, and gives all of them the options of this version. */
export async function createQueues(url: string): Promise<void> {
  const boss = new PgBoss({ ...queueOptions(url, 'portico', 1), schedule: false, supervise: false })
  await boss.start()
  try {
    const present = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    if (!present.has(deadLetterQueue)) await boss.createQueue(deadLetterQueue, { retentionSeconds: 30 * 86_400 })
    for (const [name, { payload: _, policy, ...rest }] of Object.entries<Queue>(queues)) {
      const options = { ...rest, notify: true }
      const found = present.get(name)
      if (!found) await boss.createQueue(name, { policy, ...options })
      else if (!hasOptions(found, options)) await boss.updateQueue(name, options)
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}

const hasOptions = (queue: QueueResult, options: object): boolean =>
  Object.entries(options).every(([name, value]) => Reflect.get(queue, name) === value)

async function createSchedules(url: string, schedules: readonly Schedule[]): Promise<void> {
  const client = await connectAsOwner(url, 'portal schedules')
  try {
    await insertDefaultSchedules((text, values) => client.query(text, values), schedules)
  } finally {
    await client.end()
  }
}
