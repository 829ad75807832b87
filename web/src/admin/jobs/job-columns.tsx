import type { JobSchedule } from '@portico/contract/jobs/jobs.ts'
import type { jobTexts } from '@portico/contract/jobs/job-texts.ts'
import { formatMessage, type Texts } from '../../api/texts.ts'
import type { Column } from '../../patterns/column.ts'
import { Badge } from '../../ui/Badge.tsx'
import { formatInstant } from '../../ui/format.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { cronInWords } from './cron-words.ts'
import classes from './Jobs.module.css'
import { results } from './job-words.ts'

/** The columns of the list. */
export const columnsOf = (t: Texts<typeof jobTexts>): Column<JobSchedule>[] => [
  { key: 'name', title: t.jobs_name, cell: ({ jobNm }) => jobNm },
  {
    key: 'when',
    title: t.jobs_when,
    cell: ({ cronTxt, timeZone }) => (
      <>
        {cronInWords(cronTxt, t)}
        {timeZone !== null && (
          <span className={classes['detail']}>{formatMessage(t.jobs_zone, { zone: timeZone })}</span>
        )}
      </>
    ),
  },
  {
    key: 'next',
    title: t.jobs_next,
    oneLine: true,
    cell: ({ nextRunDt, disableFlg }) => {
      if (disableFlg) return <Badge>{t.jobs_disabled}</Badge>
      return nextRunDt ? formatInstant(nextRunDt) : t.jobs_not_planned
    },
  },
  {
    key: 'last',
    title: t.jobs_last,
    cell: ({ lastRunDt, lastStatus, lastMessage }) => {
      if (lastRunDt === null || lastStatus === null) return t.jobs_never_ran
      const { tone, label } = results[lastStatus]
      return (
        <>
          <StatusDot tone={tone}>{t[label]}</StatusDot>
          <span className={classes['detail']}>{formatInstant(lastRunDt)}</span>
          {lastStatus === 'failed' && lastMessage && <span className={classes['detail']}>{lastMessage}</span>}
        </>
      )
    },
  },
]
