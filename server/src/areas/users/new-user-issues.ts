import type { FieldIssue } from '../../http/answers.ts'
import { type Message, sentences } from '../../http/sentences.ts'
import { userDetailIssues } from '@portico/contract/user-details-rules.ts'
import type { UserDetails } from '@portico/contract/user-details.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'
import type { Scope } from '../../db/scope.ts'
import { findAssignableClient } from './assignable-clients.ts'
import { valuesOf } from './new-user-rules.ts'

/** What the rows that the details name say; in one round trip. */
interface NamedRows {
  hasDepartment: boolean
  hasCarrier: boolean
  knownTypes: number
  wantsTexts: boolean
}

const namedRows = `
  select $1::integer is null or exists (select from departments where id = $1) as "hasDepartment",
         $2::integer is null or exists (select from sms_carriers where id = $2 and is_active) as "hasCarrier",
         (select count(*)::integer from notification_types where id = any($3::integer[])) as "knownTypes",
         exists (select from notification_types where id = any($3::integer[]) and is_text_message) as "wantsTexts"`

export interface CheckedDetails {
  issues: FieldIssue[]
  wantsTexts: boolean
}

/** Every reason why a user with these details cannot be stored, by the shared rules and by the rows they name. */
export async function newUserIssues(
  tx: Tx,
  scope: Scope,
  user: UserDetails,
  typeIds: readonly number[],
): Promise<CheckedDetails> {
  const values = [user.departmentId ?? null, user.smsCarrierId ?? null, typeIds]
  const [[rows], client] = await Promise.all([
    query<NamedRows>(tx, namedRows, values),
    user.employerId ? findAssignableClient(tx, scope, user.employerId) : undefined,
  ])
  if (!rows) throw new Error('A query without a table answered nothing')
  const issues = userDetailIssues(valuesOf(user, rows.wantsTexts), client?.takesInternationalPhones).map(
    ({ field, text }): FieldIssue => ({ field, message: sentences[text] }),
  )
  const issueIf = (isBroken: boolean, field: string, message: Message) =>
    isBroken && !issues.some((issue) => issue.field === field) ? [{ field, message }] : []
  return {
    wantsTexts: rows.wantsTexts,
    issues: [
      ...issues,
      ...issueIf(user.employerId !== undefined && !client, 'employerId', sentences.user_employer_not_offered),
      ...issueIf(!rows.hasDepartment, 'departmentId', sentences.department_missing),
      ...issueIf(!rows.hasCarrier, 'smsCarrierId', sentences.carrier_missing),
      ...issueIf(rows.knownTypes < typeIds.length, 'notificationTypes', sentences.notification_type_missing),
    ],
  }
}
