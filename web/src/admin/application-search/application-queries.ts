import { redirect } from '@tanstack/react-router'
import {
  getApplication,
  getApplicationImpact,
  listApplications,
  listDeletedApplications,
} from '@portico/contract/catalog.ts'
import { getSection, listCatalogSections } from '@portico/contract/catalog-sections.ts'
import { getSystem, listCatalogFacilities, listSystems } from '@portico/contract/catalog-systems.ts'
import type { AdminEntry } from '../../admin-routes.tsx'
import { ApiError } from '../../api/call.ts'
import { pageQuery, query, queryClient } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { awaitFirstEntry } from '../../patterns/list-query.ts'
import { orderAndPageOf } from '../../patterns/list-search.ts'
import { applicationSearch, type ApplicationSearchValues } from './application-search.ts'

export const applicationsQuery = (uid: number, { filters, ...list }: ApplicationSearchValues) =>
  pageQuery(listApplications, {
    params: { uid },
    query: {
      keyword: filters.keyword,
      systemId: filters.system,
      sectionId: filters.section,
      ...orderAndPageOf(list),
    },
  })

export const systemsQuery = (uid: number) => query(listSystems, { params: { uid } })
export const sectionsQuery = (uid: number) => query(listCatalogSections, { params: { uid } })
export const facilitiesQuery = (uid: number) => query(listCatalogFacilities, { params: { uid } })
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
    queryClient.ensureQueryData(systemsQuery(uid)),
    queryClient.ensureQueryData(sectionsQuery(uid)),
    queryClient.ensureQueryData(facilitiesQuery(uid)),
  ])

export const loadApplications = async ({ uid, search, cause }: AdminEntry): Promise<void> => {
  const page = queryClient.ensureQueryData(applicationsQuery(uid, applicationSearch.read(search)))
  await awaitFirstEntry(cause, Promise.all([page, loadPlaces(uid), queryClient.ensureQueryData(deletedQuery(uid))]))
}

/** An id of an address. A record that is missing or unknown leads to the form of a new application (CATA-010). */
async function orNewApplication(id: string | undefined, load: (id: number) => Promise<unknown>): Promise<void> {
  const toNew = () => redirect({ href: paths.addApplication(), replace: true })
  if (!/^[1-9]\d{0,8}$/.test(id ?? '')) throw toNew()
  try {
    await load(Number(id))
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw toNew()
    throw error
  }
}

/** Always read anew: a form that begins with an older version could not be saved. */
export const loadApplication = (uid: number, id: string | undefined): Promise<void> =>
  orNewApplication(id, (appId) =>
    Promise.all([queryClient.fetchQuery(fresh(applicationQuery(uid, appId))), loadPlaces(uid)]),
  )

export const loadSection = (uid: number, id: string | undefined): Promise<void> =>
  orNewApplication(id, (sectionId) => queryClient.fetchQuery(fresh(sectionQuery(uid, sectionId))))

export const loadSystem = (uid: number, id: string | undefined): Promise<void> =>
  orNewApplication(id, (systemId) =>
    Promise.all([queryClient.fetchQuery(fresh(systemQuery(uid, systemId))), loadPlaces(uid)]),
  )

const fresh = <Options extends object>(options: Options) => ({ ...options, staleTime: 0 })
