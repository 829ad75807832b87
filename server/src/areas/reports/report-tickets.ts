import { REPORT_TICKET_MINUTES, reportStatuses } from '@portico/contract/report-rules.ts'
import { type BoundTokens, boundTokens } from '../../crypto/bound-token.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import { hashToken, isSameHash } from '../../crypto/tokens.ts'
import type { Db } from '../../db/database.ts'
import { query } from '../../db/query.ts'
import { everything } from '../../db/scope.ts'
import { Answer, refuse, type StandardRefusal } from '../../http/answers.ts'
import type { AdminPage } from '@portico/contract/kit/guard.ts'
import type { CallContext, RequestOnly } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { ownScope, type Transact } from '../../stores.ts'
import { readLiveSession } from '../session/public.ts'
import { mayReadReport } from './report-rights.ts'
import type { StoredReport } from './report-store.ts'

/** Path of the page that shows a finished report. */
export const REPORT_PAGE = '/ccservices/secure/admin/rest/report/page'

type Address = 0 | 3 | 9 | string

/** Tickets are signed and bound to their browser; asking for one stores nothing. Their note is report and session. */
export const reportTickets = (keys: KeyRing): BoundTokens =>
  boundTokens(keys, { purpose: 'report-ticket', lifeMs: REPORT_TICKET_MINUTES * 60_000 })

const noteOf = (reportId: number, sessionId: number): string => `${reportId} ${sessionId}`

/**
 * Returns the state of an own report, or the address of the finished one: with a ticket that opens it once, in this
 * session (S71). Reports of others look like missing ones.
 */
export async function issueAddress(
  { transact, tickets }: { transact: Transact<'reports'>; tickets: BoundTokens },
  { caller, request }: CallContext,
  reportId: number,
): Promise<Answer<Address> | StandardRefusal> {
  const { id, clientId, isInternal } = caller.user
  const held = await caller.adminPages()
  return transact(ownScope(caller), async ({ reports }) => {
    const report = await reports.find(reportId)
    if (report?.ownerId !== id) return refuse('404', sentences.not_found)
    const reader = { clientId, isInternal, adminPages: held.map(({ pageNm }) => pageNm) }
    if (!mayReadReport(reader, report)) return refuse('403', sentences.not_allowed)
    if (report.state === 'queued' || report.state === 'running')
      return new Answer<Address>(reportStatuses[report.state])
    if (report.state === 'failed') return new Answer<Address>(reportStatuses.failed, { message: failureOf(report) })
    const ticket = tickets.issue(request.binding ?? '', await reports.now(), noteOf(reportId, caller.sessionId))
    return new Answer<Address>(`${REPORT_PAGE}?ticket=${encodeURIComponent(ticket)}`)
  })
}

/** The sentence of a report that failed. */
export const failureOf = ({ failure }: Pick<StoredReport, 'failure'>) =>
  failure === 'refused' ? sentences.report_refused : sentences.report_failed

/** A report that a ticket opened, and who reads it. */
export interface OpenedReport {
  report: StoredReport
  reader: ReaderNow & { userId: number; sessionId: number }
}

interface ReaderNow {
  clientId: number
  isInternal: boolean
  fullName: string
  language: string | null
}

type LiveSession = NonNullable<Awaited<ReturnType<typeof readLiveSession>>>

/** True for a session of the report's owner in this browser, in which nobody else acts. */
const isOfOwner = (session: LiveSession, { ownerId }: StoredReport, binding: string): boolean =>
  isSameHash(hashToken(binding), session.bindingHash) && session.userId === ownerId && session.actorId === null

const readerNow = `
  select u.client_id as "clientId", u.is_internal as "isInternal", u.first_name || ' ' || u.last_name as "fullName",
         u.language, array(select page.page_name from held_admin_pages page where page.user_id = u.id) as pages
    from users u where u.id = $1`

interface OpenDeps {
  db: Db
  transact: Transact<'audit' | 'reports'>
  tickets: BoundTokens
  passwordMaxAgeDays: number
}

/**
 * Uses a ticket up and returns its report. Null: the ticket is not good for this browser, or its session is over.
 * 'refused': the owner lost the permissions that the report needs since they asked for the ticket.
 */
export async function openReport(
  { db, transact, tickets, passwordMaxAgeDays }: OpenDeps,
  { request }: RequestOnly,
  ticket: string,
): Promise<OpenedReport | 'refused' | null> {
  const { binding = '' } = request
  const signed = tickets.read(ticket, binding)
  if (!signed) return null
  const [reportId = 0, sessionId = 0] = signed.note.split(' ').map(Number)
  const report = await transact(everything, async ({ reports }) =>
    (await reports.useTicket(signed)) ? reports.find(reportId) : undefined,
  )
  if (!report) return null
  const session = await readLiveSession(db, sessionId, passwordMaxAgeDays)
  if (!session || !isOfOwner(session, report, binding)) return null
  const [now] = await db.read(everything, (tx) =>
    query<ReaderNow & { pages: string[] }>(tx, readerNow, [report.ownerId]),
  )
  if (!now) return null
  const { pages, ...reader } = now
  if (!mayReadReport({ ...reader, adminPages: pages as AdminPage[] }, report)) return 'refused'
  await transact(everything, async ({ audit }) =>
    audit.record(request, {
      event: 'report_opened',
      actorId: report.ownerId,
      subjectId: report.ownerId,
      sessionId,
      target: { kind: 'report', id: report.id },
    }),
  )
  return { report, reader: { ...reader, userId: report.ownerId, sessionId } }
}
