import { ALL_APPLICATIONS_ID } from '@portico/contract/catalog/catalog-rules.ts'
import type { Tx } from '../../db/database.ts'
import type { Authority } from '../../http/caller.ts'
import { run } from '../../db/run.ts'
import { arrayOf, bool, int, nullable, type RowOf, statement, text } from '../../db/statement.ts'

/** A system that an administrator can grant. */
export type AssignableSystem = RowOf<typeof assignableSystems>

/** $1: portal administrator; $2: the systems that the administrator administers; $3: the administrator. */
const assignableSystems = statement([bool, arrayOf(int), int], {
  name: 'permissions: assignable systems',
  text: `
  select system.id, system.name::text as name, system.code, system.facility_code as "facilityCode",
         $1 or coalesce(own.has_sensitive_data, false) as "maySeeSensitiveData"
    from systems system
    left join current_system_grants own on own.user_id = $3 and own.system_id = system.id
   where system.is_assignable and system.deleted_at is null and system.id <> ${ALL_APPLICATIONS_ID}
     and ($1 or system.id = any ($2::integer[]))
   order by system.name, system.id`,
  row: { id: int, name: text, code: nullable(text), facilityCode: nullable(text), maySeeSensitiveData: bool },
})

/** The systems that an administrator can grant, by name (decision E4). */
export const readAssignableSystems = (tx: Tx, authority: Authority): Promise<AssignableSystem[]> =>
  run(tx, assignableSystems(authority.isPortalAdmin, authority.adminSystemIds, authority.userId))

/** A page of a system that an administrator can grant. */
export type AssignablePage = RowOf<typeof assignablePages>

const assignablePages = statement([bool, int, int], {
  name: 'permissions: assignable pages',
  text: `
  select page.id, page.name::text as name, section.name::text as "sectionName",
         page.is_internal_only as "isInternalOnly", page.is_displayed as "isDisplayed",
         page.is_assignable as "isAssignable", page.requires_admin as "requiresAdmin",
         page.is_assignable and ($1 or own.id is not null) as "mayAssign"
    from pages page
    left join sections section on section.id = page.section_id
    left join current_page_grants own on own.user_id = $3 and own.page_id = page.id
   where page.system_id = $2 and page.deleted_at is null
   order by page.name, page.id`,
  row: {
    id: int,
    name: text,
    sectionName: nullable(text),
    isInternalOnly: bool,
    isDisplayed: bool,
    isAssignable: bool,
    requiresAdmin: bool,
    mayAssign: bool,
  },
})

/** The pages of a system; undefined where the administrator cannot grant the system. */
export async function readAssignablePages(
  tx: Tx,
  authority: Authority,
  systemId: number,
): Promise<AssignablePage[] | undefined> {
  const systems = await readAssignableSystems(tx, authority)
  if (systems.every(({ id }) => id !== systemId)) return undefined
  return run(tx, assignablePages(authority.isPortalAdmin, systemId, authority.userId))
}
