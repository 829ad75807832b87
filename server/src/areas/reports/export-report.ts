import { databaseTime } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'
import { beforeSending, openStream, type RowStream, type StreamRows } from '../../db/row-stream.ts'
import type { FileAnswer } from '../../http/answers.ts'
import { adminScope, ownScope } from '../../http/authority.ts'
import type { CallContext } from '../../http/caller.ts'
import { audienceOf } from '../../http/text-audience.ts'
import type { Texts } from '../../http/sentences.ts'
import { sheetAttachment } from '../../spreadsheet/sheet-attachment.ts'
import type { SheetColumn } from '../../spreadsheet/sheet-columns.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { accessColumns, reportedUserColumns } from './report-columns.ts'
import type { ResolvedCriteria, AccessCriteria, UserListCriteria } from './report-criteria.ts'
import { beginExport, endExport, type NamedCriteria, renewExport } from './report-store.ts'
import { recordedCriteria } from './report-view.ts'
import { accessStatement, type AccessRow, type ListedUserRow, reportedUsersStatement } from './report-statements.ts'

/** Interval at which a running export tells that it is alive; after a minute without it counts as failed. */
const RENEW_MS = 10_000

export interface ExportReportDeps {
  db: Db
  stream: StreamRows
  texts: Pick<Texts, 'of'>
  /** Business time zone. */
  timeZone: string
}

/** Answers the User List report as a spreadsheet. */
export async function exportUserList(
  deps: ExportReportDeps,
  context: CallContext,
  { criteria, token }: { criteria: UserListCriteria; token: string | undefined },
): Promise<FileAnswer> {
  const scope = adminScope(context.caller)
  const translate = await deps.texts.of(audienceOf(context))
  const statement = reportedUsersStatement(scope, criteria, deps.timeZone)
  const rows = await deps.stream<ListedUserRow>(scope, statement, context.caller.user.id)
  return exportSheet(deps, context, {
    name: 'user-list',
    criteria,
    token,
    rows,
    columns: reportedUserColumns({ translate, ...context.caller.user }),
  })
}

/** Answers the User Access report as a spreadsheet. */
export async function exportUserAccess(
  deps: ExportReportDeps,
  context: CallContext,
  { criteria, choices, token }: { criteria: AccessCriteria; choices: ResolvedCriteria; token: string | undefined },
): Promise<FileAnswer> {
  const scope = adminScope(context.caller)
  const translate = await deps.texts.of(audienceOf(context))
  const statement = accessStatement(scope, criteria, choices, deps.timeZone)
  const rows = await deps.stream<AccessRow>(scope, statement, context.caller.user.id)
  return exportSheet(deps, context, {
    name: 'user-access',
    criteria: { ...criteria, ...choices },
    token,
    rows,
    columns: accessColumns({ translate, ...context.caller.user }, choices.facilityName, 'utc'),
  })
}

interface Sheet<Row> {
  /** Name of the file, without its day and ending. */
  name: string
  criteria: UserListCriteria | NamedCriteria
  /** By which the browser asks how far the export is. */
  token: string | undefined
  rows: RowStream<Row>
  columns: readonly SheetColumn<Row>[]
}

async function exportSheet<Row>(
  { db, timeZone }: ExportReportDeps,
  { caller, request }: CallContext,
  { name, criteria, token, rows, columns }: Sheet<Row>,
): Promise<FileAnswer> {
  const now = await beforeSending(rows, () =>
    db.transact(ownScope(caller), async (tx) => {
      recordAudit(tx, request, {
        event: 'report_exported',
        ...auditActor(caller),
        after: { report: name, criteria: recordedCriteria(criteria) },
      })
      if (token !== undefined) await beginExport(tx, caller.user.id, token)
      return databaseTime(tx)
    }),
  )
  const written = token === undefined ? rows : await openStream(tracked(rows, exportTracker(db, caller, token)))
  return sheetAttachment(written, columns, { format: 'xlsx', name: `${name}-${dayIn(timeZone, now)}` })
}

/** The day of a moment, YYYY-MM-DD: the Swedish form. */
export const dayIn = (timeZone: string, moment: Date): string => moment.toLocaleDateString('sv-SE', { timeZone })

interface ExportTracker {
  renew(): Promise<void>
  end(state: 'ready' | 'failed'): Promise<void>
}

function exportTracker(db: Db, caller: CallContext['caller'], token: string): ExportTracker {
  const scope = ownScope(caller)
  let renewedAt = performance.now()
  return {
    renew: async () => {
      if (performance.now() - renewedAt < RENEW_MS) return
      renewedAt = performance.now()
      await db.transact(scope, (tx) => renewExport(tx, caller.user.id, token))
    },
    // Without its end recorded, the export counts as failed once it is not renewed.
    end: (state) => db.transact(scope, (tx) => endExport(tx, caller.user.id, token, state)).catch(() => undefined),
  }
}

/** The same batches; records that they are read, and whether all of them were. */
async function* tracked<Row>(
  batches: AsyncIterable<readonly Row[]>,
  tracker: ExportTracker,
): AsyncGenerator<readonly Row[]> {
  let isWhole = false
  try {
    for await (const batch of batches) {
      yield batch
      await tracker.renew()
    }
    isWhole = true
  } finally {
    await tracker.end(isWhole ? 'ready' : 'failed')
  }
}
