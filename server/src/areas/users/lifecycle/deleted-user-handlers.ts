import type * as contract from '@portico/contract/users/deleted-users.ts'
import { type DeletedUser, deletedUserList } from '@portico/contract/users/deleted-users.ts'
import type { Db } from '../../../db/database.ts'
import { beforeSending, type StreamRows } from '../../../db/row-stream.ts'
import { listPage, listStatement } from '../../../db/list-page.ts'
import { paged } from '../../../http/answers.ts'
import { adminScope } from '../../../http/authority.ts'
import type { Handlers } from '../../../http/handlers.ts'
import { audienceOf } from '../../../http/text-audience.ts'
import type { Texts } from '../../../http/sentences.ts'
import { sheetAttachment } from '../../../spreadsheet/sheet-attachment.ts'
import { auditActor, recordAudit } from '../../audit/public.ts'
import { deletedUserSheetColumns, deletedUsers } from './deleted-user-list.ts'

interface DeletedUserDeps {
  db: Db
  stream: StreamRows
  texts: Pick<Texts, 'of'>
  /** Days after which a deleted user is erased; 0: never. */
  deletedUsersKeptDays: number
}

export function deletedUserHandlers({
  db,
  stream,
  texts,
  deletedUsersKeptDays,
}: DeletedUserDeps): Handlers<typeof contract> {
  const source = deletedUsers(deletedUsersKeptDays)
  return {
    listDeletedUsers: async ({ caller, query }) =>
      paged(await db.read(adminScope(caller), (tx) => listPage(tx, deletedUserList, source, query))),
    exportDeletedUsers: async ({ caller, request, body: { format, ...selection } }) => {
      const scope = adminScope(caller)
      const columns = deletedUserSheetColumns(await texts.of(audienceOf({ caller, request })))
      const statement = listStatement(deletedUserList, source, selection)
      const rows = await stream<DeletedUser>(scope, statement, caller.user.id)
      const after = { format, ...selection }
      await beforeSending(rows, () =>
        db.transact(scope, async (tx) =>
          recordAudit(tx, request, { event: 'deleted_users_exported', ...auditActor(caller), after }),
        ),
      )
      return sheetAttachment(rows, columns, { format, name: 'deleted-users' })
    },
  }
}
