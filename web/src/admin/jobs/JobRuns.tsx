import type { JobRun, JobSchedule } from '@portico/contract/jobs/jobs.ts'
import { jobTexts } from '@portico/contract/jobs/job-texts.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import type { Column } from '../../patterns/column.ts'
import { useListPage } from '../../patterns/list-query.ts'
import { useListSearch } from '../../patterns/list-search.ts'
import { ListTable } from '../../patterns/ListTable.tsx'
import { formatInstant } from '../../ui/format.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { AllJobsButton } from './job-links.tsx'
import { runSearch, runsQuery } from './job-queries.ts'
import { durationInWords, results } from './job-words.ts'
import { cronInWords } from './cron-words.ts'

/** The runs of one job: when, how long, and what they said. */
export function JobRuns({ schedule }: { schedule: JobSchedule }) {
  const t = useTexts(jobTexts)
  const { jobScheduleSetupId: id, jobNm: name, cronTxt } = schedule
  const list = useListSearch(runSearch)
  const page = useListPage(runsQuery(id, list))
  const title = formatMessage(t.job_runs_title, { name })
  return (
    <AdminPage title={title} subtitle={cronInWords(cronTxt, t)} actions={<AllJobsButton from={id} />}>
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.job_runs_none }}
        caption={title}
        columns={columnsOf(t)}
        rowKey={({ jobRunId }) => jobRunId}
      />
    </AdminPage>
  )
}

const columnsOf = (t: Texts<typeof jobTexts>): Column<JobRun, 'startedDt' | 'duration' | 'result' | 'message'>[] => [
  {
    key: 'startedDt',
    title: t.job_run_started,
    sortable: true,
    oneLine: true,
    cell: ({ startedDt }) => formatInstant(startedDt),
  },
  {
    key: 'result',
    title: t.job_run_result,
    cell: ({ runStatus }) => <StatusDot tone={results[runStatus].tone}>{t[results[runStatus].label]}</StatusDot>,
  },
  {
    key: 'duration',
    title: t.job_run_duration,
    align: 'end',
    oneLine: true,
    cell: ({ startedDt, endedDt }) => (endedDt ? durationInWords(startedDt, endedDt, t) : '–'),
  },
  { key: 'message', title: t.job_run_message, cell: ({ messageTxt }) => messageTxt || '–' },
]
