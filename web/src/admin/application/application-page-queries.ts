import { auditList, listAuditEvents } from '@portico/contract/audit/audit.ts'
import { applicationUserList, listUserApplications } from '@portico/contract/catalog/catalog.ts'
import { listTileImages } from '@portico/contract/home/tile-images.ts'
import { pageQuery } from '../../api/query.ts'
import { listSearch, type ValuesOf } from '../../patterns/list-search.ts'

export const applicationUserSearch = listSearch(applicationUserList, { name: 'nm' })

export const applicationUsersQuery = (uid: number, appId: number, values: ValuesOf<typeof applicationUserSearch>) => ({
  ...pageQuery(listUserApplications, { params: { uid, appId }, query: applicationUserSearch.query(values) }),
  // Permissions change at any time.
  staleTime: 0,
})

export const applicationHistorySearch = listSearch(auditList, { actor: 'actorId' })

/** What changed about an application, newest first. */
export const applicationHistoryQuery = (
  uid: number,
  pageId: number,
  values: ValuesOf<typeof applicationHistorySearch>,
) => ({
  ...pageQuery(listAuditEvents, {
    params: { uid },
    query: {
      ...applicationHistorySearch.query(values),
      targetKindTxt: 'page',
      targetIdTxt: String(pageId),
      changesFlg: true,
    },
  }),
  // The other tabs change the application.
  staleTime: 0,
})

/** The image of one section’s tile. */
export const tileImageQuery = (uid: number, sectionId: number) =>
  pageQuery(listTileImages, { params: { uid }, query: { sectionId } })
