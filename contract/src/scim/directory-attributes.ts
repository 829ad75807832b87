import * as z from 'zod/mini'
import { exactText, Id, Instant, text } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { userAdmin } from '../users/users.ts'

const guard = admin('User Administration')
const attributes = `${userAdmin}/clients/{clientId}/directory/attributes`
const OneClient = z.strictObject({ uid: Id, clientId: Id })

/** Most characters of the path of an attribute. */
export const ATTRIBUTE_PATH_MAX = 200

/** Most bytes of a body that is tried; a person of a directory has no more. */
export const TRIED_BODY_MAX = 65_536

/** Fields that a directory fills, with the attribute that does it unless another one is chosen. */
export const attributeDefaults = {
  userNm: 'userName',
  firstNm: 'name.givenName',
  midInitial: 'name.middleName',
  lastNm: 'name.familyName',
  emailAddress: 'emails[primary eq true].value',
  workPhone: 'phoneNumbers[type eq "work"].value',
  homePhone: 'phoneNumbers[type eq "home"].value',
  faxNum: 'phoneNumbers[type eq "fax"].value',
  employeeId: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:employeeNumber',
  costCenter: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:costCenter',
  jobTitleDscTxt: 'title',
  departmentNm: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
} as const

export type MappedField = keyof typeof attributeDefaults

export const mappedFields = Object.keys(attributeDefaults) as MappedField[]

/** What these fields are called outside of the calls, also in files of configuration. */
export const mappedFieldNames = {
  userNm: 'userName',
  firstNm: 'firstName',
  midInitial: 'middleInitial',
  lastNm: 'lastName',
  emailAddress: 'email',
  workPhone: 'workPhone',
  homePhone: 'homePhone',
  faxNum: 'fax',
  employeeId: 'employeeId',
  costCenter: 'costCenter',
  jobTitleDscTxt: 'jobTitle',
  departmentNm: 'department',
} as const satisfies Record<MappedField, string>

/** Fields whose value is taken from elsewhere, too, while no attribute is chosen: another address, or the whole name. */
const widerDefaults: readonly MappedField[] = ['firstNm', 'lastNm', 'emailAddress']

/** True where a field without a chosen attribute is filled by exactly this path. */
export const isDefaultPath = (field: MappedField, path: string): boolean =>
  path === attributeDefaults[field] && !widerDefaults.includes(field)

const path = text(ATTRIBUTE_PATH_MAX)

/** The path of the attribute that fills each field; '': the one that does it by default. */
const paths = {
  userNm: path,
  firstNm: path,
  midInitial: path,
  lastNm: path,
  emailAddress: path,
  workPhone: path,
  homePhone: path,
  faxNum: path,
  employeeId: path,
  costCenter: path,
  jobTitleDscTxt: path,
  departmentNm: path,
} satisfies Record<MappedField, typeof path>

export const AttributePaths = z.strictObject(paths)
export type AttributePaths = z.output<typeof AttributePaths>

/** Versions of an answer, the newest ones. */
export const ATTRIBUTE_VERSIONS_SHOWN = 50

export const DirectoryAttributes = z.object({
  paths: AttributePaths,
  /** Sent back with a change; 0: nothing was ever chosen. */
  version: z.int(),
  versions: z.array(
    z.object({
      versionNr: z.int(),
      paths: AttributePaths,
      changedDt: Instant,
      /** Null: a user whom the reader does not see. */
      changedByNm: z.nullable(z.string()),
    }),
  ),
})
export type DirectoryAttributes = z.output<typeof DirectoryAttributes>

export const getDirectoryAttributes = endpoint({
  name: 'getDirectoryAttributes',
  method: 'GET',
  path: attributes,
  guard,
  params: OneClient,
  data: DirectoryAttributes,
})

export const saveDirectoryAttributes = endpoint({
  name: 'saveDirectoryAttributes',
  method: 'PUT',
  path: attributes,
  guard,
  params: OneClient,
  body: z.strictObject({ ...paths, version: z.int() }),
})

/** Stored; without a value; left out of the account because a rule refuses it; the whole person is refused. */
export const triedOutcomes = ['stored', 'empty', 'left-out', 'refused'] as const

export const TriedField = z.object({
  fieldCd: z.enum(mappedFields),
  /** The attribute that fills it. */
  pathTxt: z.string(),
  /** What the directory states there. */
  sentTxt: z.string(),
  /** What the account would have; '' where nothing is stored. */
  storedTxt: z.string(),
  outcomeCd: z.enum(triedOutcomes),
  reasonTxt: z.string(),
})
export type TriedField = z.output<typeof TriedField>

export const tryDirectoryAttributes = endpoint({
  name: 'tryDirectoryAttributes',
  method: 'POST',
  path: `${attributes}/dry-runs`,
  guard,
  params: OneClient,
  body: z.strictObject({
    ...paths,
    /** A person as the directory sends them, as JSON; '' where a request is named. */
    bodyTxt: exactText(TRIED_BODY_MAX),
    /** One of the last requests, whose person is read as the directory states them now; null: the pasted body. */
    requestId: z.nullable(Id),
  }),
  data: z.array(TriedField),
})

export const summaries = {
  getDirectoryAttributes: `Which attribute of the directory of a client fills which field, and its last ${ATTRIBUTE_VERSIONS_SHOWN} versions`,
  saveDirectoryAttributes:
    'Choose which attribute of the directory fills which field; each person gets it with the next request of the directory that changes or replaces them',
  tryDirectoryAttributes:
    'What an account would get of a person with these attributes, of a pasted body or of the person of one of the last requests; changes nothing, and the audit trail names a stored person',
}
