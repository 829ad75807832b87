import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { arrayOf, int, statement } from '../../db/statement.ts'

// The table permission_set_holders.

const holdersStatement = statement([int, arrayOf(int)], {
  name: 'permission sets: holders of these',
  text: `
  select user_id as "userId" from permission_set_holders
   where set_id = $1 and user_id = any ($2::integer[]) and valid_to is null`,
  row: { userId: int },
})

/** Those of these users who hold a set. */
export const readHoldersOf = async (tx: Tx, setId: number, userIds: readonly number[]): Promise<ReadonlySet<number>> =>
  new Set((await run(tx, holdersStatement(setId, userIds))).map(({ userId }) => userId))

const allStatement = statement([int, int], {
  name: 'permission sets: holders',
  text: `
  select held.user_id as "userId", person.client_id as "clientId"
    from permission_set_holders held join users person on person.id = held.user_id
   where held.set_id = $1 and held.valid_to is null order by 1 limit $2`,
  row: { userId: int, clientId: int },
})

/** The first holders of a set with their employers; of a deleted set, too. */
export const readHolders = (tx: Tx, setId: number, limit: number) => run(tx, allStatement(setId, limit))

const openStatement = statement([int, arrayOf(int), int], {
  name: 'permission sets: open holders',
  text: `
  insert into permission_set_holders (set_id, user_id, granted_by)
  select $1, person.id, $3 from unnest($2::integer[]) person (id)`,
})

/** Makes users holders of a set, who are none. */
export const openHolders = (tx: Tx, setId: number, userIds: readonly number[], by: number) =>
  run(tx, openStatement(setId, userIds, by))

const closeStatement = statement([int, arrayOf(int), int], {
  name: 'permission sets: close holders',
  text: `
  update permission_set_holders set valid_to = greatest(valid_from, clock_now()), closed_by = $3
   where set_id = $1 and user_id = any ($2::integer[]) and valid_to is null`,
})

export const closeHolders = (tx: Tx, setId: number, userIds: readonly number[], by: number) =>
  run(tx, closeStatement(setId, userIds, by))

const setsStatement = statement([int], {
  name: 'permission sets: systems of the sets of a user',
  text: `
  select held.set_id as "setId",
         array(select item.system_id from permission_set_items item where item.set_id = held.set_id) as "systemIds"
    from permission_set_holders held where held.user_id = $1 and held.valid_to is null`,
  row: { setId: int, systemIds: arrayOf(int) },
})

const leaveStatement = statement([int, arrayOf(int), int], {
  name: 'permission sets: leave sets',
  text: `
  update permission_set_holders set valid_to = greatest(valid_from, clock_now()), closed_by = $3
   where user_id = $1 and set_id = any ($2::integer[]) and valid_to is null`,
})

/** Ends the sets of a user whose applications pass a test, for a hand-over that has ended the access that they gave. */
export async function leaveSets(tx: Tx, userId: number, mayEnd: (systemId: number) => boolean, by: number) {
  const ended = (await run(tx, setsStatement(userId))).filter(({ systemIds }) => systemIds.every(mayEnd))
  const setIds = ended.map(({ setId }) => setId)
  if (setIds.length > 0) await run(tx, leaveStatement(userId, setIds, by))
}
