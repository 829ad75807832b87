import type * as contract from '@portico/contract/user-import/user-import.ts'
import { type ImportField, isFormula, userImportColumns } from '@portico/contract/user-import/user-import-rules.ts'
import type { RequestOf } from '@portico/contract/kit/endpoint.ts'
import { Answer, refuse, refuseField } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Caller } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import type { Db } from '../../db/database.ts'
import { enqueueImport } from './enqueue-import.ts'
import { correctImportRows } from './import-row-store.ts'
import type { StoredImport } from './import-rows.ts'
import { lockImport, recheckImport } from './import-store.ts'

interface Correction {
  db: Db
  caller: Caller
  importId: number
  isOwn: (stored: StoredImport | undefined, caller: Caller) => stored is StoredImport
  body: RequestOf<typeof contract.correctUserImport>['body']
}

/** Changes a value of a checked import, in its row or in every row that has the same, and has all rows checked anew. */
export function correctImport({ db, caller, importId, isOwn, body }: Correction) {
  const { rowNbr, fieldCd, valueTxt, sameValuesFlg } = body
  const field = userImportColumns(caller.user.isInternal).find((column) => column.field === fieldCd)?.field
  if (field === undefined) return refuseField('fieldCd', sentences.field_invalid)
  if (isFormula(valueTxt)) return refuseField('valueTxt', sentences.import_formula)
  return db.transact(adminScope(caller), async (tx) => {
    const stored = await lockImport(tx, importId)
    if (!isOwn(stored, caller)) return refuse('404', sentences.import_not_found)
    if (stored.state !== 'checked') return refuse('422', sentences.import_not_correctable)
    const change: { row: number; field: ImportField; value: string | null } = {
      row: rowNbr,
      field,
      value: valueTxt.trim() === '' ? null : valueTxt.replaceAll('\0', '').toWellFormed(),
    }
    if (!(await correctImportRows(tx, importId, change, sameValuesFlg)))
      return refuse('404', sentences.import_not_found)
    await recheckImport(tx, importId)
    await enqueueImport(tx, importId, stored.rowCount)
    return new Answer(null, { message: sentences.import_corrected })
  })
}
