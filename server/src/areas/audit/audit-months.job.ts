import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseUnavailable } from '../../db/database-unavailable.ts'
import { runOne } from '../../db/run.ts'
import { everything } from '../../db/scope.ts'
import { int, statement } from '../../db/statement.ts'
import type { JobContext, JobDefinition } from '../../jobs/job.ts'
import { checkpointProblem } from './audit-checkpoints.ts'
import { redactionProblem } from './audit-erasure.ts'
import {
  detachedMonthProblem,
  detachMonth,
  dropSealsOfMonths,
  findDueMonth,
  findNewestDetached,
} from './detached-months.ts'
import { exportMonth, type MonthExportDeps } from './month-export.ts'
import { folderProblem, removeOldPartials } from './month-folder.ts'

const addMonths = statement([], {
  name: 'audit: add months',
  text: 'select add_audit_months() as added',
  row: { added: int },
})

/** Seals that one transaction deletes. */
const BATCH = 10_000
/** Times that a month is asked for while others use the table, and the milliseconds between them. */
const TRIES = 200
const PAUSE_MS = 250

export interface AuditMonthsDeps extends Omit<MonthExportDeps, 'folder'> {
  /** Null: events are kept for good. */
  months: { keptDays: number; folder: string } | null
}

/** Adds the partitions of the audit trail for the months ahead, and writes those to files that are kept no longer. */
export function auditMonthsJob({ months, ...deps }: AuditMonthsDeps): JobDefinition<'audit-months'> {
  return {
    name: 'audit-months',
    run: async (_, context) => {
      const { db } = deps
      const made = await betweenOthers(context.signal, () => db.transact(everything, (tx) => runOne(tx, addMonths())))
      if (made && made.added > 0) context.logger.info(made, 'audit months added')
      if (!months) return
      await archiveMonths({ ...deps, folder: months.folder }, months.keptDays, context)
    },
  }
}

async function archiveMonths(deps: MonthExportDeps, keptDays: number, context: JobContext): Promise<void> {
  const { db, keys } = deps
  while (!context.signal.aborted) {
    const due = await db.transact(everything, (tx) => findDueMonth(tx, keptDays))
    if (!due) break
    const problem = await db.transact(
      everything,
      async (tx) =>
        (await detachedMonthProblem(keys, tx)) ?? (await redactionProblem(keys, tx)) ?? checkpointProblem(keys, tx),
    )
    if (problem !== null) throw new Error(`No month leaves an audit trail that is not whole: ${problem}`)
    const newest = await db.transact(everything, findNewestDetached)
    const reason = await folderProblem(deps.folder, newest)
    if (reason !== null) {
      context.logger.warn({ reason }, 'audit months stay: the folder of their files is not as it was left')
      break
    }
    await removeOldPartials(deps.folder)
    const { redactions, record, discard } = await exportMonth(deps, due, context.signal)
    const isDetached = await betweenOthers(context.signal, () =>
      db.transact(everything, (tx) => detachMonth(tx, keys, { partition: due.partition, redactions, record })),
    )
    // An erasure has changed an event meanwhile: the file is written anew.
    if (isDetached === false) await discard()
    if (!isDetached) continue
    context.logger.info({ month: due.month, events: record?.events ?? 0, file: record?.file }, 'audit month detached')
  }
  for (let gone = BATCH; gone === BATCH && !context.signal.aborted;)
    gone = await db.transact(everything, (tx) => dropSealsOfMonths(tx, BATCH))
}

/** True where others held the table for longer than the function waits. */
const isInUse = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && (error.cause as { code?: string } | undefined)?.code === '55P03'

/** Does what needs the table for itself between two statements of others; undefined where the node stops before. */
async function betweenOthers<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isInUse(error) || attempt === TRIES) throw error
      if (signal.aborted) return undefined
      await delay(PAUSE_MS)
    }
  }
}
