import type { StreamRows } from '../../db/row-stream.ts'
import { everything } from '../../db/scope.ts'
import type { JobContext, JobDefinition } from '../../jobs/job.ts'
import { jobOutcome } from '../../jobs/job-outcome.ts'
import { REPORT_TRIES } from '../../jobs/queue.ts'
import { readReportRights } from './report-rights.ts'
import { accessStatement, type AccessRow } from './report-statements.ts'
import { ReportCounts } from './report-summary.ts'
import type { Db } from '../../db/database.ts'
import { failReport, beginReport, addReportChunks, CHUNK_ROWS, finishReport } from './report-store.ts'

interface GenerateDeps {
  db: Db
  stream: StreamRows
  /** For all tries but the first: what ended that one on a replica would end the next one, too. */
  primaryStream?: StreamRows
  /** Business time zone. */
  timeZone: string
}

/** Generates a report of the queue. A try that was stopped is repeated from the start, three tries at most. */
export function generateReportJob(deps: GenerateDeps): JobDefinition<'report'> {
  const { db } = deps
  return {
    name: 'report',
    run: async ({ reportId }, context) => {
      // The last run comes after the last try, and tells that it was in vain, whatever ended that.
      if (context.attempt > REPORT_TRIES) return giveUp(db, reportId, 'error')
      try {
        return await generate(deps, reportId, context)
      } catch (error) {
        if (context.attempt === REPORT_TRIES && !context.signal.aborted) await giveUp(db, reportId, 'error')
        throw error
      }
    },
  }
}

const giveUp = (db: Db, id: number, failure: 'error' | 'refused') =>
  db.transact(everything, (tx) => failReport(tx, id, failure))

async function generate(
  { db, stream, primaryStream = stream, timeZone }: GenerateDeps,
  id: number,
  { attempt, signal, logger }: JobContext,
): Promise<string | undefined> {
  const report = await db.transact(everything, (tx) => beginReport(tx, id))
  if (!report) return undefined
  const rights = await db.read(everything, (tx) => readReportRights(tx, report))
  if (!rights) {
    await giveUp(db, id, 'refused')
    return jobOutcome('job_outcome_report_refused', {})
  }
  const { scope, choices } = rights
  const statement = accessStatement(scope, report.criteria, choices, timeZone)
  const rows = await (attempt === 1 ? stream : primaryStream)<AccessRow>(scope, statement)
  const counts = new ReportCounts(report.requestedAt)
  let chunkCount = 0
  let count = 0
  for await (const batch of rows) {
    signal.throwIfAborted()
    count += batch.length
    counts.add(batch)
    const chunks = chunksOf(batch)
    const isOurs = await db.transact(everything, (tx) => addReportChunks(tx, id, report.attempt, chunkCount, chunks))
    if (!isOurs) return undefined
    chunkCount += chunks.length
  }
  if (!(await db.transact(everything, (tx) => finishReport(tx, id, report.attempt, counts.summary())))) return undefined
  logger.info({ report: id, kind: report.kind, rows: count }, 'a report was generated')
  return jobOutcome('job_outcome_report', { count })
}

const chunksOf = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / CHUNK_ROWS) }, (_, at) =>
    rows.slice(at * CHUNK_ROWS, (at + 1) * CHUNK_ROWS),
  )
