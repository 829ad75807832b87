import type * as contract from '@portico/contract/user-import/user-import.ts'
import { IMPORT_ISSUES_SHOWN } from '@portico/contract/user-import/user-import-rules.ts'
import type { Db } from '../../db/database.ts'
import type { StreamRows } from '../../db/row-stream.ts'
import { Answer, refuse } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext, Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences, type Texts } from '../../http/sentences.ts'
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
import { findImport, lockImport, requestImportCreation } from './import-store.ts'
import { receiveImport } from './receive-import.ts'
import { correctImport } from './correct-import.ts'
import { enqueueImport } from './enqueue-import.ts'

export interface UserImportDeps {
  db: Db
  stream: StreamRows
  texts: Pick<Texts, 'of'>
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
    getUserImport: async ({ caller, request, params: { importId } }) => {
      const stored = await findOwn(caller, importId)
      if (!stored) return notFound()
      const rows = await db.read(adminScope(caller), (tx) => listRowsWithIssues(tx, importId, IMPORT_ISSUES_SHOWN))
      const translate = await texts.of(audienceOf({ caller, request }))
      const issues = rows.flatMap(({ row, given, issues: ofRow }) =>
        ofRow.map((issue) => ({
          rowNbr: row,
          columnNm: columnOf(issue),
          fieldCd: issue.field === '' ? null : issue.field,
          valueTxt: issue.field === '' ? '' : (given[issue.field] ?? ''),
          suggestionTxt: issue.suggestion ?? null,
          message: translate(issueSentence(issue)),
          warningFlg: issue.isWarning === true,
        })),
      )
      return importView(stored, stored.state === 'checking' ? [] : issues.slice(0, IMPORT_ISSUES_SHOWN))
    },
    commitUserImport: ({ caller, request, params }) => commit(deps, { caller, request }, params.importId),
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
      sheetAttachment(templateRows(), templateColumns(caller.user.isInternal), { format, name: 'users-template' }),
  }
}

function importView(
  { id, fileName, state, rowCount, doneCount, errorCount, warningCount, createdAt }: StoredImport,
  issues: contract.ImportIssue[],
): contract.UserImport {
  return {
    importId: id,
    fileNm: fileName,
    stateCd: state === 'receiving' ? 'checking' : state,
    rowCount,
    doneCount,
    errorCount,
    warningCount,
    issues,
    createdDt: createdAt,
  }
}

/** Has the users created by a job; a second call changes nothing. */
function commit({ db }: UserImportDeps, { caller, request }: CallContext, id: number) {
  return db.transact(adminScope(caller), async (tx) => {
    const stored = await lockImport(tx, id)
    if (!isOwn(stored, caller)) return notFound()
    const { state, errorCount } = stored
    if (state === 'creating' || state === 'created') return new Answer(null, { message: sentences.import_started })
    if (state === 'checking') return refuse('422', sentences.import_not_checked)
    if (state === 'failed' || errorCount > 0) return refuse('422', sentences.import_has_errors)
    await requestImportCreation(tx, id, {
      sessionId: caller.sessionId,
      requestId: request.id,
      address: request.address,
    })
    await enqueueImport(tx, id, stored.rowCount)
    return new Answer(null, { message: sentences.import_started })
  })
}
