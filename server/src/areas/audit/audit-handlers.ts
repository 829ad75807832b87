import * as contract from '@portico/contract/audit/audit.ts'
import type { Db } from '../../db/database.ts'
import { beforeSending, type StreamRows } from '../../db/row-stream.ts'
import { listPage, listStatement } from '../../db/list-page.ts'
import { run } from '../../db/run.ts'
import { paged, refuse } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Handlers } from '../../http/handlers.ts'
import { audienceOf } from '../../http/text-audience.ts'
import { sentences, type Texts } from '../../http/sentences.ts'
import { sheetAttachment } from '../../spreadsheet/sheet-attachment.ts'
import { findFilterClients, findFilterUsers, isUserInScope, type SearchUsers } from './audit-filters.ts'
import { auditColumns, auditSource, latestChangesOfUser } from './audit-list.ts'
import { auditActor, recordAudit } from './audit-store.ts'
import { findNewestVerification } from './audit-verification.ts'

interface AuditDeps {
  db: Db
  stream: StreamRows
  texts: Pick<Texts, 'of'>
  searchUsers: SearchUsers
}

const clientOf = (scope: ReturnType<typeof adminScope>) => (scope.kind === 'everything' ? null : scope.clientId)

export function auditHandlers({ db, stream, texts, searchUsers }: AuditDeps): Handlers<typeof contract> {
  return {
    listAuditEvents: async ({ caller, request, query }) => {
      const scope = adminScope(caller)
      const source = auditSource(clientOf(scope), await texts.of(audienceOf({ caller, request })))
      return paged(await db.read(scope, (tx) => listPage(tx, contract.auditList, source, query)))
    },
    listUserChanges: async ({ caller, request, params: { userId } }) => {
      const scope = adminScope(caller)
      const translate = await texts.of(audienceOf({ caller, request }))
      const changes = latestChangesOfUser(clientOf(scope), translate, { userId, limit: contract.USER_CHANGES_SHOWN })
      return db.read(scope, async (tx) =>
        (await isUserInScope(tx, userId)) ? run(tx, changes) : refuse('404', sentences.user_not_found),
      )
    },
    searchAuditUsers: async ({ caller, query }) => {
      const scope = adminScope(caller)
      return paged(await db.read(scope, (tx) => findFilterUsers(searchUsers, tx, scope, query)))
    },
    searchAuditClients: async ({ caller, query }) => {
      const scope = adminScope(caller)
      return paged(await db.read(scope, (tx) => findFilterClients(tx, clientOf(scope), query)))
    },
    getAuditVerification: async (call) => findNewestVerification(db, await texts.of(audienceOf(call))),
    exportAuditEvents: async ({ caller, request, body: { format, ...selection } }) => {
      const scope = adminScope(caller)
      const translate = await texts.of(audienceOf({ caller, request }))
      const source = auditSource(clientOf(scope), translate)
      const statement = listStatement(contract.auditList, source, selection)
      const rows = await stream<contract.AuditedEvent>(scope, statement, caller.user.id)
      await beforeSending(rows, () =>
        db.transact(scope, async (tx) =>
          recordAudit(tx, request, { event: 'audit_exported', ...auditActor(caller), after: { format, ...selection } }),
        ),
      )
      return sheetAttachment(rows, auditColumns(translate), { format, name: 'audit-trail' })
    },
  }
}
