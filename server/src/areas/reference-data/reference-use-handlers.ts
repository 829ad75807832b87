import { sql } from 'kysely'
import { facilities } from '@portico/contract/reference-data/reference-data.ts'
import * as contract from '@portico/contract/reference-data/reference-uses.ts'
import type { Db } from '../../db/database.ts'
import { type ListSource, listPage } from '../../db/list-page.ts'
import { userNameColumns } from '../../db/user-orders.ts'
import { paged, refuse } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import { facilityRows } from './facility-rows.ts'
import { referenceStore } from './reference-store.ts'
import { queries } from '../../db/queries.ts'
import { run } from '../../db/run.ts'

interface Preference {
  notificationTypeId: number
  userId: number
  userNm: string
}

const preferencesOf = (typeId: number): ListSource<'userNm', object, Preference> => ({
  from: sql`user_notification_types chosen join users_in_scope account on account.id = chosen.user_id`,
  id: sql`account.id`,
  where: sql`chosen.notification_type_id = ${typeId}`,
  columns: { userNm: userNameColumns('account').userNm },
  filters: {},
  rows: {
    from: sql`users_in_scope named`,
    id: sql`named.id`,
    select: sql`${typeId}::int as "notificationTypeId", named.id as "userId", named.user_name as "userNm"`,
  },
})

/** What holds an entry, by the calls that the specification has for it (DBMT-137..140). */
export function referenceUseHandlers({ db }: { db: Db }): Handlers<typeof contract> {
  const countOf =
    (table: string): Handlers<typeof contract>['countFacilitySystems'] =>
    ({ caller, params: { facilityCd } }) =>
      db.read(adminScope(caller), async (tx) => {
        const uses = await referenceStore(tx, facilities, facilityRows).countUses(facilityCd)
        const at = facilityRows.inUse.findIndex((use) => use.table === table)
        return uses?.[at]?.usageCnt ?? refuse('404', sentences.not_found)
      })
  return {
    countFacilitySystems: countOf('systems'),
    countFacilityClientMasters: countOf('customers'),
    countFacilityUsers: countOf('user_facility_grants'),
    listNotificationTypeUsers: ({ caller, params: { notificationTypeId }, query }) =>
      db.read(adminScope(caller), async (tx) => {
        const [type] = await run(
          tx,
          queries.selectFrom('notification_types').select('id').where('id', '=', notificationTypeId),
        )
        if (!type) return refuse('404', sentences.not_found)
        return paged(await listPage(tx, contract.typePreferences, preferencesOf(notificationTypeId), query))
      }),
  }
}
