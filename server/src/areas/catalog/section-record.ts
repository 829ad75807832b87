import type { CatalogSection } from '@portico/contract/catalog/catalog-records.ts'
import type { SentSection } from '@portico/contract/catalog/catalog-sections.ts'
import { nameIssues } from '@portico/contract/catalog/catalog-rules.ts'
import { plainName } from '@portico/contract/plain-name.ts'
import type { Tx } from '../../db/database.ts'
import { refuseField } from '../../http/answers.ts'
import { sentences } from '../../http/sentences.ts'
import type { CatalogRecord } from './catalog-record.ts'
import { mayHideScreens, screensOfSection } from './may-hide.ts'
import { run, runFirst } from '../../db/run.ts'
import { bool, int, statement, text } from '../../db/statement.ts'

interface SectionRow {
  name: string
  isDisplayed: boolean
}

const sections = `
  select entry.id as "sectionId", entry.name::text as "sectionNm", entry.is_displayed as "ccDispFlg",
         (select count(*)::int from pages p where p.section_id = entry.id and p.deleted_at is null) as "pageCnt",
         entry.version
    from sections entry where entry.deleted_at is null`

const listSectionsRow = { sectionId: int, sectionNm: text, ccDispFlg: bool, pageCnt: int, version: int }

const listSectionsStatement = statement([], {
  name: 'catalog: list sections',
  text: `${sections} order by entry.name, entry.id`,
  row: listSectionsRow,
})

/** Every section by name. */
export const listSections = (tx: Tx): Promise<CatalogSection[]> => run(tx, listSectionsStatement())

const findSectionStatement = statement([int], {
  name: 'catalog: find section',
  text: `${sections} and entry.id = $1`,
  row: listSectionsRow,
})

export const findSection = async (tx: Tx, id: number): Promise<CatalogSection | undefined> =>
  await runFirst(tx, findSectionStatement(id))

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
  check: async (tx, id, { before, after, authority }) => {
    if (id === null || after.isDisplayed || !before.isDisplayed) return null
    const mayHide = mayHideScreens(authority, await screensOfSection(tx, id))
    return mayHide ? null : refuseField('ccDispFlg', sentences.section_screens_not_held)
  },
  find: findSection,
  added: sentences.section_added,
  saved: sentences.section_saved,
}
