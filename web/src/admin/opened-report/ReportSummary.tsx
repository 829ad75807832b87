import { useId } from 'react'
import type { Report } from '@portico/contract/reports/report-records.ts'
import { SIGN_IN_PERIOD_DAYS } from '@portico/contract/reports/report-rules.ts'
import { reportPageTexts } from '@portico/contract/reports/report-page-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { formatNumber } from '../../ui/format.ts'
import classes from './OpenedReport.module.css'

/** Rows of a chart; what is beyond them is added up in a last one, without a bar. */
const BARS_MAX = 8

type Summary = NonNullable<Report['summary']>

/** What the rows of a report have in common: two charts, each with its numbers in a table. */
export function ReportSummary({ summary }: { summary: Summary }) {
  const t = useTexts(reportPageTexts)
  const { month, quarter } = SIGN_IN_PERIOD_DAYS
  const periods = {
    month: formatMessage(t.opened_sign_in_month, { days: month }),
    quarter: formatMessage(t.opened_sign_in_quarter, { from: month, days: quarter }),
    earlier: formatMessage(t.opened_sign_in_earlier, { days: quarter }),
    never: t.opened_sign_in_never,
  }
  return (
    <div className={classes['summary']}>
      <BarTable title={t.opened_by_application} heading={t.reports_application} bars={firstBars(summary.systems)} />
      <BarTable
        title={t.opened_by_sign_in}
        heading={t.reports_last_login}
        bars={summary.lastLogins.map(({ name, cnt }) => ({ name: periods[name], cnt }))}
      />
    </div>
  )
}

interface Bar {
  /** '' for all others. */
  name: string
  cnt: number
}

/** The largest, and one for all others. */
function firstBars(counted: readonly Bar[]): Bar[] {
  const named = counted.filter(({ name }) => name !== '')
  if (counted.length <= BARS_MAX) return [...counted]
  const shown = named.slice(0, BARS_MAX - 1)
  const rest = counted.slice(shown.length).reduce((sum, { cnt }) => sum + cnt, 0)
  return [...shown, { name: '', cnt: rest }]
}

interface BarTableProps {
  title: string
  /** Of the column of names. */
  heading: string
  bars: readonly Bar[]
}

/** Numbers of users, with a bar beside each. */
function BarTable({ title, heading, bars }: BarTableProps) {
  const t = useTexts(reportPageTexts)
  const id = useId()
  const largest = Math.max(1, ...bars.filter(({ name }) => name !== '').map(({ cnt }) => cnt))
  return (
    <section className={classes['chart']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            <th scope="col" colSpan={2}>
              {t.opened_users}
            </th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ name, cnt }) => (
            <tr key={name}>
              <th scope="row">{name === '' ? t.opened_others : name}</th>
              <td>{formatNumber(cnt)}</td>
              <td aria-hidden="true">
                {name !== '' && (
                  <svg viewBox="0 0 100 10" preserveAspectRatio="none">
                    <rect width={(cnt / largest) * 100} height="10" />
                  </svg>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
