import type { Application, ApplicationUser, ListedApplication } from '@portico/contract/catalog/catalog-records.ts'
import { sql } from 'kysely'
import type { ListSource } from '../../db/list-page.ts'
import { hasWords } from '../../db/search-words.ts'
import { userNameColumns } from '../../db/user-orders.ts'
import { applicationColumns, applicationTables } from './application-store.ts'

interface Filters {
  keyword?: string | undefined
  systemId?: number | undefined
  sectionId?: number | undefined
}

/** Each order continues with the other names, so that equal ones stay together. */
const orders = {
  pageNm: sql`row(p.name, sy.name)`,
  systemNm: sql`row(sy.name, s.name, p.name)`,
  sectionNm: sql`row(s.name, sy.name, p.name)`,
}

/** The applications of all systems; the words of the keyword are looked for in their names and in their search items. */
export const applications: ListSource<keyof typeof orders, Filters, ListedApplication> = {
  from: sql.raw(applicationTables),
  id: sql`p.id`,
  where: sql`p.deleted_at is null`,
  columns: orders,
  filters: {
    keyword: (text) => sql`(
      ${hasWords(sql`lower(concat_ws(' ', p.name, sy.name, s.name) collate "en-x-icu") collate "C"`, text)}
      or exists (
        select from page_search_items item where item.page_id = p.id
           and ${hasWords(sql`lower((item.name || ' ' || item.description) collate "en-x-icu") collate "C"`, text)}))`,
    systemId: (id) => sql`p.system_id = ${id}`,
    sectionId: (id) => sql`p.section_id = ${id}`,
  },
  rows: { from: sql`(${sql.raw(applicationTables)})`, id: sql`p.id`, select: sql.raw(applicationColumns) },
}

/**
 * The users with a permission for an application, whether they see it or not: for the application itself, or for its
 * system where it needs none of its own.
 */
export function usersOfApplication({
  pageId,
  system: { systemId },
  pageAssignableFlg,
}: Pick<Application, 'pageId' | 'system' | 'pageAssignableFlg'>): ListSource<
  'firstNm' | 'lastNm' | 'userNm',
  { nm?: string | undefined },
  ApplicationUser
> {
  const held = pageAssignableFlg
    ? sql`current_page_grants held where held.user_id = u.id and held.page_id = ${pageId}`
    : sql`current_system_grants held where held.user_id = u.id and held.system_id = ${systemId}`
  return {
    from: sql`users u`,
    id: sql`u.id`,
    where: sql`u.status < 3 and exists (select from ${held})`,
    columns: userNameColumns('u'),
    filters: { nm: (text) => sql`strpos(u.search_text, lower(${text} collate "en-x-icu")) > 0` },
    rows: {
      from: sql`users u join clients c on c.id = u.client_id`,
      id: sql`u.id`,
      select: sql<ApplicationUser>`u.id as "userId", u.user_name as "userNm", u.first_name as "firstNm",
        u.last_name as "lastNm", c.name as "employerNm", (select held.ends_at from ${held} limit 1) as "endDt"`,
    },
  }
}
