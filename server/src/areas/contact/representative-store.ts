import type { Tx } from '../../db/database.ts'
import { queue, run } from '../../db/run.ts'
import { arrayOf, bool, int, nullable, type RowOf, statement, text } from '../../db/statement.ts'

/** A staff member who represents a client, as administrators see them. */
export type NamedRepresentative = RowOf<typeof listed>

export type WantedRepresentative = Pick<NamedRepresentative, 'userId' | 'role'>

const columns = `staff.id as "userId", staff.first_name as "firstName", staff.last_name as "lastName",
  staff.user_name::text as "userName", staff.email`

const listed = statement([nullable(int)], {
  name: 'contact: listed',
  text: `
  select ${columns}, contact.role, staff.status = 1 and staff.is_internal as "isActive"
    from client_representatives contact join users staff on staff.id = contact.user_id
   where contact.client_id is not distinct from $1 and staff.status in (1, 2)
   order by contact.display_order, contact.id`,
  row: { userId: int, firstName: text, lastName: text, userName: text, email: text, role: text, isActive: bool },
})

const removeOthers = statement([nullable(int), arrayOf(int)], {
  name: 'contact: remove others',
  text: `
  delete from client_representatives where client_id is not distinct from $1 and not user_id = any($2::int[])`,
})

const putAll = statement([nullable(int), arrayOf(int), arrayOf(text)], {
  name: 'contact: put all',
  text: `
  insert into client_representatives (client_id, user_id, role, display_order)
  select $1, wanted.user_id, wanted.role, wanted.place
    from unnest($2::int[], $3::text[]) with ordinality as wanted (user_id, role, place)
  on conflict (client_id, user_id) do update set role = excluded.role, display_order = excluded.display_order`,
})

// The table `client_representatives`; a client id of null is the default group.

const takeLockRow = statement([int], {
  name: 'contact: take lock row',
  text: `select from pg_advisory_xact_lock(hashtext('client representatives'), $1)`,
})

/** Holds all other changes of this list until the transaction ends. */
export function lockRepresentatives(tx: Tx, clientId: number | null): void {
  queue(tx, takeLockRow(clientId ?? 0))
}

/** In the order in which users see them; deleted accounts are left out. */
export const listNamedRepresentatives = (tx: Tx, clientId: number | null): Promise<NamedRepresentative[]> =>
  run(tx, listed(clientId))

const selectUsers = statement([arrayOf(int)], {
  name: 'contact: select users',
  text: 'select id from users where id = any($1::int[]) and is_internal and status = 1',
  row: { id: int },
})

/** Those of the users who are active staff. */
export const listActiveStaff = async (tx: Tx, userIds: readonly number[]): Promise<number[]> =>
  (await run(tx, selectUsers(userIds))).map(({ id }) => id)

/** Makes these the representatives, in this order. */
export function replaceRepresentatives(tx: Tx, clientId: number | null, wanted: readonly WantedRepresentative[]): void {
  const userIds = wanted.map(({ userId }) => userId)
  queue(tx, removeOthers(clientId, userIds))
  queue(
    tx,
    putAll(
      clientId,
      userIds,
      wanted.map(({ role }) => role),
    ),
  )
}
