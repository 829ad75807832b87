import type * as contract from '@portico/contract/users/users.ts'
import { userStatuses, type UserListColumn as WireColumn, type UserListRequest } from '@portico/contract/users/users.ts'
import { normalizeText } from '@portico/contract/account/account-rules.ts'
import { columnFieldsFor } from '@portico/contract/users/user-fields.ts'
import type { Config } from '../../../config/config.ts'
import type { Db } from '../../../db/database.ts'
import { beforeSending, type StreamRows } from '../../../db/row-stream.ts'
import { paged } from '../../../http/answers.ts'
import { adminScope } from '../../../http/authority.ts'
import type { Handlers } from '../../../http/handlers.ts'
import type { Texts } from '../../../http/sentences.ts'
import { sheetAttachment } from '../../../spreadsheet/sheet-attachment.ts'
import { auditActor, findFilterClients, recordAudit } from '../../audit/public.ts'
import { audienceOf } from '../../../http/text-audience.ts'
import { statusNames, userSheetColumns } from './user-export.ts'
import { type ExportedUser, readUserPage, userListStatement } from './user-list.ts'
import type { UserListColumn, UserListQuery } from './user-selection.ts'
import { userView } from '../details/user-view.ts'

const DEFAULT_PAGE_SIZE = 15

/** The wire names of the columns that the list can be sorted by (decision E3). */
const columnOfWire: Readonly<Record<WireColumn, UserListColumn>> = {
  firstNm: 'firstName',
  lastNm: 'lastName',
  userNm: 'userName',
  emailAddress: 'email',
  userStatus: 'status',
  lastLoginDt: 'lastSignedInAt',
  recordAddDt: 'createdAt',
}

interface UserHandlerDeps {
  db: Db
  stream: StreamRows
  texts: Pick<Texts, 'of'>
  securityProvider: Config['secondFactor']
}

export function userHandlers({ db, stream, texts, securityProvider }: UserHandlerDeps): Handlers<typeof contract> {
  return {
    listUserStatuses: async (call) => {
      const translate = await texts.of(audienceOf(call))
      return Object.values(userStatuses).map((code) => ({
        clsVldValId: code,
        valueMediumNm: translate(statusNames[code]),
      }))
    },
    getUserListOptions: async ({ caller }) => {
      const { isPortalAdmin, maySignOnAs, isUsAssociate } = await caller.authority()
      return { portalAdminFlg: isPortalAdmin, securityProvider, signOnAsFlg: maySignOnAs, usAssociate: isUsAssociate }
    },
    searchEmployers: async ({ caller, query }) => {
      const scope = adminScope(caller)
      const clientId = scope.kind === 'everything' ? null : scope.clientId
      return paged(await db.read(scope, (tx) => findFilterClients(tx, clientId, query)))
    },
    listUsers: async ({ caller, body }) => {
      const scope = adminScope(caller)
      const { rows, total } = await db.read(scope, (tx) => readUserPage(tx, scope, listQueryOf(body, caller.user)))
      return { result: rows.map((row) => userView(row, caller.user)), totalResults: total }
    },
    exportUsers: async ({ caller, request, body: { format, ...selection } }) => {
      const scope = adminScope(caller)
      const columns = userSheetColumns(await texts.of(audienceOf({ caller, request })), caller.user)
      const statement = userListStatement(scope, listQueryOf(selection, caller.user))
      const rows = await stream<ExportedUser>(scope, statement, caller.user.id)
      await beforeSending(rows, () =>
        db.transact(scope, async (tx) =>
          recordAudit(tx, request, { event: 'users_exported', ...auditActor(caller), after: { format, ...selection } }),
        ),
      )
      return sheetAttachment(rows, columns, { format, name: 'users' })
    },
  }
}

/** What a request selects of the user list, as far as its caller sees it. */
export function listQueryOf(
  body: UserListRequest,
  { id, isInternal }: { id: number; isInternal: boolean },
): UserListQuery {
  const limit = body.pageSize ?? DEFAULT_PAGE_SIZE
  return {
    statuses: body.userStatusIds ?? Object.values(userStatuses),
    text: (body.nm ?? '').normalize('NFC').trim().replaceAll(/\s+/g, ' '),
    clientId: body.employerId ?? null,
    lastSignedInBefore: body.lastLoginBeforeDt ?? null,
    condition: body.conditionCd ?? null,
    createdBy: body.importId ? { importId: body.importId, ownerId: id } : null,
    fields: columnFieldsFor(isInternal).flatMap(({ name, wire }) => {
      const beginning = normalizeText(body[wire] ?? '')
      return beginning === '' ? [] : [{ name, beginning }]
    }),
    column: columnOfWire[body.orderByColumn ?? 'firstNm'],
    isDescending: body.isOrderByDesc ?? false,
    offset: ((body.pageNo ?? 1) - 1) * limit,
    limit,
  }
}
