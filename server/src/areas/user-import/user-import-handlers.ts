import type * as contract from '@portico/contract/user-import/user-import.ts'
import type { PhoneNumbers } from '@portico/contract/phones/phone-numbers.ts'
import { IMPORT_ISSUES_SHOWN, IMPORTS_LISTED_MAX } from '@portico/contract/user-import/user-import-rules.ts'
import type { Db } from '../../db/database.ts'
import type { StreamRows } from '../../db/row-stream.ts'
import { refuse } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences, type Texts, type Translate } from '../../http/sentences.ts'
import { sheetAttachment } from '../../spreadsheet/sheet-attachment.ts'
import { audienceOf } from '../../http/text-audience.ts'
import {
  columnOf,
  issueSentence,
  resultColumns,
  type ResultRow,
  resultStatement,
  templateColumns,
  templateRows,
} from './import-sheet.ts'
import { listRowsWithIssues } from './import-row-store.ts'
import type { StoredImport } from './import-rows.ts'
import { findImport, listOwnImports } from './import-store.ts'
import { receiveImport } from './receive-import.ts'
import { correctImport } from './correct-import.ts'
import { previewImport } from './import-preview.ts'
import { commitImport, commitValidRows } from './commit-import.ts'
import { type OtherRows, readOtherRows } from './split-import.ts'

export interface UserImportDeps {
  db: Db
  stream: StreamRows
  texts: Pick<Texts, 'of'>
  phones: PhoneNumbers
}

const notFound = () => refuse('404', sentences.import_not_found)

/** An import belongs to the administrator who uploaded it; nobody else finds it. */
const isOwn = (stored: StoredImport | undefined, { user }: Caller): stored is StoredImport =>
  stored?.ownerId === user.id && stored.state !== 'receiving'

export function userImportHandlers(deps: UserImportDeps): Handlers<typeof contract> {
  const { db, stream, texts } = deps
  const findOwn = async (caller: Caller, id: number) => {
    const stored = await db.read(adminScope(caller), (tx) => findImport(tx, id))
    return isOwn(stored, caller) ? stored : undefined
  }
  return {
    uploadUserImport: (call) => receiveImport(deps, call, call.file),
    listUserImports: async ({ caller }) => {
      const found = await db.read(adminScope(caller), (tx) => listOwnImports(tx, caller.user.id, IMPORTS_LISTED_MAX))
      return found.map(listedView)
    },
    getUserImport: async ({ caller, request, params: { importId } }) => {
      const stored = await findOwn(caller, importId)
      if (!stored) return notFound()
      const [rows, others] = await db.read(adminScope(caller), (tx) =>
        Promise.all([listRowsWithIssues(tx, importId, IMPORT_ISSUES_SHOWN), readOtherRows(tx, importId)]),
      )
      const translate = await texts.of(audienceOf({ caller, request }))
      const issues = rows.flatMap((row) => issuesView(row, translate))
      return importView(stored, others, stored.state === 'checking' ? [] : issues.slice(0, IMPORT_ISSUES_SHOWN))
    },
    getImportPreview: async ({ caller, params: { importId } }) => {
      const stored = await findOwn(caller, importId)
      return stored ? db.read(adminScope(caller), (tx) => previewImport(tx, importId)) : notFound()
    },
    commitUserImport: ({ caller, request, params: { importId } }) =>
      commitImport({ db, isOwn }, { caller, request }, importId),
    commitValidRows: ({ caller, request, params: { importId } }) =>
      commitValidRows({ db, isOwn }, { caller, request }, importId),
    correctUserImport: ({ caller, params: { importId }, body }) => correctImport({ db, caller, importId, isOwn, body }),
    exportUserImport: async ({ caller, request, params: { importId }, body: { format } }) => {
      const stored = await findOwn(caller, importId)
      if (!stored) return notFound()
      const translate = await texts.of(audienceOf({ caller, request }))
      const columns = resultColumns(stored, { translate, isInternal: caller.user.isInternal })
      const rows = await stream<ResultRow>(adminScope(caller), resultStatement(importId), caller.user.id)
      return sheetAttachment(rows, columns, { format, name: 'import-result' })
    },
    exportImportTemplate: ({ caller, body: { format } }) =>
      sheetAttachment(templateRows(deps.phones), templateColumns(caller.user.isInternal), {
        format,
        name: 'users-template',
      }),
  }
}

const issuesView = (
  { row, given, issues }: Awaited<ReturnType<typeof listRowsWithIssues>>[number],
  translate: Translate,
): contract.ImportIssue[] =>
  issues.map((issue) => ({
    rowNbr: row,
    columnNm: columnOf(issue),
    fieldCd: issue.field === '' ? null : issue.field,
    valueTxt: issue.field === '' ? '' : (given[issue.field] ?? ''),
    suggestionTxt: issue.suggestion ?? null,
    message: translate(issueSentence(issue)),
    warningFlg: issue.isWarning === true,
  }))

const listedView = ({
  id,
  fileName,
  state,
  rowCount,
  doneCount,
  errorCount,
  createdAt,
}: StoredImport): contract.ListedUserImport => ({
  importId: id,
  fileNm: fileName,
  stateCd: state === 'receiving' ? 'checking' : state,
  rowCount,
  doneCount,
  errorCount,
  createdDt: createdAt,
})

const importView = (
  stored: StoredImport,
  { createdCount, waitingId, waitingCount }: OtherRows,
  issues: contract.ImportIssue[],
): contract.UserImport => ({
  ...listedView(stored),
  warningCount: stored.warningCount,
  issues,
  createdBeforeCount: createdCount,
  waitingImportId: waitingId,
  waitingCount,
  refusedFlg: stored.isRefused,
})
