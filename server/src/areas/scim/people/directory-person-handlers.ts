import type * as contract from '@portico/contract/scim/directory-people.ts'
import { type DirectoryPerson, directoryPersonList } from '@portico/contract/scim/directory-people.ts'
import type { Db } from '../../../db/database.ts'
import { listPage, listStatement } from '../../../db/list-page.ts'
import { beforeSending, type StreamRows } from '../../../db/row-stream.ts'
import { paged, refuse } from '../../../http/answers.ts'
import { adminScope } from '../../../http/authority.ts'
import type { Handlers } from '../../../http/handlers.ts'
import { sentences, type Texts } from '../../../http/sentences.ts'
import { audienceOf } from '../../../http/text-audience.ts'
import { sheetAttachment } from '../../../spreadsheet/sheet-attachment.ts'
import { auditActor, recordAudit } from '../../audit/public.ts'
import { administersClient } from '../access/administers-client.ts'
import { directoryPeople, directoryPersonSheetColumns } from './directory-person-list.ts'

interface DirectoryPersonDeps {
  db: Db
  stream: StreamRows
  texts: Pick<Texts, 'of'>
}

/** Users whom the directory of their client does not provide, for those who administer the users of the client. */
export function directoryPersonHandlers({ db, stream, texts }: DirectoryPersonDeps): Handlers<typeof contract> {
  return {
    listDirectoryPeople: ({ caller, params: { clientId }, query }) =>
      db.read(adminScope(caller), async (tx) => {
        if (!(await administersClient(tx, caller, clientId))) return refuse('404', sentences.not_found)
        return paged(await listPage(tx, directoryPersonList, directoryPeople(clientId), query))
      }),
    exportDirectoryPeople: async ({ caller, request, params: { clientId }, body: { format, ...selection } }) => {
      const scope = adminScope(caller)
      if (!(await db.read(scope, (tx) => administersClient(tx, caller, clientId))))
        return refuse('404', sentences.not_found)
      const columns = directoryPersonSheetColumns(await texts.of(audienceOf({ caller, request })))
      const statement = listStatement(directoryPersonList, directoryPeople(clientId), selection)
      const rows = await stream<DirectoryPerson>(scope, statement, caller.user.id)
      const after = { format, ...selection }
      await beforeSending(rows, () =>
        db.transact(scope, async (tx) =>
          recordAudit(tx, request, { event: 'directory_people_exported', ...auditActor(caller), clientId, after }),
        ),
      )
      return sheetAttachment(rows, columns, { format, name: 'directory-people' })
    },
  }
}
