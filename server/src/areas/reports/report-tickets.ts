import { REPORT_TICKET_MINUTES, reportStatuses } from '@portico/contract/reports/report-rules.ts'
import { type BoundTokens, boundTokens } from '../../crypto/bound-token.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import { hashToken, isSameHash } from '../../crypto/tokens.ts'
import { databaseTime } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'
import { beforeSending, type RowStream, type StreamRows } from '../../db/row-stream.ts'
import { everything } from '../../db/scope.ts'
import { Answer, refuse, type StandardRefusal } from '../../http/answers.ts'
import type { CallContext, RequestOnly } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { readLiveSession } from '../session/public.ts'
import { readReportRights } from './report-rights.ts'
import { type StoredReport, findReport, isReportTicketUnused, consumeReportTicket } from './report-store.ts'
import { recordAudit } from '../audit/public.ts'
import { ownScope } from '../../http/authority.ts'
import { run } from '../../db/run.ts'
import { bool, int, nullable, type RowOf, statement, text } from '../../db/statement.ts'

/** Path of the page that shows a finished report: its screen, or all its rows. */
export const REPORT_PAGE = '/ccservices/secure/admin/rest/report/page'

type Address = 0 | 3 | 9 | string

/** Tickets are signed and bound to their browser; asking for one stores nothing. Their note is report and session. */
export const reportTickets = (keys: KeyRing): BoundTokens =>
  boundTokens(keys, { purpose: 'report-ticket', lifeMs: REPORT_TICKET_MINUTES * 60_000 })

const payloadOf = (reportId: number, sessionId: number): string => `${reportId} ${sessionId}`

/**
 * Returns the state of an own report, or the address of the finished one: with a ticket that opens it once, in this
 * session (S71). Reports of others look like missing ones.
 */
export async function issueAddress(
  { db, tickets }: { db: Db; tickets: BoundTokens },
  { caller, request }: CallContext,
  reportId: number,
): Promise<Answer<Address> | StandardRefusal> {
  const [report, now] = await db.read(ownScope(caller), (tx) =>
    Promise.all([findReport(tx, reportId), databaseTime(tx)]),
  )
  if (report?.ownerId !== caller.user.id) return refuse('404', sentences.not_found)
  if (!(await isReadableNow(db, report))) return refuse('403', sentences.not_allowed)
  if (report.state === 'queued' || report.state === 'running') return new Answer<Address>(reportStatuses[report.state])
  if (report.state === 'failed') return new Answer<Address>(reportStatuses.failed, { message: failureOf(report) })
  const ticket = tickets.issue(request.binding ?? '', now, payloadOf(reportId, caller.sessionId))
  return new Answer<Address>(`${REPORT_PAGE}?ticket=${encodeURIComponent(ticket)}`)
}

const isReadableNow = async (db: Db, report: StoredReport): Promise<boolean> =>
  (await db.read(everything, (tx) => readReportRights(tx, report))) !== null

/** The sentence of a report that failed. */
export const failureOf = ({ failure }: Pick<StoredReport, 'failure'>) =>
  failure === 'refused' ? sentences.report_refused : sentences.report_failed

/** A report that a ticket opened, its rows, and who reads it. */
export interface OpenedReport {
  report: StoredReport
  /** JSON texts. */
  rows: RowStream<{ row: string }>
  reader: ReaderNow & { userId: number; sessionId: number }
}

type ReaderNow = RowOf<typeof readerNow>

type LiveSession = NonNullable<Awaited<ReturnType<typeof readLiveSession>>>

/** True for a session of the report's owner in this browser, in which nobody else acts. */
const isOfOwner = (session: LiveSession, { ownerId }: StoredReport, binding: string): boolean =>
  isSameHash(hashToken(binding), session.bindingHash) && session.userId === ownerId && session.actorId === null

const readerNow = statement([int], {
  name: 'reports: reader now',
  text: `
  select u.client_id as "clientId", u.is_internal as "isInternal", u.first_name || ' ' || u.last_name as "fullName",
         u.language
    from users u where u.id = $1`,
  row: { clientId: int, isInternal: bool, fullName: text, language: nullable(text) },
})

/** Row by row: some hundred chunks would be read at once otherwise, which are several megabytes. */
const storedRows = `
  select element.value::text as row
    from report_chunks chunk cross join lateral jsonb_array_elements(chunk.rows) with ordinality element (value, at)
   where chunk.report_id = $1
   order by chunk.number, element.at`

interface TicketDeps {
  db: Db
  tickets: BoundTokens
  passwordMaxAgeDays: number
}

/**
 * Returns what a ticket is for, whether it was used before or not. Null: it is not good for this browser, or its
 * session is over.
 */
async function readTicket(
  { db, tickets, passwordMaxAgeDays }: TicketDeps,
  { request: { binding = '' } }: RequestOnly,
  ticket: string,
) {
  const signed = tickets.read(ticket, binding)
  if (!signed) return null
  const [reportId = 0, sessionId = 0] = signed.payload.split(' ').map(Number)
  const report = await db.read(everything, (tx) => findReport(tx, reportId))
  if (!report) return null
  const session = await readLiveSession(db, sessionId, passwordMaxAgeDays)
  if (!session || !isOfOwner(session, report, binding)) return null
  const [reader] = await db.read(everything, (tx) => run(tx, readerNow(report.ownerId)))
  if (!reader) return null
  return {
    signed,
    report,
    reader: { ...reader, userId: report.ownerId, sessionId },
    isReadable: await isReadableNow(db, report),
  }
}

/** Returns how openReport would answer to a ticket, which stays good. Null: with nothing. */
export async function checkTicket(
  deps: TicketDeps,
  context: RequestOnly,
  ticket: string,
): Promise<'opens' | 'refused' | null> {
  const found = await readTicket(deps, context, ticket)
  if (!found) return null
  if (!found.isReadable) return 'refused'
  return (await deps.db.read(everything, (tx) => isReportTicketUnused(tx, found.signed))) ? 'opens' : null
}

/** Uses a ticket up and returns the id of its report, without its rows. Null, 'refused': as openReport says. */
export async function consumeTicket(
  deps: TicketDeps,
  context: RequestOnly,
  ticket: string,
): Promise<number | 'refused' | null> {
  const found = await readTicket(deps, context, ticket)
  if (!found) return null
  const isConsumed = await deps.db.transact(everything, (tx) => consumeReportTicket(tx, found.signed))
  if (!found.isReadable) return 'refused'
  return isConsumed ? found.report.id : null
}

/**
 * Uses a ticket up and returns its report. Null: the ticket is not good for this browser, or its session is over.
 * 'refused': the owner lost the permissions that the report needs since they asked for the ticket.
 * @throws StreamsBusy when its rows cannot be read now; the ticket stays good
 */
export async function openReport(
  deps: TicketDeps & { stream: StreamRows },
  context: RequestOnly,
  ticket: string,
): Promise<OpenedReport | 'refused' | null> {
  const { db, stream } = deps
  const found = await readTicket(deps, context, ticket)
  if (!found) return null
  const { signed, report, reader, isReadable } = found
  const { userId, sessionId, clientId } = reader
  if (!isReadable) {
    await db.transact(everything, (tx) => consumeReportTicket(tx, signed))
    return 'refused'
  }
  // Before the ticket is used up: where all connections are busy, it stays good.
  const rows = await stream<{ row: string }>(
    { kind: 'own', userId, clientId },
    { text: storedRows, values: [report.id] },
    userId,
  )
  const isOpened = await beforeSending(rows, () =>
    db.transact(everything, async (tx) => {
      if (!(await consumeReportTicket(tx, signed))) return false
      recordAudit(tx, context.request, {
        event: 'report_opened',
        actorId: userId,
        subjectId: userId,
        sessionId,
        target: { kind: 'report', id: report.id },
      })
      return true
    }),
  )
  if (isOpened) return { report, rows, reader }
  await rows.close()
  return null
}
