import { SET_ROWS_SHOWN } from '@portico/contract/permission-sets/permission-set-limits.ts'
import {
  type PermissionSet,
  type PermissionSetHolder,
  permissionSetHolderList,
  permissionSetList,
} from '@portico/contract/permission-sets/permission-sets.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { type ListSource, listPage } from '../../db/list-page.ts'
import type { ListRequest } from '@portico/contract/kit/list.ts'
import { run } from '../../db/run.ts'
import { hasWords } from '../../db/search-words.ts'
import { userNameColumns } from '../../db/user-orders.ts'
import { arrayOf, bool, instant, int, nullable, statement, text } from '../../db/statement.ts'
import type { Authority } from '../../http/caller.ts'
import { readEndsBySet } from '../grants/public.ts'
import { userNameSql } from '../../db/user-name-sql.ts'
import { groupNamesSql, isHeldSql } from './holder-store.ts'
import { visibleCustomers } from './set-customers.ts'

interface NameFilter {
  nm?: string | undefined
}
interface Filters extends NameFilter {
  forClientId?: number | undefined
}
type Column = (typeof permissionSetList.columns)[number]

// Row-level security leaves out holders of other clients, and names outside the scope.

const holders = sql`(select count(*)::integer from permission_set_holders held
  where held.set_id = r.id and ${sql.raw(isHeldSql)})`

const items = sql`
  coalesce((
    select jsonb_agg(jsonb_build_object(
             'systemId', item.system_id, 'systemNm', system.name, 'pageId', item.page_id, 'pageNm', page.name,
             'givenFlg', item.may_give, 'givenByNm', ${sql.raw(userNameSql('item.granted_by'))})
             order by system.name, page.name nulls first)
      from source_access item join systems system on system.id = item.system_id
      left join pages page on page.id = item.page_id
     where item.kind = 'set' and item.source_id = r.id), '[]')`

const from = sql`permission_sets r left join clients client on client.id = r.client_id`

const shown = (isInternal: boolean): RawBuilder<PermissionSet> => sql<PermissionSet>`
  r.id as "setId", r.name as "setNm", r.description as "descriptionTxt", r.is_requestable as "requestableFlg", r.client_id as "clientId",
  client.name::text as "clientNm", ${sql.raw(userNameSql('r.owner_id'))} as "ownerNm", ${holders} as "holderCnt",
  ${items} as items, r.version as "versionNr", (${isInternal}::boolean or r.client_id is not null) as "mayChangeFlg"`

const permissionSets = (isInternal: boolean): ListSource<Column, Filters, PermissionSet> => ({
  from,
  id: sql`r.id`,
  where: sql`r.deleted_at is null`,
  columns: {
    setNm: sql`lower(r.name)`,
    clientNm: sql`lower(coalesce(client.name::text, ''))`,
    holderCnt: holders,
  },
  filters: {
    nm: (words) => hasWords(sql`lower(concat_ws(' ', r.name, client.name))`, words),
    forClientId: (clientId) => sql`(r.client_id is null or r.client_id = ${clientId})`,
  },
  rows: { from: sql`(${from})`, id: sql`r.id`, select: shown(isInternal) },
})

/** One page of the sets that the reader sees. */
export const readPermissionSets = (tx: Tx, isInternal: boolean, request: ListRequest<Column> & Filters) =>
  listPage(tx, permissionSetList, permissionSets(isInternal), request)

/** The set of an id; undefined where there is none, or it is deleted. */
export async function findPermissionSet(tx: Tx, isInternal: boolean, setId: number) {
  const [set] = await run(
    tx,
    sql<PermissionSet>`select ${shown(isInternal)} from ${from} where r.id = ${setId} and r.deleted_at is null`,
  )
  return set
}

const versionsStatement = statement([int], {
  name: 'permission sets: versions',
  text: `
  select version as "versionNr", name as "setNm", description as "descriptionTxt", gives as "givesList",
         changed_at as "changedDt", ${userNameSql('changed_by')} as "changedByNm", customer_ids as "customerIds"
    from permission_set_versions where set_id = $1 order by version desc limit ${SET_ROWS_SHOWN}`,
  row: {
    versionNr: int,
    setNm: text,
    descriptionTxt: text,
    givesList: arrayOf(text),
    changedDt: instant,
    changedByNm: nullable(text),
    customerIds: arrayOf(int),
  },
})

const namesStatement = statement([arrayOf(int)], {
  name: 'permission sets: names of customers',
  text: `
  select id, facility_code as "facilityCode", path, facility_code || ' / ' || name as name
    from customers where id = any ($1::integer[]) order by facility_code, customers.name, id`,
  row: { id: int, facilityCode: text, path: arrayOf(int), name: text },
})

/** The latest versions of a set, the newest first; of customers those that the administrator has access to. */
export async function readVersions(tx: Tx, authority: Authority, setId: number) {
  const versions = await run(tx, versionsStatement(setId))
  const ids = [...new Set(versions.flatMap(({ customerIds }) => customerIds))]
  const customers = ids.length === 0 ? [] : await run(tx, namesStatement(ids))
  const visible = customers.filter(await visibleCustomers(tx, authority))
  return versions.map(({ customerIds, givesList, ...version }) => ({
    ...version,
    givesList: [...givesList, ...visible.flatMap(({ id, name }) => (customerIds.includes(id) ? [name] : []))],
  }))
}

/** The users who hold a set. */
export const permissionSetHolders = (
  setId: number,
): ListSource<(typeof permissionSetHolderList.columns)[number], NameFilter, PermissionSetHolder> => ({
  from: sql`permission_set_holders held join users_in_scope u on u.id = held.user_id
    join clients employer on employer.id = u.client_id`,
  id: sql`held.id`,
  where: sql`held.set_id = ${setId} and ${sql.raw(isHeldSql)}`,
  columns: {
    userNm: userNameColumns('u').userNm,
    employerNm: sql`lower(employer.name::text)`,
    givenDt: sql`held.valid_from`,
    endDt: sql`coalesce(held.ends_at, 'infinity')`,
  },
  filters: { nm: (words) => hasWords(sql`u.search_text`, words) },
  rows: {
    from: sql`(permission_set_holders held join users person on person.id = held.user_id
      join clients employer on employer.id = person.client_id)`,
    id: sql`held.id`,
    select: sql<PermissionSetHolder>`
      person.id as "userId", person.user_name as "userNm", person.first_name as "firstNm", person.last_name as "lastNm",
      employer.name::text as "employerNm", held.valid_from as "givenDt", held.ends_at as "endDt",
      ${sql.raw(userNameSql('held.granted_by'))} as "givenByNm", ${sql.raw(groupNamesSql)} as "groupNms"`,
  },
})

/** One page of the users who hold a set. */
export const readHolderPage = (
  tx: Tx,
  setId: number,
  request: ListRequest<(typeof permissionSetHolderList.columns)[number]> & NameFilter,
) => listPage(tx, permissionSetHolderList, permissionSetHolders(setId), request)

const setsOfUserStatement = statement([int], {
  name: 'permission sets: sets of user',
  text: `
  select one.id as "setId", one.name as "setNm", one.version as "versionNr",
         array(select system.name || case when page.id is null then '' else ' / ' || page.name end
                 from permission_set_items item join systems system on system.id = item.system_id
                 left join pages page on page.id = item.page_id
                where item.set_id = one.id order by 1) as "givesList",
         held.valid_from as "givenDt", held.ends_at as "endDt", ${userNameSql('held.granted_by')} as "givenByNm",
         ${groupNamesSql} as "groupNms"
    from permission_set_holders held join permission_sets one on one.id = held.set_id and one.deleted_at is null
   where held.user_id = $1 and ${isHeldSql} order by lower(one.name), one.id`,
  row: {
    setId: int,
    setNm: text,
    versionNr: int,
    givesList: arrayOf(text),
    givenDt: instant,
    endDt: nullable(instant),
    givenByNm: nullable(text),
    groupNms: arrayOf(text),
  },
})

const customersOfUserStatement = statement([int], {
  name: 'permission sets: customers of sets of user',
  text: `
  select given.set_id as "setId", given.facility_code as "facilityCode", given.path,
         given.facility_code || ' / ' || customer.name as name,
         exists (select from user_customer_grants own
                  where own.user_id = $1 and own.customer_id = given.customer_id and own.by_group and own.valid_to is null)
           and count(*) over (partition by given.customer_id) = 1 as "isEnding"
    from permission_set_holders held join source_customers given on given.set_id = held.set_id
    join customers customer on customer.id = given.customer_id
   where held.user_id = $1 and ${isHeldSql} order by name, given.customer_id`,
  row: { setId: int, facilityCode: text, path: arrayOf(int), name: text, isEnding: bool },
})

/**
 * The sets that a user holds, by name, each with what would end if it was taken; of customers those that the
 * administrator has access to.
 */
export async function readSetsOfUser(tx: Tx, authority: Authority, userId: number) {
  const [sets, ends, ofSets, isVisible] = await Promise.all([
    run(tx, setsOfUserStatement(userId)),
    readEndsBySet(tx, userId),
    run(tx, customersOfUserStatement(userId)),
    visibleCustomers(tx, authority),
  ])
  const customers = ofSets.filter(isVisible)
  return sets.map(({ givesList, ...set }) => {
    const own = customers.filter(({ setId }) => setId === set.setId)
    return {
      ...set,
      givesList: [...givesList, ...own.map(({ name }) => name)],
      endsList: [
        ...ends.flatMap(({ setId, name }) => (setId === set.setId ? [name] : [])),
        // A set that a group gives is not taken by hand.
        ...own.flatMap(({ name, isEnding }) => (isEnding && set.groupNms.length === 0 ? [name] : [])),
      ],
    }
  })
}
