import { ALL_APPLICATIONS_ID } from '@portico/contract/catalog/catalog-rules.ts'
import { onPrimary } from '../../db/call-place.ts'
import type { Db, Tx } from '../../db/database.ts'
import { type FieldIssue, refuseFields, refuseIssues, type StandardRefusal } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Authority, CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { isInReach, readReach, type Reach } from '../customers/public.ts'
import type { AccessCriteria, ResolvedCriteria } from './report-criteria.ts'
import { run } from '../../db/run.ts'
import { arrayOf, bool, int, nullable, type RowOf, statement, text } from '../../db/statement.ts'

type FoundChoices = RowOf<typeof find>

/**
 * SQL condition on `system` that an administrator may see its name: those of an employer see the applications that have
 * a page that is not internal.
 * @param isInternal placeholder of whether the administrator is internal
 */
export const isSystemShown = (isInternal: string) => `
  system.id > ${ALL_APPLICATIONS_ID} and system.deleted_at is null
  and (${isInternal} or exists (select from pages page where page.system_id = system.id and page.deleted_at is null
                                 and not page.is_internal_only))`

const find = statement([text, nullable(int), nullable(int), bool], {
  name: 'reports: find',
  text: `
  select facility.name as "facilityName", customer.name as "customerName", customer.path, system.name::text as "systemName"
    from (select) one
    left join facilities facility on facility.code = $1
    left join customers customer on customer.id = $2 and customer.facility_code = $1
    left join systems system on system.id = $3 and ${isSystemShown('$4::boolean')}`,
  row: {
    facilityName: nullable(text),
    customerName: nullable(text),
    path: nullable(arrayOf(int)),
    systemName: nullable(text),
  },
})

/** Finds what the criteria name. Choices that do not exist look like those that the administrator has no access to. */
export async function readChoices(
  tx: Tx,
  authority: Authority,
  criteria: AccessCriteria,
): Promise<ResolvedCriteria | readonly FieldIssue[]> {
  const { facilityCode, customerId, systemId } = criteria
  const [[found], { facilities, of }] = await Promise.all([
    run(tx, find(facilityCode, customerId, systemId, authority.isInternal)),
    readReach(tx, authority),
  ])
  const facilityName = found?.facilityName
  if (!found || !facilityName || (facilities !== null && !facilities.has(facilityCode)))
    return [{ field: 'facilityCd', message: sentences.report_facility_unknown }]
  const reach = of(facilityCode)
  const issues = choiceIssues(criteria, found, reach)
  return issues.length > 0 ? issues : { ...found, facilityName, reach }
}

function choiceIssues(
  { customerId, systemId }: AccessCriteria,
  { path, systemName }: FoundChoices,
  reach: Reach,
): FieldIssue[] {
  const issues: FieldIssue[] = []
  if (customerId !== null && (path === null || !isInReach(reach, path)))
    issues.push({ field: 'customerId', message: sentences.report_customer_unknown })
  if (systemId !== null && systemName === null)
    issues.push({ field: 'systemId', message: sentences.report_system_unknown })
  return issues
}

/** Criteria with what is wrong about them. */
export interface Validated {
  criteria: AccessCriteria
  issues: readonly FieldIssue[]
}

/** Broken rules: both dates of a range have one sentence, which is the message of the answer too. */
export function refuseCriteria(issues: readonly FieldIssue[]): StandardRefusal {
  const [first] = issues
  return first && issues.every(({ message }) => message === first.message)
    ? refuseFields('422', first.message, issues)
    : refuseIssues(issues)
}

/** Returns what the criteria name now, or the refusal of criteria that break a rule. */
export async function findChoices(
  db: Db,
  { caller }: CallContext,
  { criteria, issues }: Validated,
): Promise<ResolvedCriteria | StandardRefusal> {
  if (issues.length > 0) return refuseCriteria(issues)
  const authority = await caller.authority()
  const choices = await onPrimary(() => db.read(adminScope(caller), (tx) => readChoices(tx, authority, criteria)))
  return 'reach' in choices ? choices : refuseCriteria(choices)
}
