import { REPORTS_SHOWN, type QueuedReport } from '@portico/contract/reports/report-rules.ts'
import type { Tx } from '../../db/database.ts'
import type { NamedChoices, AccessCriteria } from './report-criteria.ts'
import type { AccessRow } from './report-statements.ts'
import type { ReportSummary } from './report-summary.ts'
import { run, runFirst, runCount } from '../../db/run.ts'
import { arrayOf, bytes, instant, int, json, jsonText, nullable, statement, text, textOf } from '../../db/statement.ts'

/** The criteria of a report as they were asked for, with the names of that time. */
export type NamedCriteria = AccessCriteria & NamedChoices

/**
 * Rows that are stored together; each batch of the stream is written by one statement, so that others have turns. All
 * chunks but the last are full: a batch has a multiple of these rows.
 */
export const CHUNK_ROWS = 50

export interface StoredReport {
  id: number
  ownerId: number
  /** Null: about every employer. */
  aboutClientId: number | null
  kind: QueuedReport
  criteria: NamedCriteria
  state: 'queued' | 'running' | 'ready' | 'failed'
  /** Null unless it failed. 'refused': the owner lost the permissions that it needs. */
  failure: 'error' | 'refused' | null
  rowCount: number
  /** Null unless it is ready, or where an earlier version has generated it. */
  summary: ReportSummary | null
  requestedAt: Date
  completedAt: Date | null
  expiresAt: Date
}

const columns = `
  id, owner_id as "ownerId", about_client_id as "aboutClientId", kind, criteria, state, failure,
  row_count as "rowCount", summary, requested_at as "requestedAt", completed_at as "completedAt", expires_at as "expiresAt"`

const isKept = 'expires_at > clock_now()'

const reportRow = {
  id: int,
  ownerId: int,
  aboutClientId: nullable(int),
  kind: textOf<QueuedReport>(),
  criteria: json<NamedCriteria>(),
  state: textOf<'queued' | 'running' | 'ready' | 'failed'>(),
  failure: nullable(textOf<'error' | 'refused'>()),
  rowCount: int,
  summary: nullable(json<ReportSummary>()),
  requestedAt: instant,
  completedAt: nullable(instant),
  expiresAt: instant,
}

const listOf = statement([int], {
  name: 'reports: list of',
  text: `
  select ${columns} from reports where owner_id = $1 and ${isKept}
   order by requested_at desc, id desc limit ${REPORTS_SHOWN}`,
  row: reportRow,
})

const add = statement([int, nullable(int), text, jsonText], {
  name: 'reports: add',
  text: `
  insert into reports (owner_id, about_client_id, kind, criteria) values ($1, $2, $3, $4::jsonb) returning id`,
  row: { id: int },
})

const begin = statement([int], {
  name: 'reports: begin',
  text: `
  update reports set state = 'running', attempt = attempt + 1, row_count = 0, summary = null
   where id = $1 and state in ('queued', 'running') and ${isKept} returning attempt, ${columns}`,
  row: { attempt: int, ...reportRow },
})

// Rows of its own try only: a report that was deleted or taken over by another node gets none.
const addChunks = statement([int, int, int, int, jsonText], {
  name: 'reports: add chunks',
  text: `
  with report as (
    update reports set row_count = row_count + $4 where id = $1 and attempt = $2 and state = 'running' returning id),
  added as (
    insert into report_chunks (report_id, number, rows)
    select report.id, $3::integer + chunk.at - 1, chunk.rows
      from report, jsonb_array_elements($5::jsonb) with ordinality chunk (rows, at))
  select id from report`,
  row: { id: int },
})

const finish = statement([int, int, jsonText], {
  name: 'reports: finish',
  text: `
  update reports set state = 'ready', completed_at = clock_now(), summary = $3::jsonb
   where id = $1 and attempt = $2 and state = 'running' returning id`,
  row: { id: int },
})

const fail = statement([int, text], {
  name: 'reports: fail',
  text: `
  update reports set state = 'failed', failure = $2, completed_at = clock_now(), row_count = 0
   where id = $1 and state in ('queued', 'running')`,
})

const spendTicket = statement([bytes, instant], {
  name: 'reports: spend ticket',
  text: `
  insert into used_tokens (token_id, expires_at) select $1, $2::timestamptz where $2 > clock_now()
  on conflict do nothing`,
})

const isTicketUnused = statement([bytes, instant], {
  name: 'reports: is ticket unused',
  text: `
  select where $2::timestamptz > clock_now() and not exists (select from used_tokens where token_id = $1)`,
})

interface TicketId {
  id: Buffer
  expiresAt: Date
}

// The tables `reports` and `report_chunks`, and what `used_tokens` has of tickets.

export const listOwnReports = (tx: Tx, ownerId: number): Promise<StoredReport[]> => run(tx, listOf(ownerId))

const selectReports = statement([int], {
  name: 'reports: select reports',
  text: `select ${columns} from reports where id = $1 and ${isKept}`,
  row: reportRow,
})

export const findReport = async (tx: Tx, id: number): Promise<StoredReport | undefined> =>
  await runFirst(tx, selectReports(id))

const lockUsers = statement([int], {
  name: 'reports: lock users',
  text: 'select from users where id = $1 for no key update',
})

const selectReportsForCountUnfinishedReports = statement([int], {
  name: 'reports: select reports for count unfinished reports',
  text: `select count(*)::int as count from reports where owner_id = $1 and state in ('queued', 'running') and ${isKept}`,
  row: { count: int },
})

/** Returns how many reports of the user wait or run, and holds the user so that no other is added meanwhile. */
export async function countUnfinishedReports(tx: Tx, ownerId: number): Promise<number> {
  await run(tx, lockUsers(ownerId))
  const row = await runFirst(tx, selectReportsForCountUnfinishedReports(ownerId))
  return row?.count ?? 0
}

export async function addReport(
  tx: Tx,
  ownerId: number,
  aboutClientId: number | null,
  criteria: NamedCriteria,
): Promise<number> {
  const row = await runFirst(tx, add(ownerId, aboutClientId, criteria.kind, JSON.stringify(criteria)))
  if (!row) throw new Error('A report was not stored')
  return row.id
}

const deleteReports = statement([int, arrayOf(int)], {
  name: 'reports: delete reports',
  text: 'delete from reports where owner_id = $1 and id = any ($2::integer[]) returning id',
  row: { id: int },
})

/** Removes reports of the user; returns the ids of those that were there. */
export const removeReports = async (tx: Tx, ownerId: number, ids: readonly number[]): Promise<number[]> =>
  (await run(tx, deleteReports(ownerId, ids))).map(({ id }) => id)

const deleteReportChunks = statement([int], {
  name: 'reports: delete report chunks',
  text: 'delete from report_chunks where report_id = $1',
})

/** Begins a try, without the rows of an earlier one; undefined where there is nothing to do. */
export async function beginReport(tx: Tx, id: number): Promise<(StoredReport & { attempt: number }) | undefined> {
  const report = await runFirst(tx, begin(id))
  if (report) await run(tx, deleteReportChunks(id))
  return report
}

/**
 * Adds chunks of rows to the running try, in one statement. False: it is no longer the running one, or the report
 * was deleted.
 * @param from number of the first chunk
 */
export async function addReportChunks(
  tx: Tx,
  id: number,
  attempt: number,
  from: number,
  chunks: readonly (readonly AccessRow[])[],
): Promise<boolean> {
  const rows = chunks.reduce((sum, { length }) => sum + length, 0)
  return (await run(tx, addChunks(id, attempt, from, rows, JSON.stringify(chunks)))).length > 0
}

/** Ends the running try with the summary of its rows. False: it is no longer the running one. */
export const finishReport = async (tx: Tx, id: number, attempt: number, summary: ReportSummary): Promise<boolean> =>
  (await run(tx, finish(id, attempt, JSON.stringify(summary)))).length > 0

export async function failReport(tx: Tx, id: number, failure: 'error' | 'refused'): Promise<void> {
  await run(tx, fail(id, failure))
  await run(tx, deleteReportChunks(id))
}

/** Uses a ticket up. False: it was used before, or its time is over. */
export const consumeReportTicket = async (tx: Tx, { id, expiresAt }: TicketId): Promise<boolean> =>
  (await runCount(tx, spendTicket(id, expiresAt))) > 0

/** Whether spendTicket would return true. */
export const isReportTicketUnused = async (tx: Tx, { id, expiresAt }: TicketId): Promise<boolean> =>
  (await run(tx, isTicketUnused(id, expiresAt))).length > 0

// The table `report_exports`.

export type ExportState = 'running' | 'ready' | 'failed'

const insertExport = statement([int, text], {
  name: 'reports: begin export',
  text: `
  insert into report_exports (owner_id, token) values ($1, $2)
  on conflict (owner_id, token) do update set state = 'running', renewed_at = clock_now()`,
})

const updateExport = statement([int, text], {
  name: 'reports: renew export',
  text: `
  update report_exports set renewed_at = clock_now() where owner_id = $1 and token = $2 and state = 'running'`,
})

const closeExport = statement([int, text, text], {
  name: 'reports: end export',
  text: 'update report_exports set state = $3, renewed_at = clock_now() where owner_id = $1 and token = $2',
})

const selectExport = statement([int, text], {
  name: 'reports: find export',
  text: `
  select case when state = 'running' and renewed_at < clock_now() - interval '1 minute' then 'failed' else state end
         as state
    from report_exports where owner_id = $1 and token = $2`,
  row: { state: textOf<ExportState>() },
})

export async function beginExport(tx: Tx, ownerId: number, token: string): Promise<void> {
  await run(tx, insertExport(ownerId, token))
}

/** Tells that a running export is alive. */
export async function renewExport(tx: Tx, ownerId: number, token: string): Promise<void> {
  await run(tx, updateExport(ownerId, token))
}

export async function endExport(tx: Tx, ownerId: number, token: string, state: 'ready' | 'failed'): Promise<void> {
  await run(tx, closeExport(ownerId, token, state))
}

/** Undefined where none was begun with the token. One that was not renewed for a minute has failed. */
export const findExport = async (tx: Tx, ownerId: number, token: string): Promise<ExportState | undefined> =>
  (await runFirst(tx, selectExport(ownerId, token)))?.state
