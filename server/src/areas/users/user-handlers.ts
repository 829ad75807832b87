import type * as contract from '@portico/contract/users.ts'
import { userStatuses, type UserListRequest } from '@portico/contract/users.ts'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/database.ts'
import { adminScope } from '../../http/authority.ts'
import type { Handlers } from '../../http/handlers.ts'
import { readUserPage, type UserListQuery } from './user-list.ts'
import { columnOfWire, userView } from './user-view.ts'

const DEFAULT_PAGE_SIZE = 15

interface UserHandlerDeps {
  db: Db
  securityProvider: Config['secondFactor']
}

export function userHandlers({ db, securityProvider }: UserHandlerDeps): Handlers<typeof contract> {
  return {
    listUserStatuses: () => [
      { clsVldValId: userStatuses.active, valueMediumNm: 'Active' },
      { clsVldValId: userStatuses.inactive, valueMediumNm: 'Inactive' },
      { clsVldValId: userStatuses.deleted, valueMediumNm: 'Deleted' },
    ],
    getUserListOptions: async ({ caller }) => {
      const { isPortalAdmin } = await caller.authority()
      return { portalAdminFlg: isPortalAdmin, securityProvider }
    },
    listUsers: async ({ caller, body }) => {
      const scope = adminScope(caller)
      const { rows, total } = await db.read(scope, (tx) => readUserPage(tx, scope, listQueryOf(body)))
      return { result: rows.map(userView), totalResults: total }
    },
  }
}

function listQueryOf(body: UserListRequest): UserListQuery {
  const limit = body.pageSize ?? DEFAULT_PAGE_SIZE
  return {
    statuses: body.userStatusIds ?? Object.values(userStatuses),
    text: (body.nm ?? '').normalize('NFC').trim().replaceAll(/\s+/g, ' '),
    clientId: body.employerId ?? null,
    column: columnOfWire[body.orderByColumn ?? 'firstNm'],
    isDescending: body.isOrderByDesc ?? false,
    offset: ((body.pageNo ?? 1) - 1) * limit,
    limit,
  }
}
