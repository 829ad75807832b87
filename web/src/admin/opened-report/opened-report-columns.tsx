import type { Report, ReportRow } from '@portico/contract/reports/report-records.ts'
import { columnFieldList } from '@portico/contract/users/user-fields.ts'
import type { Column } from '../../patterns/column.ts'
import { BreakableText } from '../../ui/BreakableText.tsx'
import { formatDayOf, formatInstant } from '../../ui/format.ts'

/** Columns that are shown when they are chosen: with them the table would be wider than its page. */
export const REPORT_COLUMNS_OFF = ['userType', 'grantedDt', 'createdDt', ...columnFieldList.map(({ wire }) => wire)]

/** The columns of a report as the server orders them; `isSortable` for all of them. */
export const openedReportColumns = ({ columns }: Report, isSortable: boolean): Column<ReportRow>[] =>
  columns.map(({ columnCd, headingTxt, kindCd }, index) => ({
    key: columnCd,
    title: headingTxt,
    sortable: isSortable,
    // Addresses and user IDs stay whole; on paper they break after their punctuation.
    oneLine: kindCd !== 'text',
    inCardTitle: columnCd === 'lastNm',
    cell: ({ cells }) => {
      const value = cells[index] ?? null
      if (value === null || kindCd === 'text') return value
      return kindCd === 'instant' ? <DayCell moment={new Date(value)} /> : <BreakableText>{value}</BreakableText>
    },
  }))

const DayCell = ({ moment }: { moment: Date }) => (
  <time dateTime={moment.toISOString()} title={formatInstant(moment)}>
    {formatDayOf(moment)}
  </time>
)

/** First and last name of the user of a row. */
export function nameOfRow({ columns }: Report, { cells }: ReportRow): string {
  const valueOf = (code: string) => cells[columns.findIndex(({ columnCd }) => columnCd === code)] ?? ''
  return `${valueOf('firstNm')} ${valueOf('lastNm')}`
}
