import { areas } from '@portico/contract/areas.ts'
import { languageOfCode } from '@portico/contract/texts/languages.ts'
import { noReportPage, reportPage } from '../areas/reports/report-page.ts'
import { reportHandlers } from '../areas/reports/report-handlers.ts'
import { checkTicket, consumeTicket, openReport, REPORT_PAGE, reportTickets } from '../areas/reports/report-tickets.ts'
import type { TextService } from '../areas/texts/text-service.ts'
import type { Config } from '../config/config.ts'
import type { KeyRing } from '../crypto/key-ring.ts'
import type { Db } from '../db/database.ts'
import type { StreamRows } from '../db/row-stream.ts'
import { mountArea } from '../http/mount.ts'
import type { RequestGuards } from '../http/request-guards.ts'
import type { HttpServer } from '../http/server.ts'
import { serveTicketPage } from '../http/ticket-page.ts'

interface ReportMountDeps {
  db: Db
  stream: StreamRows
  texts: TextService
  keys: KeyRing
  config: Pick<Config, 'businessTimeZone' | 'passwordMaxAgeDays' | 'publicUrl'>
}

/** The screen of the front end that shows a report. */
const REPORT_SCREEN = '/content-authenticated/administration/report'

const pageStatuses = { opens: 200, refused: 403, gone: 404 } as const

/** Mounts the calls of reports, and the address that shows a finished one. */
export function mountReports(
  app: HttpServer,
  guards: RequestGuards,
  { db, stream, texts, keys, config }: ReportMountDeps,
): void {
  const { businessTimeZone: timeZone, passwordMaxAgeDays, publicUrl } = config
  const tickets = reportTickets(keys)
  mountArea(app, guards, areas.reports, reportHandlers({ db, stream, texts, timeZone, tickets, publicUrl }))
  const ticketDeps = { db, stream, tickets, passwordMaxAgeDays }
  serveTicketPage(app, REPORT_PAGE, guards.rates, {
    check: async (ticket, request) => pageStatuses[(await checkTicket(ticketDeps, { request }, ticket)) ?? 'gone'],
    open: async (ticket, request, isWhole) => {
      const opened = await (isWhole ? openReport : consumeTicket)(ticketDeps, { request }, ticket)
      if (typeof opened === 'number') return { location: `${REPORT_SCREEN}/${opened}` }
      if (opened === null || opened === 'refused') {
        const { language } = request
        const translate = await texts.of({ clientId: null, language })
        const reason = opened ?? 'gone'
        return { status: pageStatuses[reason], html: (nonce) => noReportPage(reason, { translate, language }, nonce) }
      }
      const { report, rows, reader } = opened
      const { clientId, fullName, isInternal } = reader
      const language = languageOfCode(reader.language) ?? request.language
      const translate = await texts.of({ clientId, language })
      return {
        status: pageStatuses.opens,
        rows,
        html: (nonce) => reportPage(report, rows, { translate, isInternal, language, timeZone, fullName }, nonce),
      }
    },
  })
}
