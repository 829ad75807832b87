import { importedFieldList, type ImportedFieldWire } from '../users/user-fields.ts'

/** Rows of one import, without the header. */
export const IMPORT_ROWS_MAX = 100_000
/** Size of one file. */
export const IMPORT_BYTES_MAX = 40 * 1024 * 1024
/** Problems that a screen shows; all are in the downloadable result. */
export const IMPORT_ISSUES_SHOWN = 100
/** Users that the preview of an import shows, and employers that it counts. */
export const IMPORT_PREVIEW_USERS = 10
export const IMPORT_PREVIEW_EMPLOYERS = 5
/** Days for which an import is kept. */
export const IMPORT_KEPT_DAYS = 7
/** Own imports that a list shows, the newest first. */
export const IMPORTS_LISTED_MAX = 50
/** Characters of a value that are kept; every rule allows fewer. */
export const IMPORT_VALUE_MAX = 500

/** Fields of a user that a file can have. */
export type ImportField =
  | ImportedFieldWire
  | 'userNm'
  | 'employerNm'
  | 'departmentNm'
  | 'internalUserFlg'
  | (typeof importAccessFields)[number]

/** Fields of the access that a row gives: applications, their pages and rights, permission sets, and the last day. */
export const importAccessFields = ['applicationsTxt', 'pagesTxt', 'rightsTxt', 'setsTxt', 'accessEndDt'] as const

export const importFields = [
  ...importedFieldList.map(({ wire }) => wire),
  'userNm',
  'employerNm',
  'departmentNm',
  'internalUserFlg',
  ...importAccessFields,
] as const satisfies readonly ImportField[]

export interface ImportColumn {
  field: ImportField
  /** Header in the template; the same for every client, so that a file fits everywhere. */
  header: string
  /** Further headers that are understood, in the form of `headerKey`. */
  also: readonly string[]
  isRequired: boolean
  /** No column for administrators of a client. */
  isInternalOnly?: boolean
}

const column = (
  field: ImportField,
  header: string,
  also: readonly string[] = [],
  isRequired = false,
): ImportColumn => ({
  field,
  header,
  also,
  isRequired,
})

const fieldColumns = importedFieldList.map(({ wire, importHeader, importAlso, isRequired, isInternalOnly }) => ({
  ...column(wire, importHeader, importAlso, isRequired),
  isInternalOnly: isInternalOnly === true,
}))
const isOfPerson = ({ field }: ImportColumn) => ['firstNm', 'midInitial', 'lastNm', 'emailAddress'].includes(field)

const allColumns: readonly ImportColumn[] = [
  ...fieldColumns.filter(isOfPerson),
  column('employerNm', 'Employer', ['client', 'company']),
  column('userNm', 'User ID', ['username', 'login']),
  ...fieldColumns.filter((each) => !isOfPerson(each)),
  column('departmentNm', 'Department'),
  column('internalUserFlg', 'Internal user', ['internal']),
  column('applicationsTxt', 'Applications', ['application']),
  column('pagesTxt', 'Pages', ['page']),
  column('rightsTxt', 'Rights', ['right']),
  column('setsTxt', 'Permission sets', [
    'permissionset',
    'sets',
    'set',
    'berechtigungssätze',
    'berechtigungssaetze',
    'berechtigungssatz',
  ]),
  column('accessEndDt', 'Access ends', ['accessendson', 'accessuntil']),
]

/** Columns of a file of users, in the order of the template, for an administrator who is internal or not. */
export const userImportColumns = (isInternal: boolean): readonly ImportColumn[] =>
  allColumns.filter(({ isInternalOnly }) => isInternal || !isInternalOnly)

/** Columns of a downloaded result; they are ignored when a corrected result is uploaded again. */
export const importResultColumns = { row: 'Row', result: 'Result' } as const

/** A header without case, blanks and punctuation: 'E-mail' and 'Email' are the same. */
export const headerKey = (header: string): string =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** What a header row says: the field of each column, and what is wrong with it. */
export interface ImportHeader {
  /** Null: the column has no header, or one that is ignored. */
  fields: readonly (ImportField | null)[]
  missing: readonly string[]
  unknown: readonly string[]
  repeated: readonly string[]
}

const keysOf = ({ header, field, also }: ImportColumn) => [headerKey(header), field.toLowerCase(), ...also]
const ignoredKeys: ReadonlySet<string> = new Set(Object.values(importResultColumns).map(headerKey))

/** Finds the column of each header, in any order and case; what the administrator has no column for is unknown. */
export function readImportHeader(headers: readonly string[], isInternal: boolean): ImportHeader {
  const own = userImportColumns(isInternal)
  const columnsByKey = new Map(own.flatMap((each) => keysOf(each).map((key) => [key, each] as const)))
  const found = headers.map((header) => ({ header: header.trim(), key: headerKey(header) }))
  const columns = found.map(({ key }) => columnsByKey.get(key))
  const repeated = columns.filter((each, index) => each && columns.indexOf(each) < index)
  return {
    fields: columns.map((each) => each?.field ?? null),
    missing: own.filter((each) => each.isRequired && !columns.includes(each)).map(({ header }) => header),
    unknown: found
      .filter(({ header, key }, index) => header !== '' && !columns[index] && !ignoredKeys.has(key))
      .map(({ header }) => header.slice(0, 50)),
    repeated: repeated.map((each) => each?.header ?? ''),
  }
}

/**
 * True for a value that a spreadsheet would read as a formula. Telephone numbers may begin with a plus sign.
 */
export const isFormula = (value: string): boolean => /^[=@\t\r]|^[+-](?![\d\s().-]*$)/.test(value)

/** Reads a yes or no; null for anything else. An empty value is undefined. */
export function readYesNo(value: string): boolean | null | undefined {
  const answer = value.trim().toLowerCase()
  if (answer === '') return undefined
  if (['y', 'yes', 'true', '1', 'x'].includes(answer)) return true
  return ['n', 'no', 'false', '0'].includes(answer) ? false : null
}
