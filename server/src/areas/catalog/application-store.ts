import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog-rules.ts'
import type { Application, ListedApplication } from '@portico/contract/catalog-records.ts'
import type { SearchItemValues } from '@portico/contract/catalog-rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { query, queryBuilt } from '../../db/query.ts'
import { updateLocked } from '../../db/row-version.ts'
import { userNameSql } from '../../db/user-name-sql.ts'

/** The columns of an application, by the names that the audit trail uses. */
export interface ApplicationRow {
  name: string
  systemId: number
  sectionId: number | null
  isInternalOnly: boolean
  isDisplayed: boolean
  isAssignable: boolean
  isLinkEnabled: boolean
  opensInNewWindow: boolean
  requiresAdmin: boolean
  isExternal: boolean
  isRequestable: boolean
  location: string | null
  helpLocation: string | null
}

/** A row that is locked until the transaction ends. */
export interface LockedRow<Row> {
  row: Row
  version: number
  changedAt: Date
  changedByName: string | null
}

const columns: Readonly<Record<keyof ApplicationRow, string>> = {
  name: 'name',
  systemId: 'system_id',
  sectionId: 'section_id',
  isInternalOnly: 'is_internal_only',
  isDisplayed: 'is_displayed',
  isAssignable: 'is_assignable',
  isLinkEnabled: 'is_link_enabled',
  opensInNewWindow: 'opens_in_new_window',
  requiresAdmin: 'requires_admin',
  isExternal: 'is_external',
  isRequestable: 'is_requestable',
  location: 'location',
  helpLocation: 'help_location',
}

/** SQL of an application as it is read: `p` the page, `sy` its system, `s` its section. */
export const applicationColumns = `
  p.id as "pageId", p.name::text as "pageNm", p.is_internal_only as "internalUserPage",
  jsonb_build_object('systemId', sy.id, 'systemNm', sy.name) as system,
  case when s.id is not null then jsonb_build_object('sectionId', s.id, 'sectionNm', s.name) end as section,
  p.is_displayed as "dispFlg", p.is_assignable as "pageAssignableFlg", p.is_link_enabled as "linkEnabledFlg",
  p.opens_in_new_window as "openInNewWindowFlg", p.requires_admin as "admAccessRqrFlg",
  p.is_external as "externalAppFlg", p.location as "ccPageLocationTxt", p.help_location as "ccHelpPageLocationTxt",
  p.is_requestable as "requestableFlg", p.system_id = ${PORTAL_SYSTEM_ID} as "protectedFlg", p.version`

export const applicationTables = `
  pages p join systems sy on sy.id = p.system_id left join sections s on s.id = p.section_id`

const searchItems = `
  select name as "sublinkNm", description as "descriptionTxt" from page_search_items
   where page_id = $1 order by display_order, id`

const rowColumns = Object.entries(columns)
  .map(([name, column]) => `'${name}', p.${column}`)
  .join(', ')

const lockStatement = `
  select jsonb_build_object(${rowColumns}) as row, p.version, p.changed_at as "changedAt",
         ${userNameSql('p.changed_by')} as "changedByName"
    from pages p where p.id = $1 and p.deleted_at is null for update of p`

const byColumn = (row: Partial<ApplicationRow>) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [columns[name as keyof ApplicationRow], value]))

/** The tables `pages` and `page_search_items`. */
export function applicationStore(tx: Tx) {
  const itemsOf = (id: number) => query<SearchItemValues>(tx, searchItems, [id])
  return {
    /** An application with its search items; undefined where there is none, or it is deleted. */
    find: async (id: number): Promise<Application | undefined> => {
      const [[found], applicationSubLinks] = await Promise.all([
        query<ListedApplication>(
          tx,
          `select ${applicationColumns} from ${applicationTables} where p.id = $1 and p.deleted_at is null`,
          [id],
        ),
        itemsOf(id),
      ])
      return found && { ...found, applicationSubLinks }
    },

    itemsOf,

    lock: async (id: number): Promise<LockedRow<ApplicationRow> | undefined> =>
      (await query<LockedRow<ApplicationRow>>(tx, lockStatement, [id]))[0],

    /** Keeps a system and a section from being deleted until the transaction ends; says which of them are there. */
    lockPlace: async (systemId: number, sectionId: number | null) => {
      const one = (table: 'systems' | 'sections', id: number | null) =>
        query(tx, `select from ${table} where id = $1 and deleted_at is null for share`, [id])
      const [system, section] = await Promise.all([one('systems', systemId), one('sections', sectionId)])
      return { hasSystem: system.length > 0, hasSection: sectionId === null || section.length > 0 }
    },

    /** Returns the id. It comes last among the applications of its system. */
    add: async (row: ApplicationRow, changedBy: number): Promise<number> => {
      const values = Object.entries({ ...byColumn(row), changed_by: changedBy })
      const [added] = await queryBuilt(
        tx,
        sql<{ id: number }>`
          insert into pages (${sql.join(values.map(([column]) => sql.ref(column)))}, display_order)
          select ${sql.join(values.map(([, value]) => value))},
                 coalesce((select max(display_order) from pages where system_id = ${row.systemId}), 0) + 1
          returning id`,
      )
      return (added as { id: number }).id
    },

    /** Changes the named columns of a locked application and raises the version, also where none is named. */
    change: (locked: { id: number; version: number }, row: Partial<ApplicationRow>, changedBy: number) =>
      updateLocked(tx, 'pages', locked, { ...byColumn(row), changed_by: changedBy }),

    replaceItems: async (id: number, items: readonly SearchItemValues[]): Promise<void> => {
      await query(tx, 'delete from page_search_items where page_id = $1', [id])
      await query(
        tx,
        `insert into page_search_items (page_id, name, description, display_order)
         select $1, name, description, at from unnest($2::text[], $3::text[]) with ordinality item (name, description, at)`,
        [id, items.map(({ sublinkNm }) => sublinkNm), items.map(({ descriptionTxt }) => descriptionTxt)],
      )
    },
  }
}
