import {
  applicationList,
  getApplication,
  getApplicationImpact,
  listApplications,
  listDeletedApplications,
} from '@portico/contract/catalog/catalog.ts'
import { getSection, listCatalogSections } from '@portico/contract/catalog/catalog-sections.ts'
import { getSystem } from '@portico/contract/catalog/catalog-systems.ts'
import { pageQuery, query, queryClient } from '../../api/query.ts'
import { listSearch } from '../../patterns/list-search.ts'
import { screenList } from '../../patterns/screen-list.ts'
import { catalogFacilitiesQuery, catalogSystemsQuery } from './system-queries.ts'

export const catalogSectionsQuery = (uid: number) => query(listCatalogSections, { params: { uid } })
export const deletedQuery = (uid: number) => query(listDeletedApplications, { params: { uid } })
export const applicationQuery = (uid: number, appId: number) => query(getApplication, { params: { uid, appId } })
export const sectionQuery = (uid: number, catalogSectionId: number) =>
  query(getSection, { params: { uid, catalogSectionId } })
export const systemQuery = (uid: number, systemId: number) => query(getSystem, { params: { uid, systemId } })

export const impactQuery = (uid: number, appId: number) => ({
  ...query(getApplicationImpact, { params: { uid, appId } }),
  // Permissions change at any time.
  staleTime: 0,
})

/** The systems, sections and facilities that the forms offer. */
export const loadPlaces = (uid: number): Promise<unknown> =>
  Promise.all([
    queryClient.ensureQueryData(catalogSystemsQuery(uid)),
    queryClient.ensureQueryData(catalogSectionsQuery(uid)),
    queryClient.ensureQueryData(catalogFacilitiesQuery(uid)),
  ])

const search = listSearch(applicationList, { keyword: 'keyword', system: 'systemId', section: 'sectionId' })

export const applicationPages = screenList({
  search,
  page: (uid, values) => pageQuery(listApplications, { params: { uid }, query: search.query(values) }),
  beside: (uid) => [loadPlaces(uid), queryClient.ensureQueryData(deletedQuery(uid))],
})

/** Always read anew: a form that begins with an older version could not be saved. */
export const loadApplication = (uid: number, appId: number): Promise<unknown> =>
  Promise.all([queryClient.fetchQuery(fresh(applicationQuery(uid, appId))), loadPlaces(uid)])

export const loadSection = (uid: number, sectionId: number): Promise<unknown> =>
  queryClient.fetchQuery(fresh(sectionQuery(uid, sectionId)))

export const loadSystem = (uid: number, systemId: number): Promise<unknown> =>
  Promise.all([queryClient.fetchQuery(fresh(systemQuery(uid, systemId))), loadPlaces(uid)])

const fresh = <Options extends object>(options: Options) => ({ ...options, staleTime: 0 })
