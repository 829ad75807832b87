import type { accessHistoryList, grantKinds, grantStates, PastGrant } from '@portico/contract/users/access-history.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ListSource } from '../../../db/list-page.ts'
import { isFacilityInReach } from '../../grants/public.ts'

interface Filters {
  kindCd?: (typeof grantKinds)[number] | undefined
  stateCd?: (typeof grantStates)[number] | undefined
}

export interface HistoryReader {
  /** Sees every facility and customer; others see those that they hold (decision E4). */
  isPortalAdmin: boolean
  userId: number
}

interface KindTable {
  table: string
  /** Column of what is granted. */
  key: string
  /** Columns of the rights; `false` where the kind has none. */
  rights: readonly [isAdmin: string, hasSensitiveData: string, hasAllCustomers: string]
}

const kinds: Readonly<Record<(typeof grantKinds)[number], KindTable>> = {
  system: {
    table: 'user_system_grants',
    key: 'system_id',
    rights: ['is_admin', 'has_sensitive_data', 'false'],
  },
  page: { table: 'user_page_grants', key: 'page_id', rights: ['false', 'false', 'false'] },
  facility: {
    table: 'user_facility_grants',
    key: 'facility_code',
    rights: ['false', 'false', 'all_customers'],
  },
  customer: {
    table: 'user_customer_grants',
    key: 'customer_id',
    rights: ['false', 'false', 'false'],
  },
}

/** What narrows the kinds for readers who do not administer the portal, as `readReach` does for the profile. */
const reach: Readonly<Partial<Record<string, string>>> = {
  facility: isFacilityInReach('given.facility_code', 'reader.id'),
  customer: `exists (
    select from customers customer
     where customer.id = given.customer_id
       and (exists (select from current_facility_grants own
                     where own.user_id = reader.id and own.all_customers and own.facility_code = customer.facility_code)
            or exists (select from current_customer_grants own
                        where own.user_id = reader.id and own.customer_id = any (customer.path))))`,
}

/** Seconds between the two halves of one change, and between an act or a request and the grants that it changed. */
const CHANGE_SECONDS = 2
const ACT_SECONDS = 60

/** All grants of the user, each with when the one before it ended and the one after it began. */
const grantsOf = (userId: number, { isPortalAdmin, userId: readerId }: HistoryReader) =>
  sql`(${sql.join(
    Object.entries(kinds).map(([kind, { table, key, rights }], index) => {
      const condition = isPortalAdmin ? undefined : reach[kind]
      const [isAdmin, hasSensitiveData, hasAllCustomers] = rights.map((column) => sql.raw(column))
      // One type for both would mean a cast that fails for the others.
      const item =
        kind === 'facility'
          ? 'null::integer as item_id, given.facility_code'
          : `given.${key} as item_id, null::text as facility_code`
      const sameItem = sql.raw(`partition by given.${key} order by given.valid_from, given.id`)
      return sql`
        select given.id::bigint * 4 + ${sql.lit(index)} as grant_id, ${sql.lit(kind)} as kind, given.user_id,
               ${sql.raw(item)}, ${isAdmin} as is_admin, ${hasSensitiveData} as has_sensitive_data,
               ${hasAllCustomers} as has_all_customers, given.valid_from, given.valid_to, given.ends_at,
               given.granted_by, given.closed_by, given.by_group, lag(given.valid_to) over (${sameItem}) as previous_to,
               lead(given.valid_from) over (${sameItem}) as next_from
          from ${sql.raw(table)} given cross join (select ${readerId}::integer as id) reader
         where given.user_id = ${userId} ${condition === undefined ? sql`` : sql`and (${sql.raw(condition)})`}`
    }),
    sql` union all `,
  )})`

/** Access that counts now. */
const isCurrent = sql.raw('held.valid_to is null and (held.ends_at is null or held.ends_at > clock_now())')
const end: RawBuilder<Date | null> = sql.raw('coalesce(held.valid_to, held.ends_at)')

const named = `
  left join users giver on giver.id = held.granted_by
  left join users closer on closer.id = held.closed_by
  left join systems system on held.kind = 'system' and system.id = held.item_id
  left join pages tile on held.kind = 'page' and tile.id = held.item_id
  left join systems page_system on page_system.id = tile.system_id
  left join facilities facility on held.kind = 'facility' and facility.code = held.facility_code
  left join customers customer on held.kind = 'customer' and customer.id = held.item_id
  join users subject on subject.id = held.user_id`

const within = (moment: string, other: string, seconds: number) =>
  `${moment} between ${other} - interval '${seconds} seconds' and ${other} + interval '${seconds} seconds'`

/** An act for several users of this administrator that changed the user at this moment. */
const wasAct = (by: string, moment: string) => `exists (
  select from access_change_users noted join access_changes act on act.id = noted.access_change_id
   where noted.user_id = held.user_id and act.owner_id = ${by} and ${within('noted.changed_at', moment, ACT_SECONDS)})`

/** A permission set gave it: the user had the set at that moment, and the set gives it still, or no group does. */
const cameBySet = `exists (
  select from permission_set_holders had
   where had.user_id = held.user_id and held.valid_from >= had.valid_from - interval '${CHANGE_SECONDS} seconds'
     and held.valid_from <= coalesce(had.valid_to, 'infinity')
     and (exists (select from permission_set_items given
                   where given.set_id = had.set_id and (held.kind = 'system' and given.page_id is null and given.system_id = system.id
                                                        or held.kind = 'page' and given.page_id = tile.id))
          or exists (select from permission_set_customers given join customers place on place.id = given.customer_id
                      where given.set_id = had.set_id and (held.kind = 'customer' and place.id = customer.id
                                                           or held.kind = 'facility' and place.facility_code = held.facility_code))
          or not exists (select from scim_users provided where provided.user_id = held.user_id)))`

const beginning = sql.raw(`case
  when held.by_group and ${cameBySet} then 'set'
  when held.by_group then 'group'
  when ${within('held.valid_from', 'held.previous_to', CHANGE_SECONDS)} then 'changed'
  when exists (
    select from access_requests request join pages asked on asked.id = request.page_id
     where request.user_id = held.user_id and request.state = 'granted' and request.decided_by = held.granted_by
       and (held.kind = 'page' and asked.id = tile.id or held.kind = 'system' and asked.system_id = system.id)
       and ${within('request.ended_at', 'held.valid_from', ACT_SECONDS)}) then 'request'
  when ${wasAct('held.granted_by', 'held.valid_from')} then 'act'
  when ${within('held.valid_from', 'subject.created_at', ACT_SECONDS)} then 'created'
  when held.granted_by is null then 'portal'
  else 'hand' end`)

const ending = sql.raw(`case
  when held.valid_to is null and (held.ends_at is null or held.ends_at > clock_now()) then null
  when held.valid_to is null or held.closed_by is null and held.valid_to = held.ends_at then 'date'
  when ${within('held.next_from', 'held.valid_to', CHANGE_SECONDS)} then 'changed'
  when held.kind = 'system' and exists (
    select from access_review_items item
     where item.user_id = held.user_id and item.system_id = system.id and item.decision = 'ended'
       and item.decided_by = held.closed_by and ${within('item.decided_at', 'held.valid_to', ACT_SECONDS)}) then 'review'
  when ${wasAct('held.closed_by', 'held.valid_to')} then 'act'
  when held.closed_by is null then 'portal'
  else 'hand' end`)

/**
 * What a user has and had, the newest first unless the reader asks for another order. How it began and ended is read
 * from what happened to the user at that moment by the same person, so that older grants tell it, too. What ended until
 * `since` is left out.
 */
export const accessHistory = (
  userId: number,
  reader: HistoryReader,
  since: Date | null,
): ListSource<(typeof accessHistoryList.columns)[number], Filters, PastGrant> => ({
  from: sql`${grantsOf(userId, reader)} held`,
  id: sql`held.grant_id`,
  ...(since && { where: sql<SqlBool>`coalesce(${end}, 'infinity') > ${since}::timestamptz` }),
  columns: { beginDt: sql`held.valid_from`, endDt: sql`coalesce(${end}, 'infinity')` },
  filters: {
    kindCd: (kind) => sql`held.kind = ${kind}`,
    stateCd: (state) => (state === 'current' ? sql`${isCurrent}` : sql`not (${isCurrent})`),
  },
  rows: {
    from: sql`(${grantsOf(userId, reader)} held ${sql.raw(named)})`,
    id: sql`held.grant_id`,
    select: sql<PastGrant>`
      held.grant_id::integer as "grantId", held.kind as "kindCd",
      coalesce(system.name, tile.name, facility.name, customer.name, held.facility_code)::text as "nameTxt",
      coalesce(page_system.name, customer.facility_code)::text as "ofNm",
      held.is_admin as "adminFlg", held.has_sensitive_data as "sensitiveDataAccessFlg",
      held.has_all_customers as "allCustomersFlg", held.valid_from as "beginDt", ${end} as "endDt",
      (${isCurrent}) as "currentFlg", giver.first_name || ' ' || giver.last_name as "givenByNm",
      closer.first_name || ' ' || closer.last_name as "endedByNm",
      ${beginning} as "beginningCd", ${ending} as "endingCd"`,
  },
})
