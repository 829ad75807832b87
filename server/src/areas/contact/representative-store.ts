import { query, queueQuery } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'

/** A staff member who represents a client, as administrators see them. */
export interface NamedRepresentative {
  userId: number
  firstName: string
  lastName: string
  userName: string
  email: string
  role: string
  isActive: boolean
}

export type WantedRepresentative = Pick<NamedRepresentative, 'userId' | 'role'>

const columns = `staff.id as "userId", staff.first_name as "firstName", staff.last_name as "lastName",
  staff.user_name::text as "userName", staff.email`

const listed = `
  select ${columns}, contact.role, staff.status = 1 and staff.is_internal as "isActive"
    from client_representatives contact join users staff on staff.id = contact.user_id
   where contact.client_id is not distinct from $1 and staff.status <> 3
   order by contact.display_order, contact.id`

const removeOthers = `
  delete from client_representatives where client_id is not distinct from $1 and not user_id = any($2::int[])`

const putAll = `
  insert into client_representatives (client_id, user_id, role, display_order)
  select $1, wanted.user_id, wanted.role, wanted.place
    from unnest($2::int[], $3::text[]) with ordinality as wanted (user_id, role, place)
  on conflict (client_id, user_id) do update set role = excluded.role, display_order = excluded.display_order`

/** The table `client_representatives`; a client id of null is the default group. */
export function representativeStore(tx: Tx) {
  return {
    /** Holds all other changes of this list until the transaction ends. */
    lock: (clientId: number | null): void => {
      queueQuery(tx, `select pg_advisory_xact_lock(hashtext('client representatives'), $1)`, [clientId ?? 0])
    },
    hasClient: async (clientId: number): Promise<boolean> =>
      (await query(tx, 'select from clients where id = $1 and not is_deleted', [clientId])).length > 0,
    /** In the order in which users see them; deleted accounts are left out. */
    list: (clientId: number | null): Promise<NamedRepresentative[]> =>
      query<NamedRepresentative>(tx, listed, [clientId]),
    /** Those of the users who are active staff. */
    activeStaff: async (userIds: readonly number[]): Promise<number[]> =>
      (
        await query<{ id: number }>(
          tx,
          'select id from users where id = any($1::int[]) and is_internal and status = 1',
          [userIds],
        )
      ).map(({ id }) => id),
    /** Makes these the representatives, in this order. */
    replace: (clientId: number | null, wanted: readonly WantedRepresentative[]): void => {
      const userIds = wanted.map(({ userId }) => userId)
      queueQuery(tx, removeOthers, [clientId, userIds])
      queueQuery(tx, putAll, [clientId, userIds, wanted.map(({ role }) => role)])
    },
  }
}
