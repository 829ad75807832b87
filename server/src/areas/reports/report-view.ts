import { reportStatuses } from '@portico/contract/reports/report-rules.ts'
import type { Report, ReportColumn } from '@portico/contract/reports/report-records.ts'
import type { ReportEntry } from '@portico/contract/reports/reports.ts'
import { type Language, localeOf, SOURCE_LANGUAGE } from '@portico/contract/texts/languages.ts'
import { userStatuses } from '@portico/contract/users/users.ts'
import { type Message, sentences as t, translateAsShipped, type Translate } from '../../http/sentences.ts'
import type { DayRange, UserListCriteria } from './report-criteria.ts'
import type { NamedCriteria, StoredReport } from './report-store.ts'
import { failureOf } from './report-tickets.ts'

/** Names of the reports, as the menu has them. */
export const reportNames = {
  'pci-user': t.shipped_pci_user_report,
  'user-access': t.shipped_user_access_report,
} as const

/** What the audit trail keeps of criteria. */
export const recordedCriteria = (criteria: NamedCriteria | UserListCriteria): string =>
  ('kind' in criteria
    ? criteriaTexts(criteria, translateAsShipped, SOURCE_LANGUAGE)
    : userListTexts(criteria, translateAsShipped, SOURCE_LANGUAGE)
  ).join('; ')

/** An entry of the report queue, in the wording of its reader. */
export const reportEntryView = (report: StoredReport, translate: Translate, language: Language): ReportEntry => ({
  reportId: report.id,
  reportCd: report.kind,
  reportNm: translate(reportNames[report.kind]),
  requestedDt: report.requestedAt,
  status: reportStatuses[report.state],
  criteriaTxt: criteriaTexts(report.criteria, translate, language).join('; '),
  rowCnt: report.rowCount,
  completedDt: report.completedAt,
  expiresDt: report.expiresAt,
  errorTxt: report.state === 'failed' ? translate(failureOf(report)) : null,
})

const kindsOfColumns: Partial<Readonly<Record<ReportColumn, Report['columns'][number]['kindCd']>>> = {
  userNm: 'name',
  emailAddress: 'name',
  grantedDt: 'instant',
  createdDt: 'instant',
  lastLoginDt: 'instant',
}

/** A finished report without its rows, in the wording of its reader. */
export const reportView = (
  { id, kind, requestedAt, completedAt, expiresAt, rowCount, criteria, summary }: StoredReport,
  columns: readonly { code: ReportColumn; header: string }[],
  translate: Translate,
  language: Language,
): Report => ({
  reportId: id,
  reportCd: kind,
  reportNm: translate(reportNames[kind]),
  requestedDt: requestedAt,
  completedDt: completedAt,
  expiresDt: expiresAt,
  rowCnt: rowCount,
  criteria: criteriaTexts(criteria, translate, language),
  columns: columns.map(({ code, header }) => ({
    columnCd: code,
    headingTxt: header,
    kindCd: kindsOfColumns[code] ?? 'text',
  })),
  summary: summary && {
    userCnt: summary.userCnt,
    systems: [...summary.systems],
    employers: [...summary.employers],
    lastLogins: [...summary.lastLogins],
  },
})

/** The criteria of the User List report in words. */
function userListTexts(criteria: UserListCriteria, translate: Translate, language: Language): string[] {
  const { isAdministrator } = criteria
  const administrators = isAdministrator === null ? [] : [isAdministrator ? t.report_yes : t.report_no]
  return [
    translate(statusText(criteria)),
    translate(typeText(criteria)),
    ...administrators.map((answer) => `${translate(t.report_column_administrator)}: ${translate(answer)}`),
    ...dateTexts(criteria, language).map(translate),
  ]
}

/** The criteria of a report in words. */
export function criteriaTexts(criteria: NamedCriteria, translate: Translate, language: Language): string[] {
  const { kind, facilityName, customerName, systemName } = criteria
  const texts: Message[] = [
    t.report_criteria_facility({ facility: facilityName }),
    t.report_criteria_customer({ customer: customerName ?? t.report_all_customers }),
    ...(kind === 'pci-user'
      ? []
      : [
          t.report_criteria_application({ application: systemName ?? t.report_all_applications }),
          statusText(criteria),
          typeText(criteria),
        ]),
    ...dateTexts(criteria, language),
  ]
  return texts.map(translate)
}

type Dates = Pick<NamedCriteria, 'created' | 'signedIn'>

function dateTexts({ created, signedIn }: Dates, language: Language): Message[] {
  const daysOf = ({ from, to }: DayRange) => ({ from: dayText(from, language), to: dayText(to, language) })
  return [
    ...(created === null ? [] : [t.report_criteria_created(daysOf(created))]),
    ...(signedIn === null ? [] : [t.report_criteria_signed_in(daysOf(signedIn))]),
  ]
}

function statusText({ statuses: [first, ...more] }: Pick<NamedCriteria, 'statuses'>) {
  if (more.length > 0) return t.report_user_status_all
  if (first === userStatuses.inactive) return t.report_user_status_inactive
  return first === userStatuses.deleted ? t.report_user_status_deleted : t.report_user_status_active
}

function typeText({ isInternal }: Pick<NamedCriteria, 'isInternal'>) {
  if (isInternal === null) return t.report_user_type_all
  return isInternal ? t.report_user_type_internal : t.report_user_type_external
}

/** A day as its reader writes it: '01/31/2027' or '31.01.2027'. */
const dayText = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(localeOf[language], {
    timeZone: 'UTC',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date(`${day}T00:00:00Z`))
