import { escapeHtml } from '@portico/contract/escape-html.ts'
import { REPORT_TICKET_MINUTES } from '@portico/contract/reports/report-rules.ts'
import { type Language, localeOf } from '@portico/contract/texts/languages.ts'
import { sentences as t } from '../../http/sentences.ts'
import { type Cell, printable, type SheetColumn } from '../../spreadsheet/sheet-columns.ts'
import { sheetPieces } from '../../spreadsheet/sheet-pieces.ts'
import { accessColumns, type ReportReader } from './report-columns.ts'
import { momentsOf, type StoredRow } from './report-rows.ts'
import type { AccessRow } from './report-statements.ts'
import type { StoredReport } from './report-store.ts'
import { criteriaTexts, reportNames } from './report-view.ts'

/** Characters of some fifty rows; after each piece other requests have their turn. */
const PIECE_LENGTH = 16_384
const REPORT_QUEUE = '/content-authenticated/administration/report-queue'

/** Who reads a report, and how. */
export interface PageReader extends ReportReader {
  language: Language
  /** Business time zone, in which the page has its times. */
  timeZone: string
  fullName: string
}

const style = `:root{color-scheme:light dark}*{box-sizing:border-box}
body{margin:0;padding:1.5rem;font:0.875rem/1.45 system-ui,sans-serif;background:#fff;color:#1c2430}
h1{font-size:1.5rem;line-height:1.3;margin:0 0 0.5rem}p{margin:0 0 0.25rem}ul{margin:0.5rem 0;padding:0 0 0 1.25rem}
.facts{color:#4a5768}.table{overflow-x:auto;margin-top:1rem}
table{border-collapse:collapse;width:100%}th,td{border:1px solid #c3cbd6;padding:0.25rem 0.5rem;text-align:left;vertical-align:top;overflow-wrap:break-word;max-width:16rem}
time span{white-space:nowrap}.name{overflow-wrap:anywhere;min-width:10rem}
th{background:#eef1f5}thead{display:table-header-group}tr{break-inside:avoid}
a{color:#1f4f8f}a:focus-visible,.table:focus-visible{outline:2px solid currentcolor;outline-offset:2px}
@media (prefers-color-scheme:dark){body{background:#10141a;color:#e4e9f0}.facts{color:#9aa7b8}th{background:#1c232d}th,td{border-color:#3a4553}a{color:#8ab4f0}}
@media print{@page{size:landscape;margin:12mm}:root{color-scheme:light}body{padding:0;font-size:7.5pt;background:#fff;color:#000}.facts{color:#000}.table{overflow:visible}th{background:#eee}th,td{border-color:#999;padding:1mm;max-width:32mm}.name{min-width:20mm}}`

const start = (title: string, language: Language, nonce: string): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><link rel="icon" href="/favicon.svg"><style nonce="${nonce}">${style}</style></head><body><main>`
const END = '</main></body></html>\n'

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`

/**
 * Writes a finished report as a page that stands for itself and can be printed: no script, every value escaped.
 * @param rows the stored rows as JSON texts, in their order
 */
export async function* reportPage(
  report: StoredReport,
  rows: AsyncIterable<readonly { row: string }[]>,
  { translate, isInternal, language, timeZone, fullName }: PageReader,
  nonce: string,
): AsyncGenerator<string> {
  const { criteria, kind, requestedAt, completedAt, rowCount } = report
  const format = momentFormat(language, timeZone)
  const columns = accessColumns({ translate, isInternal }, criteria.facilityName, 'business')
  const title = translate(reportNames[kind])
  const criteriaList = criteriaTexts(criteria, translate, language).map((text) => `<li>${escapeHtml(text)}</li>`)
  yield `${start(title, language, nonce)}<h1>${escapeHtml(title)}</h1><ul>${criteriaList.join('')}</ul><div class="facts">${[
    translate(t.report_page_requested({ time: format(requestedAt), name: fullName })),
    ...(completedAt === null ? [] : [translate(t.report_page_completed({ time: format(completedAt) }))]),
    translate(t.report_page_rows({ count: rowCount })),
    translate(t.report_page_times({ zone: timeZone })),
  ]
    .map(paragraph)
    .join('')}</div>`
  if (rowCount === 0) {
    yield paragraph(translate(t.report_page_empty)) + END
    return
  }
  const headings = columns.map(({ header }) => `<th scope="col">${escapeHtml(header)}</th>`).join('')
  yield* sheetPieces(rows, {
    start: `<div class="table" role="region" tabindex="0" aria-label="${escapeHtml(title)}"><table><thead><tr>${headings}</tr></thead><tbody>`,
    row: ({ row }) => rowHtml(momentsOf(JSON.parse(row) as StoredRow), columns, format),
    end: () => `</tbody></table></div>${END}`,
    pieceLength: PIECE_LENGTH,
  })
}

const rowHtml = (row: AccessRow, columns: readonly SheetColumn<AccessRow>[], format: (at: Date) => string): string =>
  `<tr>${columns.map(({ value }) => cellHtml(value(row), row, format)).join('')}</tr>`

/** Words, dates and times stay whole; email addresses and user IDs break after their @, or anywhere where that is not enough. */
function cellHtml(cell: Cell, { email, userName }: AccessRow, format: (at: Date) => string): string {
  if (cell === null) return '<td></td>'
  if (cell instanceof Date) return `<td><time>${wholeWords(format(cell))}</time></td>`
  const text = escapeHtml(printable(String(cell)))
  return cell === email || cell === userName
    ? `<td class="name">${text.replace('@', '@<wbr>')}</td>`
    : `<td>${text}</td>`
}

/** '01/31/2027, 9:30 AM' as its date and its time, between which alone it breaks. */
function wholeWords(moment: string): string {
  const [date = '', ...time] = moment.split(' ')
  return [date, time.join(' ')].map((part) => `<span>${escapeHtml(part)}</span>`).join(' ')
}

/** Moments as their reader writes them: '01/31/2027, 9:30 AM' or '31.01.2027, 09:30'. */
function momentFormat(language: Language, timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat(localeOf[language], {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: 'numeric',
    minute: '2-digit',
  })
  return (at) => format.format(at)
}

/** Tells that a ticket opens no report, or that its owner may not read it any more. */
export async function* noReportPage(
  reason: 'gone' | 'refused',
  { translate, language }: Pick<PageReader, 'translate' | 'language'>,
  nonce: string,
): AsyncGenerator<string> {
  const title = translate(reason === 'gone' ? t.report_page_gone : t.report_page_refused)
  const hint =
    reason === 'gone' ? paragraph(translate(t.report_page_gone_hint({ minutes: REPORT_TICKET_MINUTES }))) : ''
  const link = `<p><a href="${REPORT_QUEUE}">${escapeHtml(translate(t.report_page_to_queue))}</a></p>`
  yield `${start(title, language, nonce)}<h1>${escapeHtml(title)}</h1>${hint}${link}${END}`
}
