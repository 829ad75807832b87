import * as z from 'zod/mini'
import { Id, Instant, OwnUid, YesNo } from '../kit/codecs.ts'
import { withoutDirectionMarks } from '../plain-name.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { exportFormats } from '../kit/list.ts'
import { ReauthenticationNeeded } from '../kit/reauthentication.ts'
import {
  IMPORT_ISSUES_SHOWN,
  IMPORT_KEPT_DAYS,
  IMPORT_ROWS_MAX,
  IMPORT_VALUE_MAX,
  IMPORTS_LISTED_MAX,
  importFields,
} from './user-import-rules.ts'
import { userAdmin } from '../users/users.ts'

const guard = admin('User Administration')
const imports = `${userAdmin}/cpusers/imports`
const OneImport = z.strictObject({ uid: Id, importId: Id })

/** States of an import: being checked, checked, being created, created, or given up by the portal. */
export const importStates = ['checking', 'checked', 'creating', 'created', 'failed'] as const
export type ImportState = (typeof importStates)[number]

export const ImportIssue = z.object({
  /** Row of the file as a spreadsheet counts them; the header is the first. */
  rowNbr: z.int(),
  /** Header of the column; '' for the whole row. */
  columnNm: z.string(),
  /** Field of the column; null for the whole row. */
  fieldCd: z.nullable(z.enum(importFields)),
  /** What the row has there now; '' for nothing, and for a formula. */
  valueTxt: z.string(),
  /** A value that was probably meant. */
  suggestionTxt: z.nullable(z.string()),
  message: z.string(),
  /** A warning forbids nothing. */
  warningFlg: YesNo,
})
export type ImportIssue = z.output<typeof ImportIssue>

export const UserImport = z.object({
  importId: z.int(),
  fileNm: z.string(),
  stateCd: z.enum(importStates),
  rowCount: z.int(),
  /** Rows that are checked or created so far. */
  doneCount: z.int(),
  /** Rows with at least one error. */
  errorCount: z.int(),
  /** Rows with a warning and no error. */
  warningCount: z.int(),
  issues: z.array(ImportIssue),
  /** Rows of the same file whose users other imports have created. */
  createdBeforeCount: z.int(),
  /** The import in which other rows of the same file wait to be corrected; null: none. */
  waitingImportId: z.nullable(z.int()),
  waitingCount: z.int(),
  /** It was given up because its administrator could no longer add its users. */
  refusedFlg: z.boolean(),
  createdDt: Instant,
})
export type UserImport = z.output<typeof UserImport>

/** An import in the list of one's own. */
export const ListedUserImport = z.object({
  importId: z.int(),
  fileNm: z.string(),
  stateCd: z.enum(importStates),
  rowCount: z.int(),
  doneCount: z.int(),
  errorCount: z.int(),
  createdDt: Instant,
})
export type ListedUserImport = z.output<typeof ListedUserImport>

export const listUserImports = endpoint({
  name: 'listUserImports',
  method: 'GET',
  path: imports,
  guard,
  params: OwnUid,
  data: z.array(ListedUserImport),
})

export const uploadUserImport = endpoint({
  name: 'uploadUserImport',
  method: 'POST',
  path: imports,
  kind: 'upload',
  guard,
  params: OwnUid,
  data: z.object({ importId: z.int() }),
})

export const getUserImport = endpoint({
  name: 'getUserImport',
  method: 'GET',
  path: `${imports}/{importId}`,
  guard,
  background: true,
  params: OneImport,
  data: UserImport,
})

/** What will be there once the rows without errors are created. */
export const ImportPreview = z.object({
  userCnt: z.int(),
  employerCnt: z.int(),
  /** The employers with the most new users. */
  employers: z.array(z.object({ employerNm: z.string(), userCnt: z.int() })),
  /** Users who get access to an application, and those whose access or permission sets have a last day. */
  accessUserCnt: z.int(),
  endingUserCnt: z.int(),
  /** Users who get a permission set. */
  setUserCnt: z.int(),
  /** The applications that most users get. */
  applications: z.array(z.object({ systemNm: z.string(), userCnt: z.int() })),
  /** The permission sets that most users get. */
  sets: z.array(z.object({ setNm: z.string(), userCnt: z.int() })),
  /** The first users, as the user list will show them. */
  users: z.array(
    z.object({
      rowNbr: z.int(),
      firstNm: z.string(),
      lastNm: z.string(),
      userNm: z.string(),
      emailAddress: z.string(),
      employerNm: z.string(),
      applications: z.array(z.string()),
      setNms: z.array(z.string()),
    }),
  ),
})
export type ImportPreview = z.output<typeof ImportPreview>

export const getImportPreview = endpoint({
  name: 'getImportPreview',
  method: 'GET',
  path: `${imports}/{importId}/preview`,
  guard,
  background: true,
  params: OneImport,
  data: ImportPreview,
})

const portalNeedsFreshSignIn = {
  '401': { message: 'Permissions of the portal itself need a fresh sign-in (S52)', data: ReauthenticationNeeded },
} as const

export const commitUserImport = endpoint({
  name: 'commitUserImport',
  method: 'POST',
  path: `${imports}/{importId}/commit`,
  guard,
  params: OneImport,
  codes: portalNeedsFreshSignIn,
})

export const commitValidRows = endpoint({
  name: 'commitValidRows',
  method: 'POST',
  path: `${imports}/{importId}/valid-rows`,
  guard,
  params: OneImport,
  data: z.object({ waitingImportId: z.nullable(z.int()) }),
  codes: portalNeedsFreshSignIn,
})

export const correctUserImport = endpoint({
  name: 'correctUserImport',
  method: 'POST',
  path: `${imports}/{importId}/corrections`,
  guard,
  params: OneImport,
  body: z.strictObject({
    rowNbr: Id,
    fieldCd: z.enum(importFields),
    valueTxt: z.string().check(z.maxLength(IMPORT_VALUE_MAX), z.overwrite(withoutDirectionMarks)),
    sameValuesFlg: YesNo,
  }),
})

export const exportUserImport = endpoint({
  name: 'exportUserImport',
  method: 'POST',
  path: `${imports}/{importId}/result`,
  kind: 'attachment',
  guard,
  params: OneImport,
  body: z.strictObject({ format: z.enum(exportFormats) }),
})

export const exportImportTemplate = endpoint({
  name: 'exportImportTemplate',
  method: 'POST',
  path: `${userAdmin}/cpusers/import-template`,
  kind: 'attachment',
  guard,
  params: OwnUid,
  body: z.strictObject({ format: z.enum(exportFormats) }),
})

export const summaries = {
  listUserImports: `The newest own imports of the last ${IMPORT_KEPT_DAYS} days, up to ${IMPORTS_LISTED_MAX}`,
  uploadUserImport: `Upload an Excel or CSV file of up to ${IMPORT_ROWS_MAX} users; the portal checks every row and creates nobody yet`,
  getUserImport: `State and progress of an own import, with its first ${IMPORT_ISSUES_SHOWN} problems`,
  getImportPreview:
    'What an own checked import would create: users by employer, and the first of them as they will be listed',
  commitUserImport:
    'Create all users of an own checked import that has no errors, or none of them, with the access of their rows; the portal makes each temporary password when its email leaves (decision E18)',
  commitValidRows:
    'Create the users of the rows without errors of an own checked import; the other rows move to an import of their own, where they can be corrected and created later',
  correctUserImport:
    'Change a value of an own checked import, in one row or in every row with the same value; the portal checks all rows again',
  exportUserImport:
    'Every row of an own import with its problems, or its new user ID, as a file that can be corrected and uploaded',
  exportImportTemplate: 'A file with the columns of an import and one row as an example',
}
