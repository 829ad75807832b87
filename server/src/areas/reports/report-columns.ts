import type { ReportColumn } from '@portico/contract/reports/report-records.ts'
import { type ColumnFieldName, columnFieldsFor } from '@portico/contract/users/user-fields.ts'
import { sentences as t, type Translate } from '../../http/sentences.ts'
import type { SheetColumn } from '../../spreadsheet/sheet-columns.ts'
import { waySentences } from '../grants/public.ts'
import { userStatusText } from '../users/public.ts'
import type { AccessRow, ListedUserRow } from './report-statements.ts'

type Person = Pick<
  AccessRow,
  'firstName' | 'lastName' | 'userName' | 'email' | 'clientName' | 'status' | 'isLocked' | ColumnFieldName
>

/** The administrator who reads a report. */
export interface ReportReader {
  translate: Translate
  isInternal: boolean
}

const typeText = ({ isInternal }: { isInternal: boolean }, translate: Translate): string =>
  translate(isInternal ? t.report_type_internal : t.report_type_external)

const rightsText = ({ isAdmin, hasSensitiveData }: AccessRow, translate: Translate): string =>
  translate(
    t.review_rights({
      rights: [
        t.review_right_access,
        ...(isAdmin ? [t.review_right_admin] : []),
        ...(hasSensitiveData ? [t.review_right_sensitive] : []),
      ],
    }),
  )

const throughText = ({ hasAllCustomers, customerNames }: AccessRow, facility: string, translate: Translate): string =>
  hasAllCustomers ? translate(t.report_through_all({ facility })) : customerNames

/** What gives the application: 'by hand, by set Accounting clerk v3'; nothing in reports of earlier versions. */
const sourceText = ({ isByHand = false, sources }: AccessRow, translate: Translate): string =>
  waySentences({ isByHand, sources: sources ?? null })
    .map((way) => translate(way))
    .join(', ')

/** A column of a report that opens, with its name in the calls. */
interface ColumnOf<Row> extends SheetColumn<Row> {
  code: ReportColumn
}

const personColumns = (translate: Translate): readonly ColumnOf<Person>[] => [
  { code: 'firstNm', header: translate(t.report_column_first_name), value: (user) => user.firstName },
  { code: 'lastNm', header: translate(t.report_column_last_name), value: (user) => user.lastName },
  { code: 'userNm', header: translate(t.report_column_user_id), value: (user) => user.userName, width: 24 },
  { code: 'emailAddress', header: translate(t.report_column_email), value: (user) => user.email, width: 32 },
  { code: 'employerNm', header: translate(t.report_column_employer), value: (user) => user.clientName, width: 28 },
]

/** What the table of user fields adds; a report of an earlier version has no such value. */
const fieldColumns = ({ translate, isInternal }: ReportReader): readonly ColumnOf<Person>[] =>
  columnFieldsFor(isInternal).map(({ name, wire, heading }) => ({
    code: wire,
    header: translate(t[heading]),
    value: (user) => user[name] ?? null,
  }))

/** The columns of the User List report. */
export const reportedUserColumns = ({ translate, isInternal }: ReportReader): readonly SheetColumn<ListedUserRow>[] => [
  ...personColumns(translate),
  { header: translate(t.report_column_department), value: (user) => user.departmentName, width: 24 },
  { header: translate(t.report_column_status), value: (user) => userStatusText(user, translate) },
  { header: translate(t.report_column_type), value: (user) => typeText(user, translate) },
  {
    header: translate(t.report_column_administrator),
    value: ({ isAdministrator }) => translate(isAdministrator ? t.report_yes : t.report_no),
  },
  { header: translate(t.report_column_added_utc), value: (user) => user.createdAt, width: 20 },
  { header: translate(t.report_column_last_sign_in_utc), value: (user) => user.lastSignedInAt, width: 20 },
  ...fieldColumns({ translate, isInternal }),
]

/** Headings of times: spreadsheets have them in UTC, the page of a report in the business time zone. */
const headingsOfTimes = {
  utc: [t.report_column_granted_utc, t.report_column_added_utc, t.report_column_last_sign_in_utc],
  business: [t.report_column_granted, t.report_column_added, t.report_column_last_sign_in],
} as const

/** The columns of the PCI User and User Access reports. `facility` is the name of the one that the report is about. */
export function accessColumns(
  { translate, isInternal }: ReportReader,
  facility: string,
  zone: keyof typeof headingsOfTimes,
): readonly ColumnOf<AccessRow>[] {
  const [granted, added, lastSignIn] = headingsOfTimes[zone]
  return [
    ...personColumns(translate),
    { code: 'userStatus', header: translate(t.report_column_status), value: (row) => userStatusText(row, translate) },
    { code: 'userType', header: translate(t.report_column_type), value: (row) => typeText(row, translate) },
    { code: 'systemNm', header: translate(t.report_column_application), value: (row) => row.systemName, width: 28 },
    {
      code: 'rights',
      header: translate(t.report_column_rights),
      value: (row) => rightsText(row, translate),
      width: 28,
    },
    {
      code: 'through',
      header: translate(t.report_column_access_through),
      value: (row) => throughText(row, facility, translate),
      width: 32,
    },
    {
      code: 'source',
      header: translate(t.report_column_source),
      value: (row) => sourceText(row, translate),
      width: 32,
    },
    { code: 'grantedDt', header: translate(granted), value: (row) => row.grantedAt, width: 20 },
    { code: 'createdDt', header: translate(added), value: (row) => row.createdAt, width: 20 },
    { code: 'lastLoginDt', header: translate(lastSignIn), value: (row) => row.lastSignedInAt, width: 20 },
    ...fieldColumns({ translate, isInternal }),
  ]
}
