import type { CatalogSection } from '@portico/contract/catalog-records.ts'
import type { SentSection } from '@portico/contract/catalog-sections.ts'
import { nameIssues } from '@portico/contract/catalog-rules.ts'
import { plainName } from '@portico/contract/plain-name.ts'
import type { Tx } from '../../db/database.ts'
import { query } from '../../db/query.ts'
import { sentences } from '../../http/sentences.ts'
import type { CatalogRecord } from './catalog-record.ts'

interface SectionRow {
  name: string
  isDisplayed: boolean
}

const sections = `
  select entry.id as "sectionId", entry.name::text as "sectionNm", entry.is_displayed as "ccDispFlg",
         (select count(*)::int from pages p where p.section_id = entry.id and p.deleted_at is null) as "pageCnt",
         entry.version
    from sections entry where entry.deleted_at is null`

/** Every section by name. */
export const listSections = (tx: Tx): Promise<CatalogSection[]> =>
  query(tx, `${sections} order by entry.name, entry.id`, [])

export const findSection = async (tx: Tx, id: number): Promise<CatalogSection | undefined> =>
  (await query<CatalogSection>(tx, `${sections} and entry.id = $1`, [id]))[0]

/** Sections of the catalog; one that says nothing about it is displayed (CATA-043..045). */
export const sectionRecord: CatalogRecord<SentSection, SectionRow, CatalogSection> = {
  table: 'sections',
  event: 'section_changed',
  kind: 'section',
  nameField: 'sectionNm',
  columns: { name: 'name', isDisplayed: 'is_displayed' },
  rowSql: `jsonb_build_object('name', entry.name, 'isDisplayed', entry.is_displayed)`,
  empty: { name: '', isDisplayed: true },
  merge: (before, { sectionNm, ccDispFlg }) => ({
    name: sectionNm === undefined ? before.name : plainName(sectionNm),
    isDisplayed: ccDispFlg ?? before.isDisplayed,
  }),
  issues: ({ name }) => nameIssues('sectionNm', name),
  find: findSection,
  added: sentences.section_added,
  saved: sentences.section_saved,
}
