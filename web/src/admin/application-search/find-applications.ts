import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import { listApplications } from '@portico/contract/catalog/catalog.ts'
import { callPage } from '../../api/call.ts'
import type { FindRecords } from '../../shell/found-records.ts'
import { applicationPage } from '../application/screen.ts'

/** Finds applications by their names and search items, whose page opens; the portal’s own pages are found as screens. */
export const findRecords: FindRecords = async ({ uid, text, signal }) => {
  const { rows } = await callPage(
    listApplications,
    { params: { uid }, query: { keyword: text, pageNo: 1, pageSize: 15 } },
    signal,
  )
  const applications = rows.filter(({ system }) => system.systemId !== PORTAL_SYSTEM_ID)
  return applications.map(({ pageId, pageNm, system, section }) => ({
    kindCd: 'application',
    id: String(pageId),
    titleTxt: pageNm,
    placeTxt: section ? `${system.systemNm}, ${section.sectionNm}` : system.systemNm,
    target: applicationPage.link({ pageId, tabName: 'details' }),
  }))
}
