import {
  type JobRun,
  jobRunList,
  type JobSchedule,
  listJobKinds,
  listJobRuns,
  listJobSchedules,
  previewJobSchedule,
} from '@portico/contract/jobs/jobs.ts'
import type { AdminEntry } from '../../shell/admin-entry.ts'
import { pageQuery, query, queryClient } from '../../api/query.ts'
import { awaitFirstEntry } from '../../patterns/list-query.ts'
import { idFilter, listSearch, screenSearch, type ValuesOf, wordOrIdFilter } from '../../patterns/list-search.ts'

/** Intervals at which lists show the runs of other nodes, and while a job runs. */
const REFRESH_MS = 15_000
const REFRESH_RUNNING_MS = 2_000

const refreshInterval =
  <Data>(hasRunning: (data: Data) => boolean) =>
  ({ state: { data } }: { state: { data?: Data | undefined } }): number =>
    data !== undefined && hasRunning(data) ? REFRESH_RUNNING_MS : REFRESH_MS

export const schedulesQuery = () => ({
  ...query(listJobSchedules, {}),
  refetchInterval: refreshInterval<readonly JobSchedule[]>((all) =>
    all.some(({ lastStatus }) => lastStatus === 'running'),
  ),
})

export const kindsQuery = () => query(listJobKinds, {})

/** The next runs of a schedule that is valid by its form. */
export const nextRunsQuery = (cronTxt: string, timeZone: string) => ({
  ...query(previewJobSchedule, { query: { cronTxt, ...(timeZone !== '' && { timeZone }) } }),
  retry: false,
})

export const runSearch = listSearch(jobRunList, {})

export const runsQuery = (jobScheduleSetupId: number, values: ValuesOf<typeof runSearch>) => ({
  ...pageQuery(listJobRuns, { params: { jobScheduleSetupId }, query: runSearch.query(values) }),
  refetchInterval: refreshInterval<{ rows: readonly JobRun[] }>(({ rows }) =>
    rows.some(({ runStatus }) => runStatus === 'running'),
  ),
})

/** What the screen shows: the list, the form of a new or known job, or the runs of a job. */
export type JobView = { show: 'list' } | { show: 'add' } | { show: 'edit' | 'runs'; id: number }

/** Search params of the screen; `from`: the job that the user comes back from. */
export const jobSearch = screenSearch({ edit: wordOrIdFilter('new'), runs: idFilter(), from: idFilter() })

export function viewIn({ edit, runs }: Pick<ReturnType<typeof jobSearch>, 'edit' | 'runs'>): JobView {
  if (edit === 'new') return { show: 'add' }
  if (edit !== undefined) return { show: 'edit', id: edit }
  return runs === undefined ? { show: 'list' } : { show: 'runs', id: runs }
}

export async function loadJobs({ search, cause }: AdminEntry): Promise<void> {
  const view = viewIn(jobSearch(search))
  await Promise.all([
    queryClient.ensureQueryData(query(listJobSchedules, {})),
    queryClient.ensureQueryData(kindsQuery()),
    view.show === 'runs' &&
      awaitFirstEntry(cause, queryClient.ensureQueryData(runsQuery(view.id, runSearch.read(search)))),
  ])
}
