import * as z from 'zod/mini'
import { Id, Ignored, Instant, Offset, OptionalDay, OwnUid, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import {
  REPORT_CUSTOMER_GROUPS,
  REPORT_CUSTOMERS_PAGE,
  REPORT_SORTED_ROWS,
  REPORT_TICKET_MINUTES,
  REPORTS_AT_ONCE,
  REPORTS_SHOWN,
  queuedReports,
  reportDateFields,
  reportDateTypes,
  reportUserStatuses,
  reportYesNo,
} from './report-rules.ts'
import { Report, ReportRow, reportRowList } from './report-records.ts'

const reports = '/ccservices/secure/admin/rest/report'
const ofAdmin = `${reports}/admin-users/{uid}`
const ofUser = `${reports}/cpusers/{uid}`
const userList = admin('User List Report')
const userAccess = admin('User Access Report')
const pciUser = admin('PCI User Report')
const viewable = admin(['User Access Report', 'PCI User Report'])

const facilityCd = text(20)
const dates = { fromDate: OptionalDay, toDate: OptionalDay }
/** A customer, or 0; also as text. */
const CustomerChoice = z.codec(
  z.union([z.int().check(z.minimum(0), z.maximum(2_147_483_647)), z.string().check(z.regex(/^\d{1,10}$/))]),
  z.int().check(z.minimum(0), z.maximum(2_147_483_647)),
  { decode: Number, encode: (id) => id },
)
/** Chosen by the browser, by which it asks how far a spreadsheet is (decision L4). */
const ExcelToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/))

/** Omitted criteria are those of the specification (RPTS-115..121, decision L1). */
export const UserListCriteria = z.strictObject({
  userStatus: z.optional(z.enum(reportUserStatuses)),
  userType: z.optional(z.enum(reportYesNo)),
  adminFlg: z.optional(z.enum(reportYesNo)),
  dateField: z.optional(z.enum(reportDateFields)),
  dateType: z.optional(z.enum(reportDateTypes)),
  ...dates,
  excelToken: z.optional(ExcelToken),
})
export type UserListCriteria = z.output<typeof UserListCriteria>

/** The dates are those on which users were added (RPTS-070). */
export const PciCriteria = z.strictObject({
  dateType: z.optional(z.enum(reportDateTypes)),
  ...dates,
  facilityCd: z.optional(facilityCd),
  /** 0 or absent: none is chosen. */
  customerId: z.optional(CustomerChoice),
})
export type PciCriteria = z.output<typeof PciCriteria>

const accessCriteria = {
  userStatus: z.optional(z.enum(reportUserStatuses)),
  userType: z.optional(z.enum(reportYesNo)),
  dateType: z.optional(z.enum(reportDateTypes)),
  ...dates,
  lastLoginDateType: z.optional(z.enum(reportDateTypes)),
  lastLoginFromDate: OptionalDay,
  lastLoginToDate: OptionalDay,
  facilityCd: z.optional(facilityCd),
  /** 0: all customers; absent: none is chosen (decision L5). */
  customerId: z.optional(CustomerChoice),
  /** 1: all applications. */
  systemId: z.optional(Id),
}
export const UserAccessCriteria = z.strictObject(accessCriteria)
export type UserAccessCriteria = z.output<typeof UserAccessCriteria>

export const exportUserListReport = endpoint({
  name: 'exportUserListReport',
  method: 'POST',
  path: `${ofAdmin}/user-list-report`,
  kind: 'attachment',
  guard: userList,
  params: OwnUid,
  body: UserListCriteria,
})

const ExcelStatus = z.literal([0, 9, 3, 1])

export const getExcelStatus = endpoint({
  name: 'getExcelStatus',
  method: 'GET',
  path: `${ofAdmin}/excel-status/{excelToken}`,
  guard: admin(['User List Report', 'User Access Report']),
  background: true,
  params: z.strictObject({ uid: Id, excelToken: ExcelToken }),
  data: ExcelStatus,
})

/** An entry of the report queue (decision L3). */
export const ReportEntry = z.object({
  reportId: z.int(),
  reportCd: z.enum(queuedReports),
  /** Name of the report in the reader’s language. */
  reportNm: z.string(),
  requestedDt: Instant,
  /** 0 queued, 9 running, 1 ready, 3 failed. */
  status: z.literal([0, 9, 1, 3]),
  /** The criteria in the reader’s language. */
  criteriaTxt: z.string(),
  /** While it runs, the rows so far. */
  rowCnt: z.int(),
  completedDt: z.nullable(Instant),
  /** When it is deleted. */
  expiresDt: Instant,
  /** Why it failed, in the reader’s language; null unless it did. */
  errorTxt: z.nullable(z.string()),
})
export type ReportEntry = z.output<typeof ReportEntry>

export const listReportQueue = endpoint({
  name: 'listReportQueue',
  method: 'GET',
  path: `${ofUser}/report-queues`,
  guard: admin('Report Queue'),
  background: true,
  params: OwnUid,
  data: z.array(ReportEntry),
})

const ignored = z.optional(Ignored)

export const deleteReportQueue = endpoint({
  name: 'deleteReportQueue',
  method: 'POST',
  path: `${ofUser}/delete-report-queues`,
  guard: admin('Report Queue'),
  params: OwnUid,
  body: z
    .array(
      z.strictObject({
        reportId: Id,
        selected: ignored,
        reportCd: ignored,
        reportNm: ignored,
        requestedDt: ignored,
        status: ignored,
        criteriaTxt: ignored,
        rowCnt: ignored,
        completedDt: ignored,
        expiresDt: ignored,
        errorTxt: ignored,
      }),
    )
    .check(z.maxLength(REPORTS_SHOWN)),
})

export const getReportAddress = endpoint({
  name: 'getReportAddress',
  method: 'GET',
  path: `${ofAdmin}/report-viewer/{reportId}`,
  guard: viewable,
  background: true,
  params: z.strictObject({ uid: Id, reportId: Id }),
  data: z.union([z.literal([0, 9, 3]), z.string()]),
})

const OneReport = z.strictObject({ uid: Id, reportId: Id })

export const getReport = endpoint({
  name: 'getReport',
  method: 'GET',
  path: `${ofAdmin}/reports/{reportId}`,
  guard: viewable,
  params: OneReport,
  data: Report,
})

export const listReportRows = endpoint({
  name: 'listReportRows',
  method: 'GET',
  path: `${ofAdmin}/reports/{reportId}/rows`,
  guard: viewable,
  params: OneReport,
  query: z.strictObject({
    ...reportRowList.query.shape,
    /** 'Y': the first rows in place of a page, as many as are printed. */
    printFlg: z.optional(YesNo),
  }),
  data: z.array(ReportRow),
})

export const requestPciReport = endpoint({
  name: 'requestPciReport',
  method: 'POST',
  path: `${ofAdmin}/pci-user-report`,
  guard: pciUser,
  params: OwnUid,
  body: PciCriteria,
  data: z.int(),
})

export const requestAccessReport = endpoint({
  name: 'requestAccessReport',
  method: 'POST',
  path: `${ofAdmin}/user-access-report`,
  guard: userAccess,
  params: OwnUid,
  body: UserAccessCriteria,
  data: z.int(),
})

export const exportAccessReport = endpoint({
  name: 'exportAccessReport',
  method: 'POST',
  path: `${ofAdmin}/user-access-excel`,
  kind: 'attachment',
  guard: userAccess,
  params: OwnUid,
  body: z.strictObject({ ...accessCriteria, excelToken: z.optional(ExcelToken) }),
})

/** A customer that reports can be about (RPTS-049, RPTS-050). */
export const ReportCustomer = z.object({
  customerId: z.int(),
  customerNm: z.string(),
  /** 0: a top-level one, or the highest that the administrator has access to. */
  parentCustId: z.int(),
})
export type ReportCustomer = z.output<typeof ReportCustomer>

const OneFacility = z.strictObject({ uid: Id, facilityCd })
const customerSearch = z.strictObject({ searchPattern: z.optional(text(100)), offset: z.optional(Offset) })

export const listPciCustomerTree = endpoint({
  name: 'listPciCustomerTree',
  method: 'GET',
  path: `${ofAdmin}/user-customers-pci-hierarchy/{facilityCd}`,
  guard: pciUser,
  params: OneFacility,
  query: customerSearch,
  data: z.array(ReportCustomer),
})

export const listPciCustomers = endpoint({
  name: 'listPciCustomers',
  method: 'GET',
  path: `${ofAdmin}/user-customers-pci/{facilityCd}`,
  guard: pciUser,
  params: OneFacility,
  query: customerSearch,
  data: z.array(ReportCustomer),
})

export const listAccessCustomers = endpoint({
  name: 'listAccessCustomers',
  method: 'GET',
  path: `${ofAdmin}/user-customers/{facilityCd}`,
  guard: userAccess,
  params: OneFacility,
  query: customerSearch,
  data: z.array(ReportCustomer),
})

export const listAccessCustomerTree = endpoint({
  name: 'listAccessCustomerTree',
  method: 'GET',
  path: `${ofAdmin}/user-customers-hierarchy/{facilityCd}`,
  guard: userAccess,
  params: OneFacility,
  query: customerSearch,
  data: z.array(ReportCustomer),
})

export const listReportSystems = endpoint({
  name: 'listReportSystems',
  method: 'GET',
  path: `${ofAdmin}/systems`,
  guard: viewable,
  params: OwnUid,
  data: z.array(
    z.object({
      systemId: z.int(),
      systemNm: z.string(),
      /** Where the browser signs out of it, at the portal's current host; null: nowhere (RPTS-053). */
      browserLogoutUrl: z.nullable(z.string()),
    }),
  ),
})

export const listReportFacilities = endpoint({
  name: 'listReportFacilities',
  method: 'GET',
  path: `${ofAdmin}/facilities`,
  guard: viewable,
  params: OwnUid,
  data: z.array(
    z.object({
      facilityCd: z.string(),
      facilityNm: z.string(),
      /** 'N': its customers are one flat list (decision E17). */
      hierarchyFlg: YesNo,
    }),
  ),
})

const flatSummary = `Customers of a facility that the administrator may report on, by name, ${REPORT_CUSTOMERS_PAGE} from an offset; with a search those whose name contains the text. The header tells how many there are`
const treeSummary = `Customers of a facility that the administrator may report on, each followed by those below it: ${REPORT_CUSTOMER_GROUPS} top-level ones from an offset, which the header counts; with a search the whole groups with a hit. An answer has whole groups, as many as fit; where one is too large for any, the message says so`

export const summaries = {
  exportUserListReport: 'The User List report as a spreadsheet',
  getExcelStatus:
    'How far an own spreadsheet is that was asked for with this token: 0 not begun, 9 being written, 1 written, 3 failed',
  listReportQueue: `The newest ${REPORTS_SHOWN} reports of the caller, newest first`,
  deleteReportQueue:
    'Delete these reports of the caller in every state; entries of others and unknown ones are ignored',
  getReportAddress: `The state of an own report, 0 queued, 9 running or 3 failed, or the address of the finished one: a path of the portal that opens once, in this session, within ${REPORT_TICKET_MINUTES} minutes`,
  getReport: 'A finished report of the caller without its rows; recorded as opened',
  listReportRows: `Rows of a finished report of the caller. A report with more than ${REPORT_SORTED_ROWS} rows is read in its own order alone`,
  requestPciReport: `Ask for the PCI User report; the answer is the id of the report. At most ${REPORTS_AT_ONCE} reports of a user wait or run at once`,
  requestAccessReport: `Ask for the User Access report; the answer is the id of the report. At most ${REPORTS_AT_ONCE} reports of a user wait or run at once`,
  exportAccessReport: 'The User Access report as a spreadsheet',
  listPciCustomerTree: treeSummary,
  listPciCustomers: flatSummary,
  listAccessCustomers: flatSummary,
  listAccessCustomerTree: treeSummary,
  listReportSystems: 'Applications that a report can be about, by name after All Applications (RPTS-105)',
  listReportFacilities: 'Facilities that a report of the administrator can be about, by code',
}
