import type * as contract from '@portico/contract/catalog/catalog-sections.ts'
import type { Db, Tx } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import type { Handlers } from '../../http/handlers.ts'
import { recordCommands } from './catalog-record.ts'
import { notFound } from './catalog-refusals.ts'
import { readSectionDisplayImpact } from './display-impact.ts'
import { deleteRecords, restoreRecords } from './delete-records.ts'
import type { CatalogDeps } from './save-application.ts'
import { findSection, listSections, sectionRecord } from './section-record.ts'

/** Sections, kept by internal administrators for all clients. */
export function sectionHandlers(deps: CatalogDeps & { db: Db }): Handlers<typeof contract> {
  const sections = recordCommands(sectionRecord, deps)
  const read = <T>(work: (tx: Tx) => Promise<T>) => deps.db.read(everything, work)
  return {
    listCatalogSections: () => read(listSections),
    getSection: async ({ params: { catalogSectionId: id } }) => (await read((tx) => findSection(tx, id))) ?? notFound(),
    addSection: ({ body, ...by }) => sections.add(by, body),
    updateSection: ({ params: { catalogSectionId: id }, body, ...by }) => sections.update(by, id, body),
    getSectionDisplayImpact: async ({ params: { catalogSectionId: id } }) =>
      (await read((tx) => readSectionDisplayImpact(tx, id))) ?? notFound(),
    deleteSections: ({ body: ids, ...by }) => deleteRecords(deps, by, { table: 'sections', ids }),
    restoreSections: ({ body: { undoId }, ...by }) => restoreRecords(deps, by, { table: 'sections', undoId }),
  }
}
