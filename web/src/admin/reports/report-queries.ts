import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import {
  exportAccessReport,
  exportUserListReport,
  getExcelStatus,
  listAccessCustomers,
  listAccessCustomerTree,
  listPciCustomers,
  listPciCustomerTree,
  listReportFacilities,
  listReportSystems,
  type UserAccessCriteria,
  type UserListCriteria,
} from '@portico/contract/reports/reports.ts'
import { DEFAULT_FACILITY } from '@portico/contract/customers/user-customers.ts'
import { reportStatuses } from '@portico/contract/reports/report-rules.ts'
import { callPage } from '../../api/call.ts'
import { downloadAttachment } from '../../api/files.ts'
import { query, queryClient } from '../../api/query.ts'

export const reportFacilitiesQuery = (uid: number) => query(listReportFacilities, { params: { uid } })
export const reportSystemsQuery = (uid: number) => query(listReportSystems, { params: { uid } })

/** The reports that are about customers. */
export type CustomerReport = 'pci' | 'access'

export interface CustomersOf {
  report: CustomerReport
  facilityCd: string
  /** Its customers stand below each other; a search finds whole groups (RPTS-078). */
  isTree: boolean
  /** Part of a name; '' for all. */
  search: string
}

const endpoints = {
  pci: { tree: listPciCustomerTree, list: listPciCustomers },
  access: { tree: listAccessCustomerTree, list: listAccessCustomers },
} as const

/** Customers of a facility, a page at a time. */
export function customersQuery(uid: number, { report, facilityCd, isTree, search }: CustomersOf) {
  const endpoint = endpoints[report][isTree ? 'tree' : 'list']
  return infiniteQueryOptions({
    queryKey: [endpoint.name, { uid, facilityCd, search }],
    queryFn: async ({ pageParam, signal }) => {
      const input = {
        params: { uid, facilityCd },
        query: { searchPattern: search === '' ? undefined : search, offset: pageParam === 0 ? undefined : pageParam },
      }
      return callPage(endpoint, input, signal)
    },
    initialPageParam: 0,
    // A tree counts its top-level customers, a list all of them.
    getNextPageParam: ({ total }, pages) => {
      const loaded = pages
        .flatMap(({ rows }) => rows)
        .filter(({ parentCustId }) => !isTree || parentCustId === 0).length
      return loaded < total && pages.at(-1)?.rows.length !== 0 ? loaded : undefined
    },
    placeholderData: keepPreviousData,
  })
}

export const excelStatusQuery = (uid: number, excelToken: string) => ({
  ...query(getExcelStatus, { params: { uid, excelToken } }),
  refetchInterval: ({ state: { data } }: { state: { data?: number | undefined } }) =>
    data === reportStatuses.ready || data === reportStatuses.failed ? false : EXCEL_STATUS_MS,
  staleTime: 0,
  retry: false,
})
/** Interval at which the progress of a spreadsheet is asked for. */
const EXCEL_STATUS_MS = 1_000

export const saveUserListReport = (uid: number, criteria: UserListCriteria): Promise<void> =>
  downloadAttachment(exportUserListReport, { params: { uid }, body: criteria })

export const saveAccessReport = (uid: number, criteria: UserAccessCriteria & { excelToken: string }): Promise<void> =>
  downloadAttachment(exportAccessReport, { params: { uid }, body: criteria })

/** The facility that a form begins with: EDH (RPTS-035, RPTS-045), or the first that the administrator may choose. */
export const initialFacility = (facilities: readonly { facilityCd: string }[]): string =>
  facilities.find(({ facilityCd }) => facilityCd === DEFAULT_FACILITY)?.facilityCd ?? facilities[0]?.facilityCd ?? ''

/** Loads the facilities and the customers of the first one; the form shows a failure of the latter itself. */
async function loadCustomers(uid: number, report: CustomerReport): Promise<void> {
  const facilities = await queryClient.ensureQueryData(reportFacilitiesQuery(uid))
  const facilityCd = initialFacility(facilities)
  const isTree = facilities.find((one) => one.facilityCd === facilityCd)?.hierarchyFlg ?? false
  if (facilityCd !== '')
    await queryClient.prefetchInfiniteQuery(customersQuery(uid, { report, facilityCd, isTree, search: '' }))
}

export const loadPciReport = (uid: number): Promise<void> => loadCustomers(uid, 'pci')

export const loadAccessReport = async (uid: number): Promise<void> => {
  await Promise.all([loadCustomers(uid, 'access'), queryClient.ensureQueryData(reportSystemsQuery(uid))])
}
