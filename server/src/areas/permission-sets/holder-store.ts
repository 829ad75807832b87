import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { arrayOf, bool, instant, int, nullable, type RowOf, statement, text } from '../../db/statement.ts'

// The table permission_set_holders. A row is opened and closed, never overwritten; a set whose end has passed counts no
// more, whether the row is closed by then or not.

/** SQL: the row `held` counts now. */
export const isHeldSql = 'held.valid_to is null and (held.ends_at is null or held.ends_at > clock_now())'

/** SQL: the names of the groups that give the set of the row `held` to its user; none where it was given by hand. */
export const groupNamesSql = `
  array(select distinct provided.doc ->> 'displayName'
          from scim_group_set_members one
          join scim_groups provided on provided.client_id = one.client_id and provided.id = one.group_id
         where held.by_group and one.user_id = held.user_id and one.set_id = held.set_id order by 1)`

const holdersStatement = statement([int, arrayOf(int)], {
  name: 'permission sets: holders of these',
  text: `
  select held.id as "holderId", held.user_id as "userId", held.ends_at as "endsAt",
         case when held.by_group then array_to_string(${groupNamesSql}, ', ') end as "groupNames"
    from permission_set_holders held
   where held.set_id = $1 and held.user_id = any ($2::integer[]) and ${isHeldSql}`,
  row: { holderId: int, userId: int, endsAt: nullable(instant), groupNames: nullable(text) },
})

/**
 * How a user holds a set: until when (null: no planned end), and by which groups (null: it was given by hand). The id is
 * another one each time that it is given or its end is moved.
 */
export type Holding = Omit<RowOf<typeof holdersStatement>, 'userId'>

/** Whether a user has a set at least until a moment; null: for good. */
export const lastsUntil = (holding: Holding | undefined, endsAt: Date | null): boolean =>
  holding !== undefined && (holding.endsAt === null || (endsAt !== null && holding.endsAt >= endsAt))

/** Those of these users who hold a set. */
export const readHoldersOf = async (
  tx: Tx,
  setId: number,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Holding>> =>
  new Map((await run(tx, holdersStatement(setId, userIds))).map(({ userId, ...holding }) => [userId, holding]))

const allStatement = statement([int, int], {
  name: 'permission sets: holders',
  text: `
  select held.user_id as "userId", person.client_id as "clientId"
    from permission_set_holders held join users person on person.id = held.user_id
   where held.set_id = $1 and ${isHeldSql} order by 1 limit $2`,
  row: { userId: int, clientId: int },
})

/** The first holders of a set with their employers; of a deleted set, too. */
export const readHolders = (tx: Tx, setId: number, limit: number) => run(tx, allStatement(setId, limit))

const openStatement = statement([int, arrayOf(int), int, nullable(instant)], {
  name: 'permission sets: open holders',
  text: `
  insert into permission_set_holders (set_id, user_id, granted_by, ends_at)
  select $1, person.id, $3, $4::timestamptz from unnest($2::integer[]) person (id)`,
})

/** Makes users holders of a set, who are none, until a moment; null: without a planned end. */
export const openHolders = (tx: Tx, setId: number, userIds: readonly number[], by: number, endsAt: Date | null) =>
  run(tx, openStatement(setId, userIds, by, endsAt))

const closeStatement = statement([int, arrayOf(int), int], {
  name: 'permission sets: close holders',
  text: `
  update permission_set_holders
     set valid_to = greatest(valid_from, least(ends_at, clock_now())),
         closed_by = case when ends_at <= clock_now() then null else $3::integer end
   where set_id = $1 and user_id = any ($2::integer[]) and valid_to is null
  returning user_id as "userId", ends_at as "endsAt", ends_at is null or ends_at > clock_now() as "hadSet"`,
  row: { userId: int, endsAt: nullable(instant), hadSet: bool },
})

/** Ends a set of users; returns who had it, and until when. Where its end has passed, it is closed as of that end. */
export const closeHolders = async (tx: Tx, setId: number, userIds: readonly number[], by: number) =>
  (await run(tx, closeStatement(setId, userIds, by))).filter(({ hadSet }) => hadSet)

const setsStatement = statement([int], {
  name: 'permission sets: sets of a user with their systems',
  text: `
  select one.id, one.name, one.version, one.deleted_at is not null as "isDeleted", held.ends_at as "endsAt",
         array(select item.system_id from permission_set_items item where item.set_id = one.id) as "systemIds"
    from permission_set_holders held join permission_sets one on one.id = held.set_id
   where held.user_id = $1 and ${isHeldSql} order by one.id`,
  row: { id: int, name: text, version: int, isDeleted: bool, endsAt: nullable(instant), systemIds: arrayOf(int) },
})

/** The sets that a user holds, also deleted ones, which give nothing. */
export const readHeldSets = (tx: Tx, userId: number) => run(tx, setsStatement(userId))

const leaveStatement = statement([int, arrayOf(int), int], {
  name: 'permission sets: leave sets',
  text: `
  update permission_set_holders set valid_to = greatest(valid_from, clock_now()), closed_by = $3
   where user_id = $1 and set_id = any ($2::integer[]) and valid_to is null`,
})

/** Ends sets of a user. */
export const closeSetsOf = (tx: Tx, userId: number, setIds: readonly number[], by: number) =>
  run(tx, leaveStatement(userId, setIds, by))
