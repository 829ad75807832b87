import type { reportTexts } from '@portico/contract/reports/report-texts.ts'
import type { ReportUserStatus, ReportYesNo } from '@portico/contract/reports/report-rules.ts'
import { currentSession } from '../../api/session.ts'
import type { Texts } from '../../api/texts.ts'

type Option<Value extends string> = { value: Value; label: string }

/** The users of a report by their status. */
export const statusOptions = (t: Texts<typeof reportTexts>): Option<ReportUserStatus>[] => [
  { value: 'A', label: t.report_user_status_active },
  { value: 'I', label: t.report_user_status_inactive },
  { value: 'D', label: t.report_user_status_deleted },
  { value: 'ALL', label: t.report_user_status_all },
]

/** The users of a report by their type. */
export const typeOptions = (t: Texts<typeof reportTexts>): Option<ReportYesNo>[] => [
  { value: 'Y', label: t.report_user_type_internal },
  { value: 'N', label: t.report_user_type_external },
  { value: 'ALL', label: t.report_user_type_all },
]

/**
 * The type that a form begins with: internal (RPTS-116, RPTS-124). External administrators have no internal users: with
 * that their reports would be empty.
 */
export const initialType = (): ReportYesNo => (currentSession()?.isInternal === false ? 'N' : 'Y')
