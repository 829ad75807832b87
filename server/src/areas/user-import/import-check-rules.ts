import { emailDomain, normalizeText } from '@portico/contract/account/account-rules.ts'
import { normalizeUserName } from '@portico/contract/users/user-details-rules.ts'
import type { PhoneNumbers } from '@portico/contract/phones/phone-numbers.ts'
import type { UserDetails } from '@portico/contract/users/user-details.ts'
import { importedFieldList } from '@portico/contract/users/user-fields.ts'
import { type ImportField, readYesNo } from '@portico/contract/user-import/user-import-rules.ts'
import { type AssignableClient, type NewUserDetails, newUserIssues, newUserOf } from '../users/public.ts'
import { nameKey, probableName } from './import-names.ts'
import type { CheckedRow, GivenRow, RowIssue } from './import-rows.ts'

/** What the database has about the rows of a batch. Names are keys in lower case. */
export interface BatchKnowledge {
  readonly employers: ReadonlyMap<string, AssignableClient>
  /** Names of employers that look like a given name that is none. */
  readonly similarEmployers: ReadonlyMap<string, readonly string[]>
  readonly employersOfDomain: ReadonlyMap<string, readonly AssignableClient[]>
  readonly departments: ReadonlyMap<string, number>
  readonly internalDomains: ReadonlySet<string>
  /** By row. */
  readonly users: ReadonlyMap<number, ComparedUser>
}

/** Whether users with values of a row exist. */
export interface ComparedUser {
  readonly isNameTaken: boolean
  readonly isPersonKnown: boolean
  readonly isEmailUsed: boolean
}

/** Who imports. */
export interface Importer {
  readonly isInternal: boolean
  readonly isPortalAdmin: boolean
  /** The employer of an external administrator, who adds users to no other; null: any. */
  readonly ownEmployer: AssignableClient | null
}

type Given = GivenRow['given']

/** The values by which a row is looked up in the database and compared with other rows. */
export function keysOf(given: Given): Pick<CheckedRow, 'userName' | 'email' | 'person'> {
  const email = given.emailAddress?.trim() || null
  const name = [given.firstNm, given.lastNm].map((part) => normalizeText(part ?? ''))
  return {
    userName: normalizeUserName(given.userNm ?? '') || null,
    email,
    person: email === null || name.includes('') ? null : name.join(' '),
  }
}

/** Checks one row by the rules of a new user: details, or what is wrong with it (UADM-112..123, decisions D4, E18). */
export function checkRow(
  { row, given, faults }: GivenRow,
  known: BatchKnowledge,
  by: Importer & { readonly phones: PhoneNumbers },
): CheckedRow {
  const employer = employerOf(given, known, by)
  const departmentId = given.departmentNm === undefined ? null : known.departments.get(nameKey(given.departmentNm))
  const isInternal = readYesNo(given.internalUserFlg ?? '')
  const sent: UserDetails = {
    ...textsOf(given),
    employerId: employer.client?.id ?? null,
    departmentId: departmentId ?? null,
    internalUserFlg: isInternal ?? (by.isInternal && known.internalDomains.has(emailDomain(given.emailAddress ?? ''))),
  }
  const user = newUserOf({ user: sent }, by, by.phones)
  const { errors, warnings } = knownUserIssues(known.users.get(row))
  const issues = firstOfEachField([
    ...faults,
    ...employer.issues,
    ...ruleIssues(user, sent, by.phones),
    ...issueIf(departmentId === undefined, { field: 'departmentNm', text: 'import_department_unknown' }),
    ...internalIssues(isInternal, by),
    ...errors,
  ])
  const details = issues.length > 0 || !employer.client ? null : user
  return { row, details, issues: [...issues, ...warnings], ...keysOf(given) }
}

const issueIf = (isBroken: boolean, issue: RowIssue): RowIssue[] => (isBroken ? [issue] : [])

const internalIssues = (isInternal: boolean | null | undefined, by: Importer): RowIssue[] => [
  ...issueIf(isInternal === null, { field: 'internalUserFlg', text: 'import_yes_no' }),
  ...issueIf(isInternal === true && !by.isInternal, { field: 'internalUserFlg', text: 'import_internal_refused' }),
]

/** Another user with the address alone is a warning (decision E12). */
function knownUserIssues(user: ComparedUser | undefined): { errors: RowIssue[]; warnings: RowIssue[] } {
  if (!user) return { errors: [], warnings: [] }
  const isEmailUsed = user.isEmailUsed && !user.isPersonKnown
  return {
    errors: [
      ...issueIf(user.isNameTaken, { field: 'userNm', text: 'user_name_taken' }),
      ...issueIf(user.isPersonKnown, { field: '', text: 'import_person_exists' }),
    ],
    warnings: issueIf(isEmailUsed, { field: 'emailAddress', text: 'import_email_used', isWarning: true }),
  }
}

const textFields = ['userNm' as const, ...importedFieldList.map(({ wire }) => wire)]

const textsOf = (given: Given): UserDetails =>
  Object.fromEntries(textFields.map((field) => [field, given[field] ?? '']))

/** The rules that the wizard shares. A missing user ID is proposed later; the employer has issues of its own. */
function ruleIssues(user: NewUserDetails, sent: UserDetails, phones: PhoneNumbers): RowIssue[] {
  return newUserIssues(user, { sent, wantsSms: false, phones }).flatMap(({ field, text, max }) => {
    if (field === 'employerId' || (field === 'userNm' && sent.userNm === '')) return []
    return [{ field: field as ImportField, text, ...(max !== undefined && { values: { max } }) }]
  })
}

/** A formula has no value, which is not worth a second message. */
function firstOfEachField(issues: readonly RowIssue[]): RowIssue[] {
  return issues.filter((issue, index) => issues.findIndex(({ field }) => field === issue.field) === index)
}

/** The named employer, the administrator's own, or the only one of the email domain (decision D2). */
function employerOf(
  given: Given,
  known: BatchKnowledge,
  { ownEmployer }: Importer,
): { client: AssignableClient | undefined; issues: readonly RowIssue[] } {
  const issue = (text: RowIssue['text'], suggestion?: string) => ({
    client: undefined,
    issues: [{ field: 'employerNm' as const, text, ...(suggestion !== undefined && { suggestion }) }],
  })
  if (given.employerNm !== undefined) {
    const key = nameKey(given.employerNm)
    if (ownEmployer)
      return key === nameKey(ownEmployer.name)
        ? { client: ownEmployer, issues: [] }
        : issue('user_employer_not_offered', probableName(key, [ownEmployer.name]))
    const client = known.employers.get(key)
    return client
      ? { client, issues: [] }
      : issue('import_employer_unknown', probableName(key, known.similarEmployers.get(key) ?? []))
  }
  if (ownEmployer) return { client: ownEmployer, issues: [] }
  const ofDomain = known.employersOfDomain.get(emailDomain(given.emailAddress?.trim() ?? '').toLowerCase()) ?? []
  const [only] = ofDomain
  return only && ofDomain.length === 1 ? { client: only, issues: [] } : issue('user_employer_missing')
}
