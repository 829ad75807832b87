import { type PermissionSetHolder, permissionSetHolderList } from '@portico/contract/permission-sets/permission-sets.ts'
import type { ExportFormat, ListRequest } from '@portico/contract/kit/list.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import type { Db } from '../../db/database.ts'
import { listStatement } from '../../db/list-page.ts'
import { beforeSending, type StreamRows } from '../../db/row-stream.ts'
import { refuse } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences as t, type Texts, type Translate } from '../../http/sentences.ts'
import { audienceOf } from '../../http/text-audience.ts'
import { sheetAttachment } from '../../spreadsheet/sheet-attachment.ts'
import type { SheetColumn } from '../../spreadsheet/sheet-columns.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { findPermissionSet, permissionSetHolders } from './permission-set-list.ts'

export interface ExportHoldersDeps {
  db: Db
  stream: StreamRows
  texts: Pick<Texts, 'of'>
}

interface Export {
  readonly setId: number
  readonly format: ExportFormat
  readonly selection: ListRequest<(typeof permissionSetHolderList.columns)[number]> & { nm?: string | undefined }
}

/** Answers the selected users who hold a set as a spreadsheet. */
export async function exportHolders(
  { db, stream, texts }: ExportHoldersDeps,
  { caller, request }: CallContext,
  { setId, format, selection }: Export,
) {
  const scope = adminScope(caller)
  const set = await db.read(scope, (tx) => findPermissionSet(tx, caller.user.isInternal, setId))
  if (!set) return refuse('404', t.not_found)
  const columns = sheetColumns(await texts.of(audienceOf({ caller, request })))
  const statement = listStatement(permissionSetHolderList, permissionSetHolders(setId), selection)
  const rows = await stream<PermissionSetHolder>(scope, statement, caller.user.id)
  const target = { kind: 'permission-set', id: setId } as const
  await beforeSending(rows, () =>
    db.transact(scope, async (tx) =>
      recordAudit(tx, request, {
        event: 'permission_set_exported',
        ...auditActor(caller),
        target,
        clientId: set.clientId,
        after: { name: set.setNm, version: set.versionNr, format },
      }),
    ),
  )
  return sheetAttachment(rows, columns, { format, name: 'permission-set' })
}

const sheetColumns = (translate: Translate): readonly SheetColumn<PermissionSetHolder>[] => [
  { header: translate(t.permission_set_column_user), value: fullName, width: 24 },
  { header: translate(t.permission_set_column_user_id), value: ({ userNm }) => userNm, width: 24 },
  { header: translate(t.permission_set_column_employer), value: ({ employerNm }) => employerNm, width: 28 },
  { header: translate(t.permission_set_column_given), value: ({ givenDt }) => givenDt, width: 20 },
  { header: translate(t.permission_set_column_end), value: ({ endDt }) => endDt, width: 20 },
  { header: translate(t.permission_set_column_given_by), value: ({ givenByNm }) => givenByNm, width: 24 },
  { header: translate(t.permission_set_column_group), value: ({ groupNms }) => groupNms.join(', '), width: 24 },
]
