import { listReportQueue, type ReportEntry } from '@portico/contract/reports/reports.ts'
import { REPORT_POLL_SECONDS, reportStatuses } from '@portico/contract/reports/report-rules.ts'
import { query, queryClient } from '../../api/query.ts'

/** Whether the report is still waiting or being generated. */
export const isReportUnderWay = ({ status }: ReportEntry): boolean =>
  status === reportStatuses.queued || status === reportStatuses.running

/** The own reports; asked for again while one of them is under way. */
export const reportQueueQuery = (uid: number) => ({
  ...query(listReportQueue, { params: { uid } }),
  refetchInterval: ({ state: { data } }: { state: { data?: readonly ReportEntry[] | undefined } }) =>
    data?.some(isReportUnderWay) ? REPORT_POLL_SECONDS * 1000 : false,
})

/** Loads what the screen shows; a report may have been requested in another window. */
export const loadReportQueue = (uid: number): Promise<unknown> =>
  queryClient.fetchQuery({ ...query(listReportQueue, { params: { uid } }), staleTime: 0 })
