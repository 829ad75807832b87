import * as z from 'zod/mini'
import { area, flag, guard, ignored, Restored, SentIds, SentText, Undo, version } from './catalog-parts.ts'
import { CatalogSection, DeletionResult, DisplayImpact } from './catalog-records.ts'
import { Id, OwnUid } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'

const OneSection = z.strictObject({ uid: Id, catalogSectionId: Id })

const sentSection = {
  sectionId: ignored,
  pageCnt: ignored,
  sectionNm: z.optional(SentText),
  ccDispFlg: flag,
}

export const listCatalogSections = endpoint({
  name: 'listCatalogSections',
  method: 'GET',
  path: `${area}/sections`,
  guard,
  params: OwnUid,
  data: z.array(CatalogSection),
})

export const getSection = endpoint({
  name: 'getSection',
  method: 'GET',
  path: `${area}/section/{catalogSectionId}`,
  guard,
  params: OneSection,
  data: CatalogSection,
})

export const addSection = endpoint({
  name: 'addSection',
  method: 'POST',
  path: `${area}/sections`,
  guard,
  params: OwnUid,
  body: z.strictObject({ ...sentSection, version: ignored }),
  data: CatalogSection,
})

export const updateSection = endpoint({
  name: 'updateSection',
  method: 'PUT',
  path: `${area}/section/{catalogSectionId}`,
  guard,
  params: OneSection,
  body: z.strictObject({ ...sentSection, version }),
  data: CatalogSection,
})
export type SentSection = z.output<typeof updateSection.body>

export const getSectionDisplayImpact = endpoint({
  name: 'getSectionDisplayImpact',
  method: 'GET',
  path: `${area}/section/{catalogSectionId}/display-impact`,
  guard,
  params: OneSection,
  data: DisplayImpact,
})

export const deleteSections = endpoint({
  name: 'deleteSections',
  method: 'POST',
  path: `${area}/delete-sections`,
  guard,
  params: OwnUid,
  body: SentIds,
  data: DeletionResult,
})

export const restoreSections = endpoint({
  name: 'restoreSections',
  method: 'POST',
  path: `${area}/restore-sections`,
  guard,
  params: OwnUid,
  body: Undo,
  data: Restored,
})

export const summaries = {
  listCatalogSections: 'The sections by name',
  getSection: 'One section of the home page',
  addSection: 'Add a section; it is displayed unless stated otherwise',
  updateSection: 'Change a section; with its version it is refused if it has changed in the meantime',
  getSectionDisplayImpact: 'How many more users see a tile once its section is displayed',
  deleteSections:
    'Delete sections without applications, all or none of them; for an hour the deletion can be taken back',
  restoreSections: 'Take back one’s own deletion of sections',
}
