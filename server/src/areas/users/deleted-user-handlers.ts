import type * as contract from '@portico/contract/deleted-users.ts'
import { type DeletedUser, deletedUserList } from '@portico/contract/deleted-users.ts'
import type { Db, StreamRows } from '../../db/database.ts'
import { listPage, listStatement } from '../../db/list-page.ts'
import { paged } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Handlers } from '../../http/handlers.ts'
import { readerOf } from '../../http/reader.ts'
import type { Texts } from '../../http/sentences.ts'
import { sheetAttachment } from '../../spreadsheet/sheet-attachment.ts'
import type { Transact } from '../../stores.ts'
import { auditActor } from '../audit/public.ts'
import { deletedUserSheetColumns, deletedUsers } from './deleted-user-list.ts'

interface DeletedUserDeps {
  db: Db
  transact: Transact<'audit' | 'tx'>
  stream: StreamRows
  texts: Pick<Texts, 'of'>
  /** Days after which a deleted user is erased; 0: never. */
  deletedUsersKeptDays: number
}

export function deletedUserHandlers({
  db,
  transact,
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
      const statement = await transact(scope, ({ tx, audit }) => {
        audit.record(request, {
          event: 'deleted_users_exported',
          ...auditActor(caller),
          after: { format, ...selection },
        })
        return listStatement(tx, deletedUserList, source, selection)
      })
      const columns = deletedUserSheetColumns(await texts.of(readerOf({ caller, request })))
      return sheetAttachment(stream<DeletedUser>(scope, statement), columns, { format, name: 'deleted-users' })
    },
  }
}
