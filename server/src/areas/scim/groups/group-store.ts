import type { Tx } from '../../../db/database.ts'
import { queue, run, runFirst, runOne } from '../../../db/run.ts'
import { arrayOf, bool, instant, int, json, jsonText, type RowOf, statement, text } from '../../../db/statement.ts'
import type { SourceDocument } from '../protocol/scim-values.ts'

// The tables scim_groups and scim_group_members. Every statement names the employer, and the transaction sees no other.

/** A group of a directory as its row has it. */
export type ScimGroup = RowOf<typeof readGroup>

const columns = `r.id, r.doc, r.version, r.created_at as "createdAt", r.updated_at as "updatedAt"`

const groupRow = { id: int, doc: json<SourceDocument>(), version: int, createdAt: instant, updatedAt: instant }

const readGroup = statement([int, int], {
  name: 'scim: read group',
  text: `select ${columns} from scim_groups r where r.client_id = $1 and r.id = $2`,
  row: groupRow,
})

const lockGroupStatement = statement([int, int], {
  name: 'scim: lock group',
  text: `select ${columns} from scim_groups r where r.client_id = $1 and r.id = $2 for update`,
  row: groupRow,
})

/** The group of an id at the employer; undefined where there is none. */
export const findGroup = (tx: Tx, clientId: number, id: number): Promise<ScimGroup | undefined> =>
  runFirst(tx, readGroup(clientId, id))

/** The same, locked until the transaction ends: two changes of its members come one after the other. */
export const lockGroup = (tx: Tx, clientId: number, id: number): Promise<ScimGroup | undefined> =>
  runFirst(tx, lockGroupStatement(clientId, id))

const insertGroup = statement([int, jsonText], {
  name: 'scim: insert group',
  text: `insert into scim_groups as r (client_id, doc) values ($1, $2::jsonb) returning ${columns}`,
  row: groupRow,
})

export const addGroup = (tx: Tx, clientId: number, document: SourceDocument): Promise<ScimGroup> =>
  runOne(tx, insertGroup(clientId, JSON.stringify(document)))

const storeStatement = statement([int, int, jsonText], {
  name: 'scim: store group',
  text: `
  update scim_groups r set doc = $3::jsonb, version = version + 1,
         updated_at = date_trunc('milliseconds', clock_now())
   where r.client_id = $1 and r.id = $2 returning ${columns}`,
  row: groupRow,
})

/** Stores a group, or that its members have changed: it gets the next version. */
export const storeGroup = (tx: Tx, clientId: number, id: number, document: SourceDocument): Promise<ScimGroup> =>
  runOne(tx, storeStatement(clientId, id, JSON.stringify(document)))

const removeStatement = statement([int, int], {
  name: 'scim: remove group',
  text: 'delete from scim_groups where client_id = $1 and id = $2',
})

export const removeGroup = (tx: Tx, clientId: number, id: number): void => queue(tx, removeStatement(clientId, id))

export interface Member {
  readonly id: number
  readonly name: string
}

const membersStatement = statement([int, int], {
  name: 'scim: members of group',
  text: `
  select one.id, coalesce(one.doc ->> 'displayName', one.doc ->> 'userName') as name
    from scim_group_members link join scim_users one on one.client_id = link.client_id and one.id = link.member_id
   where link.client_id = $1 and link.group_id = $2 and one.deleted_at is null order by one.id`,
  row: { id: int, name: text },
})

/** All members of a group, in the order of their ids: a list of them is never cut. */
export const readMembers = (tx: Tx, clientId: number, id: number): Promise<Member[]> =>
  run(tx, membersStatement(clientId, id))

const addStatement = statement([int, int, arrayOf(int)], {
  name: 'scim: add members',
  text: `
  with known as (
    select id from scim_users where client_id = $1 and id = any ($3::integer[]) and deleted_at is null),
  added as (
    insert into scim_group_members (client_id, group_id, member_id) select $1, $2, id from known
    on conflict do nothing returning member_id)
  select known.id, added.member_id is not null as "isAdded"
    from known left join added on added.member_id = known.id`,
  row: { id: int, isAdded: bool },
})

/** Adds those of the ids that are people of the employer; says which they are, and which of them were no members. */
export const addMembers = (
  tx: Tx,
  clientId: number,
  id: number,
  ids: readonly number[],
): Promise<{ id: number; isAdded: boolean }[]> => run(tx, addStatement(clientId, id, ids))

const removeMembersStatement = statement([int, int, arrayOf(int), bool], {
  name: 'scim: remove members',
  text: `
  delete from scim_group_members
   where client_id = $1 and group_id = $2 and (member_id = any ($3::integer[])) = $4 returning member_id as id`,
  row: { id: int },
})

/** Removes the members among the ids, or all others; returns those that were members. */
export async function removeMembers(
  tx: Tx,
  clientId: number,
  id: number,
  { ids, areNamed }: { ids: readonly number[]; areNamed: boolean },
): Promise<number[]> {
  return (await run(tx, removeMembersStatement(clientId, id, ids, areNamed))).map((row) => row.id)
}
