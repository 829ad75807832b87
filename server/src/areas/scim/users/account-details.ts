import { emailDomain } from '@portico/contract/account/account-rules.ts'
import type { PhoneNumbers } from '@portico/contract/phones/phone-numbers.ts'
import type { MappedField } from '@portico/contract/scim/directory-attributes.ts'
import type { UserDetails } from '@portico/contract/users/user-details.ts'
import { normalizeUserName, USER_NAME } from '@portico/contract/users/user-details-rules.ts'
import type { UserFieldName, UserFieldValues } from '@portico/contract/users/user-fields.ts'
import { sentences, translateAsShipped } from '../../../http/sentences.ts'
import { newUserIssues, newUserOf, userNameBase } from '../../users/public.ts'
import { type AttributeMapping, mappedText } from '../mapping/attribute-mapping.ts'
import { ENTERPRISE_SCHEMA, type JsonObject } from '../protocol/scim-schema.ts'
import { requestError } from '../protocol/scim-error.ts'
import { isObject, type SourceDocument, textAt } from '../protocol/scim-values.ts'

/** Fields of an account that a directory provides. The mobile number stays the user's: text messages go there. */
export const providedFields = [
  'firstName',
  'middleInitial',
  'lastName',
  'email',
  'workPhone',
  'homePhone',
  'fax',
  'employeeId',
  'costCenter',
  'jobTitle',
  'departmentId',
] as const satisfies readonly UserFieldName[]

export type ProvidedDetails = Pick<UserFieldValues, (typeof providedFields)[number]>

/** Attributes of a directory without which there is no account, by the fields that they fill. */
const attributeOfField = {
  firstNm: 'name.givenName',
  lastNm: 'name.familyName',
  emailAddress: 'emails',
} as const

type RequiredWire = keyof typeof attributeOfField

/** True for a field without which a person is refused. */
export const isRequiredField = (field: string): field is RequiredWire => field in attributeOfField

/** A person as a directory describes them, and which attribute fills which field. */
export interface MappedPerson {
  readonly document: SourceDocument
  readonly mapping: AttributeMapping
}

/** The name under which a directory knows the user. */
export const directoryName = (document: SourceDocument): string => textAt(document, 'userName')

/** The name that the account of the user is to have; that of the directory where the chosen attribute says nothing. */
export const accountName = ({ document, mapping }: MappedPerson): string =>
  mappedText(mapping, document, 'userNm') || directoryName(document)

/** The name of the department that a directory states; '' where it states none. */
export const departmentName = ({ document, mapping }: MappedPerson): string =>
  mappedText(mapping, document, 'departmentNm') ?? textAt(document[ENTERPRISE_SCHEMA], 'department')

/** The value of a list: the primary one, else that of the type, else the first one. */
function valueOf(list: unknown, type: string): string {
  const items = (Array.isArray(list) ? list : []).filter(isObject)
  const ofType = (item: JsonObject) => textAt(item, 'type').toLowerCase() === type
  const chosen = items.find((item) => item['primary'] === true) ?? items.find(ofType) ?? items[0]
  return textAt(chosen, 'value')
}

const numberOf = (list: unknown, type: string): string =>
  textAt(
    (Array.isArray(list) ? list : []).filter(isObject).find((item) => textAt(item, 'type').toLowerCase() === type),
    'value',
  )

/** First and last name: by their parts, or else out of the whole name. */
function namesOf(document: SourceDocument): { firstNm: string; lastNm: string } {
  const name = document['name']
  const whole = textAt(name, 'formatted') || textAt(document, 'displayName')
  const at = whole.lastIndexOf(' ')
  return {
    firstNm: textAt(name, 'givenName') || (at > 0 ? whole.slice(0, at) : ''),
    lastNm: textAt(name, 'familyName') || (at > 0 ? whole.slice(at + 1) : ''),
  }
}

type EnteredText = Exclude<MappedField, 'userNm' | 'departmentNm'>

/** What a directory says of a person in its usual attributes. */
function usualTexts(document: SourceDocument): Record<EnteredText, string> {
  const enterprise = document[ENTERPRISE_SCHEMA]
  const name = directoryName(document)
  return {
    ...namesOf(document),
    midInitial: textAt(document['name'], 'middleName'),
    emailAddress: valueOf(document['emails'], 'work') || (name.includes('@') ? name : ''),
    workPhone: numberOf(document['phoneNumbers'], 'work'),
    homePhone: numberOf(document['phoneNumbers'], 'home'),
    faxNum: numberOf(document['phoneNumbers'], 'fax'),
    employeeId: textAt(enterprise, 'employeeNumber'),
    costCenter: textAt(enterprise, 'costCenter'),
    jobTitleDscTxt: textAt(document, 'title'),
  }
}

/** What a directory says of a person, by the chosen attributes. */
export function statedTexts({ document, mapping }: MappedPerson): Record<EnteredText, string> {
  const usual = usualTexts(document)
  const stated = Object.entries(usual).map(([field, text]) => [
    field,
    mappedText(mapping, document, field as EnteredText) ?? text,
  ])
  return Object.fromEntries(stated) as Record<EnteredText, string>
}

/** The same as an administrator would enter it. */
const enteredDetails = (person: MappedPerson, departmentId: number | null): UserDetails => {
  const { midInitial, ...texts } = statedTexts(person)
  return { ...texts, midInitial: /^\p{L}/u.exec(midInitial)?.[0] ?? '', departmentId }
}

/** No rule of these is about them: an account has a name of its own, and the employer is that of the directory. */
const CHECKED_ELSEWHERE = { userNm: 'checked.elsewhere', employerId: 1 }

interface DetailRules {
  readonly departmentId: number | null
  readonly phones: PhoneNumbers
}

/** What an account would take from its source document, and what the rules of the portal refuse. */
export function judgeDetails(
  person: MappedPerson,
  { departmentId, phones }: DetailRules,
): { details: ProvidedDetails; issues: DetailIssues } {
  const entered = { ...enteredDetails(person, departmentId), ...CHECKED_ELSEWHERE }
  const issues = issuesOf(entered, phones)
  const without = Object.fromEntries(issues.map(({ field }) => [field, '']))
  const user = newUserOf({ user: { ...entered, ...without } }, AUTHORITY, phones)
  const details = Object.fromEntries(providedFields.map((name) => [name, user[name]])) as unknown as ProvidedDetails
  return { details, issues }
}

/**
 * Returns what an account takes from its source document, by the rules of the portal for new users. Names and address
 * are required; any other value that the rules refuse stays in the document and is left out of the account.
 * @throws ScimError where a name or the address is missing or refused
 */
export function providedDetails(person: MappedPerson, rules: DetailRules): ProvidedDetails {
  const { details, issues } = judgeDetails(person, rules)
  for (const { field, text } of issues)
    if (isRequiredField(field)) {
      const attribute = person.mapping.paths[field] ?? attributeOfField[field]
      throw requestError(`${attribute}: ${translateAsShipped(sentences[text])}`)
    }
  return details
}

/** A directory provides what internal administrators set, and gives nobody a right. */
const AUTHORITY = { isInternal: true, isPortalAdmin: false }

type DetailIssues = ReturnType<typeof newUserIssues>

const issuesOf = (entered: UserDetails, phones: PhoneNumbers) =>
  newUserIssues(newUserOf({ user: entered }, AUTHORITY, phones), { sent: entered, wantsSms: false, phones })

/** The name that an account gets, and what others are made of where it is taken; null: no other will do. */
export interface AccountNames {
  readonly first: string
  readonly otherBase: string | null
}

/**
 * Names for the account. A name that the portal takes as it is stays so, and no other will do; of one that it does not
 * take, such as an address, the part before @ is tried first.
 */
export function accountNames(person: MappedPerson, details: ProvidedDetails): AccountNames {
  const name = normalizeUserName(accountName(person))
  if (USER_NAME.test(name)) return { first: name, otherBase: null }
  const local = (name.split('@', 1)[0] ?? '')
    .replaceAll(/[^\p{L}\p{N}._-]/gu, '')
    .replace(/^[._-]+/, '')
    .slice(0, 50)
  const otherBase = userNameBase(details)
  return { first: USER_NAME.test(local) ? local : otherBase, otherBase }
}

/** The domain that decides how the person signs in. */
export const domainOfDetails = ({ email }: ProvidedDetails): string => emailDomain(email)
