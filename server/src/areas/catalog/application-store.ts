import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import type { Application, ListedApplication } from '@portico/contract/catalog/catalog-records.ts'
import type { SearchItemValues } from '@portico/contract/catalog/catalog-rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { updateLocked } from '../../db/row-version.ts'
import { userNameSql } from '../../db/user-name-sql.ts'
import { run, runFirst, runOne } from '../../db/run.ts'
import { arrayOf, bool, instant, int, json, nullable, statement, text } from '../../db/statement.ts'

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

const searchItems = statement([int], {
  name: 'catalog: search items',
  text: `
  select name as "sublinkNm", description as "descriptionTxt" from page_search_items
   where page_id = $1 order by display_order, id`,
  row: { sublinkNm: text, descriptionTxt: text },
})

const rowColumns = Object.entries(columns)
  .map(([name, column]) => `'${name}', p.${column}`)
  .join(', ')

const lockStatement = statement([int], {
  name: 'catalog: lock',
  text: `
  select jsonb_build_object(${rowColumns}) as row, p.version, p.changed_at as "changedAt",
         ${userNameSql('p.changed_by')} as "changedByName"
    from pages p where p.id = $1 and p.deleted_at is null for update of p`,
  row: { row: json<ApplicationRow>(), version: int, changedAt: instant, changedByName: nullable(text) },
})

const byColumn = (row: Partial<ApplicationRow>) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [columns[name as keyof ApplicationRow], value]))

// The tables `pages` and `page_search_items`.

export const listSearchItems = (tx: Tx, id: number) => run(tx, searchItems(id))

const allSearchItems = statement([], {
  name: 'catalog: all search items',
  text: `
  select page_id as "pageId", name as "sublinkNm", description as "descriptionTxt" from page_search_items
   order by page_id, display_order, id`,
  row: { pageId: int, sublinkNm: text, descriptionTxt: text },
})

/** Search items of all applications, in the order of each. */
export const listAllSearchItems = (tx: Tx) => run(tx, allSearchItems())

const selectWhere = statement([int], {
  name: 'catalog: select where',
  text: `select ${applicationColumns} from ${applicationTables} where p.id = $1 and p.deleted_at is null`,
  row: {
    pageId: int,
    pageNm: text,
    internalUserPage: bool,
    system: json<ListedApplication['system']>(),
    section: nullable(json<NonNullable<ListedApplication['section']>>()),
    dispFlg: bool,
    pageAssignableFlg: bool,
    linkEnabledFlg: bool,
    openInNewWindowFlg: bool,
    admAccessRqrFlg: bool,
    externalAppFlg: bool,
    ccPageLocationTxt: nullable(text),
    ccHelpPageLocationTxt: nullable(text),
    requestableFlg: bool,
    protectedFlg: bool,
    version: int,
  },
})

/** An application with its search items; undefined where there is none, or it is deleted. */
export async function findApplication(tx: Tx, id: number): Promise<Application | undefined> {
  const [[found], applicationSubLinks] = await Promise.all([run(tx, selectWhere(id)), listSearchItems(tx, id)])
  return found && { ...found, applicationSubLinks }
}

export const lockApplicationRow = async (tx: Tx, id: number): Promise<LockedRow<ApplicationRow> | undefined> =>
  await runFirst(tx, lockStatement(id))

const lockSystems = statement([int], {
  name: 'catalog: lock systems',
  text: 'select from systems where id = $1 and deleted_at is null for share',
})

const lockSections = statement([nullable(int)], {
  name: 'catalog: lock sections',
  text: 'select is_displayed as "isDisplayed" from sections where id = $1 and deleted_at is null for share',
  row: { isDisplayed: bool },
})

/** Keeps a system and a section from being deleted until the transaction ends; says which of them are there. */
export async function lockPlace(tx: Tx, systemId: number, sectionId: number | null) {
  const [system, [section]] = await Promise.all([run(tx, lockSystems(systemId)), run(tx, lockSections(sectionId))])
  return {
    hasSystem: system.length > 0,
    hasSection: sectionId === null || section !== undefined,
    isSectionHidden: section?.isDisplayed === false,
  }
}

/** Returns the id. */
export async function insertApplication(tx: Tx, row: ApplicationRow, changedBy: number): Promise<number> {
  const values = Object.entries({ ...byColumn(row), changed_by: changedBy })
  const added = await runOne(
    tx,
    sql<{ id: number }>`
          insert into pages (${sql.join(values.map(([column]) => sql.ref(column)))})
          values (${sql.join(values.map(([, value]) => value))}) returning id`,
  )
  return added.id
}

/** Changes the named columns of a locked application and raises the version, also where none is named. */
export const changeApplication = (
  tx: Tx,
  locked: { id: number; version: number },
  row: Partial<ApplicationRow>,
  changedBy: number,
) => updateLocked(tx, 'pages', locked, { ...byColumn(row), changed_by: changedBy })

const deletePageSearchItems = statement([int], {
  name: 'catalog: delete page search items',
  text: 'delete from page_search_items where page_id = $1',
})

const insertPageSearchItems = statement([int, arrayOf(text), arrayOf(text)], {
  name: 'catalog: insert page search items',
  text: `insert into page_search_items (page_id, name, description, display_order)
         select $1, name, description, at from unnest($2::text[], $3::text[]) with ordinality item (name, description, at)`,
})

export async function replaceSearchItems(tx: Tx, id: number, items: readonly SearchItemValues[]): Promise<void> {
  await run(tx, deletePageSearchItems(id))
  await run(
    tx,
    insertPageSearchItems(
      id,
      items.map(({ sublinkNm }) => sublinkNm),
      items.map(({ descriptionTxt }) => descriptionTxt),
    ),
  )
}
