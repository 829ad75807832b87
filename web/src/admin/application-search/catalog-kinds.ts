import type { CatalogSection, CatalogSystem } from '@portico/contract/catalog/catalog-records.ts'
import { deleteSections, restoreSections } from '@portico/contract/catalog/catalog-sections.ts'
import { deleteSystems, restoreSystems } from '@portico/contract/catalog/catalog-systems.ts'
import type { catalogPageTexts } from '@portico/contract/catalog/catalog-page-texts.ts'
import { formatMessage, type Texts } from '../../api/texts.ts'
import { catalogSectionsQuery } from './application-queries.ts'
import { catalogSystemsQuery } from './system-queries.ts'
import { editSection, editSystem } from '../application-settings/screen.ts'

export type RecordKind = 'sections' | 'systems'

/** A section or a system in a list of them. */
export interface CatalogRecord {
  id: number
  name: string
  pageCnt: number
  permissionCnt: number
  isHidden: boolean
  isProtected: boolean
}

const sectionRecord = ({ sectionId: id, sectionNm: name, pageCnt, ccDispFlg }: CatalogSection): CatalogRecord => ({
  id,
  name,
  pageCnt,
  permissionCnt: 0,
  isHidden: !ccDispFlg,
  isProtected: false,
})

const systemRecord = ({ systemId: id, systemNm: name, ...system }: CatalogSystem): CatalogRecord => ({
  id,
  name,
  pageCnt: system.pageCnt,
  permissionCnt: system.permissionCnt,
  isHidden: false,
  isProtected: system.protectedFlg,
})

/** The texts and calls of the dialogs of one kind. */
export const catalogKinds = {
  sections: {
    title: 'sections_title',
    filter: 'sections_filter',
    choose: 'sections_choose',
    remove: 'records_delete_sections',
    deleteTitle: 'sections_delete_title',
    deleteHelp: 'sections_delete_help',
    query: (uid: number) => ({
      ...catalogSectionsQuery(uid),
      select: (rows: readonly CatalogSection[]) => rows.map(sectionRecord),
    }),
    editPath: (id: number) => editSection.link({ sectionId: id }),
    deleteCall: deleteSections,
    restoreCall: restoreSections,
  },
  systems: {
    title: 'systems_title',
    filter: 'systems_filter',
    choose: 'systems_choose',
    remove: 'records_delete_systems',
    deleteTitle: 'systems_delete_title',
    deleteHelp: 'systems_delete_help',
    query: (uid: number) => ({
      ...catalogSystemsQuery(uid),
      select: (rows: readonly CatalogSystem[]) => rows.map(systemRecord),
    }),
    editPath: (id: number) => editSystem.link({ systemId: id }),
    deleteCall: deleteSystems,
    restoreCall: restoreSystems,
  },
} as const

/** What is said beside the name of a record. */
export function factsOf(
  { pageCnt, permissionCnt, isHidden }: CatalogRecord,
  t: Texts<typeof catalogPageTexts>,
): string {
  return [
    formatMessage(t.records_pages, { count: pageCnt }),
    ...(permissionCnt > 0 ? [formatMessage(t.records_permissions, { count: permissionCnt })] : []),
    ...(isHidden ? [t.section_hidden] : []),
  ].join(' · ')
}
