import type { Tx } from '../../../db/database.ts'
import { queue, run, runCount, runFirst, runOne } from '../../../db/run.ts'
import { bool, instant, int, json, jsonText, nullable, type RowOf, statement, text } from '../../../db/statement.ts'
import type { SourceDocument } from '../protocol/scim-values.ts'

// The table scim_users. Every statement names the employer, and the transaction sees no other.

/** A person of a directory as their row has them. */
export type ScimUser = RowOf<typeof lockPerson>

const columns = `r.id, r.user_id as "userId", r.doc, r.is_active as "isActive",
         r.stated_active as "statedActive", r.version, r.mapping_version as "mappingVersion",
         r.created_at as "createdAt", r.updated_at as "updatedAt"`

const userRow = {
  id: int,
  userId: int,
  doc: json<SourceDocument>(),
  isActive: bool,
  statedActive: bool,
  version: int,
  mappingVersion: int,
  createdAt: instant,
  updatedAt: instant,
}

const readPerson = statement([int, int], {
  name: 'scim: read person',
  text: `select ${columns} from scim_users r where r.client_id = $1 and r.id = $2 and r.deleted_at is null`,
  row: userRow,
})

/**
 * The account is locked first, as by everything that changes a status: a trigger follows it to this row. A change of a
 * group waits for the account alone, and never for the row while this waits for the group.
 */
const lockPerson = statement([int, int], {
  name: 'scim: lock person',
  text: `
  with account as (
    select id from users
     where id = (select user_id from scim_users where client_id = $1 and id = $2 and deleted_at is null)
       for no key update)
  select ${columns} from account join scim_users r on r.user_id = account.id
   where r.client_id = $1 and r.id = $2 and r.deleted_at is null for no key update of r`,
  row: userRow,
})

/** The person of an id at the employer; undefined where there is none. */
export const findScimUser = (tx: Tx, clientId: number, id: number): Promise<ScimUser | undefined> =>
  runFirst(tx, readPerson(clientId, id))

/** The same, locked with their account until the transaction ends. */
export const lockScimUser = (tx: Tx, clientId: number, id: number): Promise<ScimUser | undefined> =>
  runFirst(tx, lockPerson(clientId, id))

const lockGroupsOfPerson = statement([int, int], {
  name: 'scim: lock groups of person',
  text: `
  select g.id from scim_group_members link
    join scim_groups g on g.client_id = link.client_id and g.id = link.group_id
   where link.client_id = $1 and link.member_id = $2 order by g.id for no key update of g`,
  row: { id: int },
})

/** Locks the groups of a person who is to leave them: before the person, as a change of a group locks its members. */
export const lockGroupsOf = (tx: Tx, clientId: number, id: number): Promise<{ id: number }[]> =>
  run(tx, lockGroupsOfPerson(clientId, id))

const readGroupsOfPerson = statement([int, int], {
  name: 'scim: groups of person',
  text: `
  select g.id, g.doc ->> 'displayName' as name from scim_group_members link
    join scim_groups g on g.client_id = link.client_id and g.id = link.group_id
   where link.client_id = $1 and link.member_id = $2 order by g.id`,
  row: { id: int, name: text },
})

/** The groups of a person, in the order of their ids. */
export const readGroupsOf = (tx: Tx, clientId: number, id: number): Promise<{ id: number; name: string }[]> =>
  run(tx, readGroupsOfPerson(clientId, id))

/** Rows of the employer that have the external id or the name, whether the directory has deleted them or not. */
export type KnownPerson = RowOf<typeof knownPersons>

// Three ways through three indexes: one condition on all of them would read every person of the employer.
const knownPersons = statement([int, nullable(text), text], {
  name: 'scim: known persons',
  text: `
  select r.id, r.user_id as "userId", r.external_id as "externalId", r.deleted_at is not null as "isDeleted",
         r.stated_active as "statedActive", coalesce(r.external_id = $2, false) as "hasExternalId"
    from scim_users r
   where r.id in (
         select id from scim_users where client_id = $1 and external_id = $2
         union all
         select id from scim_users where client_id = $1 and user_name_folded = fold_user_name($3) and deleted_at is null
         union all
         select id from scim_users
          where client_id = $1 and user_name_folded = fold_user_name($3) and deleted_at is not null)
   order by r.deleted_at is not null, coalesce(r.external_id = $2, false) desc, r.deleted_at desc, r.id desc limit 5`,
  row: { id: int, userId: int, externalId: nullable(text), isDeleted: bool, statedActive: bool, hasExternalId: bool },
})

export const findKnownPersons = (
  tx: Tx,
  clientId: number,
  { externalId, userName }: { externalId: string | null; userName: string },
): Promise<KnownPerson[]> => run(tx, knownPersons(clientId, externalId, userName))

/** An account of the employer that may be that of a person. */
export type AccountMatch = RowOf<typeof matchingAccounts>

const matchingAccounts = statement([int, text, text, text], {
  name: 'scim: matching accounts',
  text: `
  select u.id as "userId", u.user_name_folded = fold_user_name($2) as "hasName", r.id as "scimId",
         r.external_id as "externalId", r.deleted_at is not null as "isDeleted",
         coalesce(r.stated_active, true) as "statedActive"
    from users u left join scim_users r on r.user_id = u.id and r.client_id = $1
   where u.client_id = $1 and u.status <= 3
     and (u.user_name_folded = fold_user_name($2)
          or (u.email_folded = fold_email($3)
              and exists (select from client_domains one
                           where one.client_id = $1 and one.domain = $4 and one.is_confirmed)))
   order by 2 desc, u.id limit 10`,
  row: {
    userId: int,
    hasName: bool,
    scimId: nullable(int),
    externalId: nullable(text),
    isDeleted: bool,
    statedActive: bool,
  },
})

/** Accounts with the name first; then those with the address, where its domain is a confirmed one of the employer. */
export const findAccounts = (
  tx: Tx,
  clientId: number,
  { userName, email, domain }: { userName: string; email: string; domain: string },
): Promise<AccountMatch[]> => run(tx, matchingAccounts(clientId, userName, email, domain))

/**
 * What a directory states of a person: the document, and of `active` apart what it said last; and the version of the
 * mapping by which the account has it.
 */
export interface StatedPerson {
  readonly document: SourceDocument
  readonly statedActive: boolean
  readonly mappingVersion: number
}

const insertPerson = statement([int, int, jsonText, bool, int], {
  name: 'scim: insert person',
  text: `
  insert into scim_users as r (client_id, user_id, doc, is_active, stated_active, mapping_version)
  select $1, u.id, $3::jsonb, u.status = 1, $4, $5 from users u where u.id = $2
  returning ${columns}`,
  row: userRow,
})

/** Adds the person of an account. */
export const addScimUser = (
  tx: Tx,
  clientId: number,
  userId: number,
  { document, statedActive, mappingVersion }: StatedPerson,
): Promise<ScimUser> =>
  runOne(tx, insertPerson(clientId, userId, JSON.stringify(document), statedActive, mappingVersion))

const reserveStatement = statement([], {
  name: 'scim: reserve ids',
  text: `
  select nextval(pg_get_serial_sequence('users', 'id'))::integer as "userId",
         nextval(pg_get_serial_sequence('scim_users', 'id'))::integer as id,
         date_trunc('milliseconds', clock_now()) as "createdAt"`,
  row: { userId: int, id: int, createdAt: instant },
})

/** Ids of an account and a person who are to be added, and when that is. */
export const reserveIds = (tx: Tx) => runOne(tx, reserveStatement())

const insertReserved = statement([int, int, int, jsonText, bool, bool, int, instant], {
  name: 'scim: insert reserved person',
  text: `
  insert into scim_users (id, client_id, user_id, doc, is_active, stated_active, mapping_version, created_at, updated_at)
  values ($1, $2, $3, $4::jsonb, $5, $6, $7, $8, $8)`,
})

/** Adds a person of reserved ids with the next statement; returns them as they will be. */
export function queueScimUser(
  tx: Tx,
  clientId: number,
  { id, userId, createdAt }: Awaited<ReturnType<typeof reserveIds>>,
  { document, statedActive, mappingVersion }: StatedPerson,
): ScimUser {
  const text = JSON.stringify(document)
  queue(tx, insertReserved(id, clientId, userId, text, statedActive, statedActive, mappingVersion, createdAt))
  const state = { isActive: statedActive, statedActive, version: 1, mappingVersion }
  return { id, userId, doc: document, ...state, createdAt, updatedAt: createdAt }
}

const reviveStatement = statement([int, int, jsonText, bool, int], {
  name: 'scim: revive person',
  text: `
  with links as (delete from scim_group_members where client_id = $1 and member_id = $2)
  update scim_users r set doc = $3::jsonb, stated_active = $4, mapping_version = $5, deleted_at = null, version = version + 1,
         updated_at = date_trunc('milliseconds', clock_now())
   where r.client_id = $1 and r.id = $2 and r.deleted_at is not null returning ${columns}`,
  row: userRow,
})

/**
 * Gives a deleted person back to the directory, in no group, also where one was changed while they were deleted; undefined
 * where another request has done it meanwhile.
 */
export const reviveScimUser = (
  tx: Tx,
  clientId: number,
  id: number,
  { document, statedActive, mappingVersion }: StatedPerson,
): Promise<ScimUser | undefined> =>
  runFirst(tx, reviveStatement(clientId, id, JSON.stringify(document), statedActive, mappingVersion))

const storeStatement = statement([int, int, jsonText, bool, int], {
  name: 'scim: store person',
  text: `
  update scim_users r set doc = $3::jsonb, stated_active = $4, mapping_version = $5, version = version + 1,
         updated_at = date_trunc('milliseconds', clock_now())
   where r.client_id = $1 and r.id = $2`,
})

/** Stores what the directory states now. */
export async function storeScimUser(
  tx: Tx,
  clientId: number,
  id: number,
  { document, statedActive, mappingVersion }: StatedPerson,
): Promise<void> {
  await runCount(tx, storeStatement(clientId, id, JSON.stringify(document), statedActive, mappingVersion))
}

const deleteStatement = statement([int, int, bool], {
  name: 'scim: delete person',
  text: `
  with links as (
    delete from scim_group_members where client_id = $1 and member_id = $2 returning group_id),
  groups as (
    update scim_groups g set version = version + 1, updated_at = date_trunc('milliseconds', clock_now())
      from links where g.client_id = $1 and g.id = links.group_id)
  update scim_users r set deleted_at = clock_now(), stated_active = $3, version = version + 1,
         updated_at = date_trunc('milliseconds', clock_now())
   where r.client_id = $1 and r.id = $2`,
})

/** Takes a person away from the directory and out of its groups; the row stays, so that they can come back. */
export const deleteScimUser = (tx: Tx, clientId: number, id: number, statedActive: boolean): void =>
  queue(tx, deleteStatement(clientId, id, statedActive))
