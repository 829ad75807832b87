import { type ClientApplication, CLIENT_USERS_COUNTED } from '@portico/contract/clients/client-applications.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { ListSource } from '../../db/list-page.ts'
import { run } from '../../db/run.ts'
import { hasWords } from '../../db/search-words.ts'
import { int, type RowOf, statement } from '../../db/statement.ts'

const selectHolders = statement([int, int], {
  name: 'clients: select holders',
  text: `
  with counted as materialized (
    select id from users where client_id = $1 and status = 1 order by id limit $2),
  of_pages as (
    select given.page_id, count(*)::integer as users
      from counted join current_page_grants given on given.user_id = counted.id group by given.page_id),
  of_systems as (
    select given.system_id, count(*)::integer as users
      from counted join current_system_grants given on given.user_id = counted.id
     where given.system_id = any (array(select system_id from pages where not is_assignable and deleted_at is null))
     group by given.system_id)
  select held.page_id as "pageId", held.users from of_pages held join pages page on page.id = held.page_id
   where page.is_assignable and page.deleted_at is null
  union all
  select page.id, held.users from of_systems held join pages page on page.system_id = held.system_id
   where not page.is_assignable and page.deleted_at is null`,
  row: { pageId: int, users: int },
})

type Holders = RowOf<typeof selectHolders>

/**
 * Returns how many active users of a client have a permission for each application now: for the application itself, or
 * for its system where it needs none of its own. Only the first CLIENT_USERS_COUNTED users are counted, however many the
 * client has.
 */
export const countHolders = (tx: Tx, clientId: number): Promise<Holders[]> =>
  run(tx, selectHolders(clientId, CLIENT_USERS_COUNTED))

interface Filters {
  nm?: string | undefined
}

/** Each order continues with the other names, so that equal ones stay together; the most used first, with names from A to Z. */
const orders = {
  pageNm: sql`row(p.name, sy.name)`,
  systemNm: sql`row(sy.name, p.name)`,
  userCnt: sql`row(held.users, row_number() over (order by p.name desc, sy.name desc, p.id desc))`,
}

/** The applications with these holders. */
export function heldApplications(
  holders: readonly Holders[],
): ListSource<keyof typeof orders, Filters, ClientApplication> {
  const from = sql`
    unnest(${holders.map(({ pageId }) => pageId)}::integer[], ${holders.map(({ users }) => users)}::integer[])
      held (page_id, users)
    join pages p on p.id = held.page_id
    join systems sy on sy.id = p.system_id and sy.deleted_at is null`
  return {
    from,
    id: sql`p.id`,
    columns: orders,
    filters: {
      nm: (text) => hasWords(sql`lower(concat_ws(' ', p.name, sy.name) collate "en-x-icu") collate "C"`, text),
    },
    rows: {
      from: sql`(${from})`,
      id: sql`p.id`,
      select: sql<ClientApplication>`p.id as "pageId", p.name::text as "pageNm", sy.id as "systemId",
        sy.name::text as "systemNm", p.section_id as "sectionId", p.is_displayed as "dispFlg",
        p.is_link_enabled as "linkEnabledFlg", p.is_assignable as "pageAssignableFlg", held.users as "userCnt"`,
    },
  }
}
