import { reportRowList } from '@portico/contract/reports/report-records.ts'
import { getReport, getReportAddress, listReportRows } from '@portico/contract/reports/reports.ts'
import { call, callPage } from '../../api/call.ts'
import { pageQuery, query, queryClient } from '../../api/query.ts'
import { loadListPreferences } from '../../patterns/list-preferences.ts'
import { awaitFirstEntry } from '../../patterns/list-query.ts'
import { listSearch, type ValuesOf } from '../../patterns/list-search.ts'
import type { AdminEntry } from '../../shell/admin-entry.ts'

export const reportRowSearch = listSearch(reportRowList, {
  q: 'searchPattern',
  application: 'systemNm',
  employer: 'employerNm',
})
type Values = ValuesOf<typeof reportRowSearch>

/** A finished report never changes; each request for it is recorded. */
export const reportQuery = (uid: number, reportId: number) => ({
  ...query(getReport, { params: { uid, reportId } }),
  staleTime: Infinity,
})

export const reportRowsQuery = (uid: number, reportId: number, values: Values) => ({
  ...pageQuery(listReportRows, { params: { uid, reportId }, query: reportRowSearch.query(values) }),
  staleTime: Infinity,
})

/** The rows that are printed, in the order and with the filters of the list. */
export const readPrintedRows = async (uid: number, reportId: number, values: Values) =>
  (
    await callPage(listReportRows, {
      params: { uid, reportId },
      query: { ...reportRowSearch.selection(values), printFlg: true },
    })
  ).rows

/** The address of the page with all rows of a report, which works once. */
export async function readWholeAddress(uid: number, reportId: number): Promise<string> {
  const address = await call(getReportAddress, { params: { uid, reportId } })
  return `${address}&whole=Y`
}

export const loadReport = ({ uid, params, search, cause }: AdminEntry<{ reportId: number }>): Promise<void> => {
  const { select: _, ...rows } = reportRowsQuery(uid, params.reportId, reportRowSearch.read(search))
  return awaitFirstEntry(
    cause,
    Promise.all([
      // One after the other: rows that come before the report would record a second opening. A failure of the rows is
      // shown in their place.
      queryClient.ensureQueryData(reportQuery(uid, params.reportId)).then(() => queryClient.prefetchQuery(rows)),
      loadListPreferences(uid, 'report'),
    ]),
  )
}
