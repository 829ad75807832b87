import { type RuleIssue, unfitPhone } from '@portico/contract/account/account-rules.ts'
import type { PhoneNumbers } from '@portico/contract/phones/phone-numbers.ts'
import type { FieldIssue } from '../../http/answers.ts'
import { type Message, sentences } from '../../http/sentences.ts'
import type { Db } from '../../db/database.ts'
import { employersOf, findCarrierDomain, isDepartment } from './account-lists.ts'
import type { OwnAccount } from './profile.ts'
import { type Personal, type SentProfile, sentIssues, wireNameOf } from './profile-rules.ts'

export interface ProfileUpdate {
  before: OwnAccount
  after: Personal
  changed: readonly (keyof Personal)[]
  sent: SentProfile
  readOnly: readonly string[]
  /** How telephones of this user are taken. */
  phones: PhoneNumbers
}

export const toProfileIssues = (issues: readonly RuleIssue[]): FieldIssue[] =>
  issues.map(({ field, text }) => ({ field, message: sentences[text] }))

/** The specified message for several invalid fields, otherwise that of the only one. */
export const headlineOf = (issues: readonly FieldIssue[]): Message =>
  issues.length > 1 ? sentences.form_several_invalid : (issues[0]?.message ?? sentences.field_invalid)

const issueAt = (field: string, message: Message): FieldIssue => ({ field, message })

/** Returns every reason that a profile change is refused. */
export async function profileIssues(db: Db, update: ProfileUpdate): Promise<FieldIssue[]> {
  const { changed, sent, readOnly, phones } = update
  return [
    ...toProfileIssues(sentIssues(sent, phones)),
    ...changed
      .map((field) => wireNameOf[field])
      .filter((name) => readOnly.includes(name))
      .map((name) => issueAt(name, sentences.account_of_company)),
    ...(await departmentIssues(db, update)),
    ...(await recipientIssues(db, update)),
    ...(readOnly.includes('employerId') ? [] : await employerIssues(db, update)),
  ]
}

async function departmentIssues(db: Db, { after, changed }: ProfileUpdate): Promise<FieldIssue[]> {
  if (!changed.includes('departmentId') || after.departmentId === null) return []
  return (await isDepartment(db, after.departmentId)) ? [] : [issueAt('departmentId', sentences.department_missing)]
}

/** The carrier must exist; while text messages are on, number and carrier cannot be cleared. */
async function recipientIssues(db: Db, { before, after, changed, phones }: ProfileUpdate): Promise<FieldIssue[]> {
  const issues: FieldIssue[] = []
  if (changed.includes('smsCarrierId')) {
    const isFit = after.smsCarrierId === null ? !before.wantsSms : await findCarrierDomain(db, after.smsCarrierId)
    if (!isFit) issues.push(issueAt('smsCarrierId', sentences.carrier_missing))
  }
  if (before.wantsSms && changed.includes('mobilePhone') && after.mobilePhone === null)
    issues.push(issueAt('mobilePhnNbr', sentences[unfitPhone(phones, 'mobile_phone_missing')]))
  return issues
}

/** Only employers of the confirmed address can be requested (decision D1). */
async function employerIssues(db: Db, { before, after, changed, sent }: ProfileUpdate): Promise<FieldIssue[]> {
  if (sent.employerId === undefined) return []
  const offered = await employersOf(db, before.email)
  if (sent.employerId === null) return offered.length > 1 ? [issueAt('employerId', sentences.employer_missing)] : []
  const isOffered = !changed.includes('clientId') || offered.some(({ clientId }) => clientId === after.clientId)
  return isOffered ? [] : [issueAt('employerId', sentences.employer_not_offered)]
}
