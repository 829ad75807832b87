import type { FieldIssue } from '../../../http/answers.ts'
import { type Message, sentences } from '../../../http/sentences.ts'
import type { DetailIssue, UserDetails } from './user-details-rules.ts'
import type { NamedRows } from './user-details-store.ts'

export const toUserIssues = (issues: readonly DetailIssue[]): FieldIssue[] =>
  issues.map(({ field, text }) => ({ field, message: sentences[text] }))

interface NamedChange {
  details: UserDetails
  rows: NamedRows
  /** False where the administrator may not give users this employer. */
  mayUseClient: boolean
  /** True for a wire name that is validated. */
  isChecked: (field: string) => boolean
}

/** Issues of the rows that details name: employer, department, carrier and notification types. */
export function namedRowIssues({ details, rows, mayUseClient, isChecked }: NamedChange): FieldIssue[] {
  const issueIf = (isBroken: boolean, field: string, message: Message): FieldIssue[] =>
    isBroken && isChecked(field) ? [{ field, message }] : []
  return [
    ...issueIf(!mayUseClient || !rows.hasClient, 'employerId', sentences.user_employer_not_offered),
    ...issueIf(!rows.hasDepartment, 'departmentId', sentences.department_missing),
    ...issueIf(!rows.hasCarrier, 'smsCarrierId', sentences.carrier_missing),
    ...issueIf(rows.knownTypes < details.typeIds.length, 'notificationTypes', sentences.notification_type_missing),
  ]
}
