/** Rules of reports; the browser checks them early, the server decides. Days are texts yyyy-MM-dd. */

/** Most days between the two dates of a report (RPTS-068, RPTS-107). */
export const REPORT_DAYS_MAX = 730
/** The first day that a report can be about: earlier ones are typing errors, and year 0 is none that databases know. */
export const REPORT_FIRST_DAY = '1900-01-01'
/** How long a report is kept after it was asked for (decision I2). */
export const REPORT_KEPT_DAYS = 30
/** Reports of one user that wait or run at once (S74). */
export const REPORTS_AT_ONCE = 3
/** How long the address of a finished report works (S71). */
export const REPORT_TICKET_MINUTES = 5
/** Between two questions of the viewer, and before the first (RPTS-059, RPTS-106). */
export const REPORT_POLL_SECONDS = 5
/** Entries that the report queue shows, newest first. */
export const REPORTS_SHOWN = 500
/** Customers that one answer of a flat list holds. */
export const REPORT_CUSTOMERS_PAGE = 150
/** Top-level customers that one answer of a hierarchy holds, each with all below it. */
export const REPORT_CUSTOMER_GROUPS = 50
/** Customers that a list shows at first (RPTS-110, RPTS-111), and for each load-more (RPTS-112). */
export const PCI_CUSTOMERS_SHOWN = 150
export const ACCESS_CUSTOMERS_SHOWN = 100
export const CUSTOMERS_SHOWN_MORE = 100
/** Rows of a report that can still be sorted and filtered; a larger one is read in its own order */
export const REPORT_SORTED_ROWS = 20_000
/** Rows that are printed with the screen of a report. */
export const REPORT_PRINTED_ROWS = 1_000
/** Names of a group that the summary of a report keeps, those with most rows. */
export const REPORT_SUMMARY_NAMES = 200

/** When users last signed in, in the summary of a report: days before it was requested. */
export const signInPeriods = ['month', 'quarter', 'earlier', 'never'] as const
export type SignInPeriod = (typeof signInPeriods)[number]
/** Days that the first two periods end before. */
export const SIGN_IN_PERIOD_DAYS = { month: 30, quarter: 90 } as const

/** The customer that stands for all of them, in the User Access report alone (decision L5). */
export const ALL_CUSTOMERS = 0

/** States of a queued report and of a spreadsheet on its way (decisions L2, L4). */
export const reportStatuses = { queued: 0, ready: 1, failed: 3, running: 9 } as const
export type ReportStatus = (typeof reportStatuses)[keyof typeof reportStatuses]

/** Users by status in report criteria (decision E3): active, inactive, deleted, any. */
export const reportUserStatuses = ['A', 'I', 'D', 'ALL'] as const
/** 'Y': internal users, 'N': external ones (decision E3); of administrators: with and without administration rights. */
export const reportYesNo = ['Y', 'N', 'ALL'] as const
export const reportDateTypes = ['all', 'specific'] as const
/** The date that the dates of the User List report are about (RPTS-118). */
export const reportDateFields = ['lastlogin', 'created'] as const

export type ReportUserStatus = (typeof reportUserStatuses)[number]
export type ReportYesNo = (typeof reportYesNo)[number]
export type ReportDateType = (typeof reportDateTypes)[number]

/** 'range': one date is missing or before REPORT_FIRST_DAY, or they are the wrong way round. 'too-long': more than REPORT_DAYS_MAX days. */
export type RangeProblem = 'range' | 'too-long'

const DAY_MS = 86_400_000
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** Returns what is wrong with the dates of a report whose date type is 'specific', or null (RPTS-068, decision L5). */
export function rangeProblem(from: string | undefined, to: string | undefined): RangeProblem | null {
  if (from === undefined || to === undefined || from > to || from < REPORT_FIRST_DAY) return 'range'
  return Math.ceil((timeOf(to) - timeOf(from)) / DAY_MS) > REPORT_DAYS_MAX ? 'too-long' : null
}

/** Returns the same day of the month before, or the last one of that month (RPTS-108). */
export function oneMonthBefore(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const lastOfMonthBefore = new Date(Date.UTC(year, month - 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 2, Math.min(date, lastOfMonthBefore))).toISOString().slice(0, 10)
}

/** Reports that are generated in the background. */
export const queuedReports = ['pci-user', 'user-access'] as const
export type QueuedReport = (typeof queuedReports)[number]
