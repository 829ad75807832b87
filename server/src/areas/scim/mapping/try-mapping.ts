import {
  attributeDefaults,
  type AttributePaths,
  type MappedField,
  mappedFieldNames,
  mappedFields,
  type TriedField,
} from '@portico/contract/scim/directory-attributes.ts'
import type { PhoneNumbers } from '@portico/contract/phones/phone-numbers.ts'
import type { Tx } from '../../../db/database.ts'
import { runFirst } from '../../../db/run.ts'
import { int, json, statement } from '../../../db/statement.ts'
import { Refusal, refuse, refuseField, refuseIssues } from '../../../http/answers.ts'
import { mayManageUser } from '../../../http/authority.ts'
import type { Authority, CallContext } from '../../../http/caller.ts'
import { sentences, type Translate } from '../../../http/sentences.ts'
import { auditActor, recordAudit } from '../../audit/public.ts'
import { readUserTargets } from '../../permissions/public.ts'
import { messageSchema } from '../protocol/scim-schema.ts'
import { ScimError } from '../protocol/scim-error.ts'
import { isObject, readResource, type SourceDocument } from '../protocol/scim-values.ts'
import {
  accountName,
  accountNames,
  departmentName,
  isRequiredField,
  judgeDetails,
  type MappedPerson,
  type ProvidedDetails,
  statedTexts,
} from '../users/account-details.ts'
import { findDepartment } from '../users/account-store.ts'
import type { ChosenPaths } from './attribute-mapping.ts'
import { readChosenPaths } from './save-mapping.ts'
import { parseJson } from '../../../parse-json.ts'

const personOfRequest = statement([int, int], {
  name: 'scim: person of request',
  text: `
  select one.doc, one.user_id as "userId" from scim_requests request
    join scim_users one on one.client_id = request.client_id and one.user_id = request.user_id
     and one.deleted_at is null
   where request.client_id = $1 and request.id = $2`,
  row: { doc: json<SourceDocument>(), userId: int },
})

interface Tried {
  readonly bodyTxt: string
  readonly requestId: number | null
}

interface TrialDeps {
  readonly phones: PhoneNumbers
  readonly translate: Translate
  readonly call: CallContext
  readonly authority: Authority
}

/**
 * What an account would get of a person with the attributes that are entered, field by field. Changes nothing; the audit
 * trail says which stored person was read. A password in the body is no attribute, and so is in no answer.
 */
export async function tryMapping(
  tx: Tx,
  clientId: number,
  { bodyTxt, requestId, ...entered }: AttributePaths & Tried,
  { phones, translate, ...reader }: TrialDeps,
) {
  const { paths, issues } = readChosenPaths(entered)
  if (issues.length > 0) return refuseIssues(issues)
  const document =
    requestId === null ? pastedPerson(bodyTxt) : await requestedPerson(tx, reader, { clientId, requestId, paths })
  if (document instanceof Refusal) return document
  const person: MappedPerson = { document, mapping: { version: 0, paths } }
  const department = departmentName(person)
  const departmentId = await findDepartment(tx, department)
  const { details, issues: refused } = judgeDetails(person, { departmentId, phones })
  const texts = { ...statedTexts(person), userNm: accountName(person), departmentNm: department }
  return mappedFields.map((field): TriedField => {
    const issue = refused.find((each) => each.field === field)
    const stored = issue ? '' : storedText(person, details, field)
    return {
      fieldCd: field,
      pathTxt: paths[field] ?? attributeDefaults[field],
      sentTxt: texts[field],
      storedTxt: field === 'departmentNm' && departmentId !== null ? department : stored,
      ...outcomeOf(field, texts[field], issue && translate(sentences[issue.text])),
      ...(field === 'departmentNm' && department !== '' && departmentId === null
        ? { outcomeCd: 'left-out' as const, reasonTxt: translate(sentences.directory_attribute_no_department) }
        : {}),
    }
  })
}

function outcomeOf(
  field: MappedField,
  sent: string,
  reason: string | undefined,
): Pick<TriedField, 'outcomeCd' | 'reasonTxt'> {
  if (reason !== undefined) return { outcomeCd: isRequiredField(field) ? 'refused' : 'left-out', reasonTxt: reason }
  return { outcomeCd: sent === '' ? 'empty' : 'stored', reasonTxt: '' }
}

function storedText(person: MappedPerson, details: ProvidedDetails, field: MappedField): string {
  if (field === 'userNm') return accountNames(person, details).first
  return field === 'departmentNm' ? '' : (details[mappedFieldNames[field]] ?? '')
}

function pastedPerson(text: string) {
  const body = parseJson(text)
  if (!isObject(body)) return refuseField('bodyTxt', sentences.directory_attribute_body)
  const { schemas } = body
  if (Array.isArray(schemas) && schemas.includes(messageSchema('PatchOp')))
    return refuseField('bodyTxt', sentences.directory_attribute_change)
  try {
    return readResource('User', body)
  } catch (error) {
    if (error instanceof ScimError) return refuseField('bodyTxt', sentences.directory_attribute_body)
    throw error
  }
}

interface RequestedPerson {
  readonly clientId: number
  readonly requestId: number
  readonly paths: ChosenPaths
}

/** The person of a request, whom the administrator may manage; reading them is recorded. */
async function requestedPerson(
  tx: Tx,
  { call, authority }: Pick<TrialDeps, 'call' | 'authority'>,
  { clientId, requestId, paths }: RequestedPerson,
) {
  const found = await runFirst(tx, personOfRequest(clientId, requestId))
  const [target] = found ? await readUserTargets(tx, [found.userId]) : []
  if (!found || !target) return refuseField('requestId', sentences.directory_attribute_request)
  if (!mayManageUser(authority, target)) return refuse('403', sentences.user_stronger)
  recordAudit(tx, call.request, {
    event: 'directory_person_tried',
    ...auditActor(call.caller),
    subjectId: target.id,
    clientId,
    target: { kind: 'user', id: target.id },
    after: { ...paths },
  })
  return found.doc
}
