import {
  type AnnouncementValue,
  type AnnouncementValueType,
  getAnnouncementReviewRules,
  listAnnouncementSystems,
  listAnnouncementValues,
  listClientsByIndustries,
  listSystemAnnouncements,
  listVerticalIndustries,
} from '@portico/contract/announcements/announcement-admin.ts'
import type { DataOf } from '@portico/contract/kit/endpoint.ts'
import { listDepartmentsForAdmin } from '@portico/contract/users/user-profile.ts'
import type { AdminEntry } from '../../shell/admin-entry.ts'
import { pageQuery, query, queryClient } from '../../api/query.ts'
import { awaitFirstEntry } from '../../patterns/list-query.ts'
import type { ValuesOf } from '../../patterns/list-search.ts'
import type { Option } from '../../patterns/Combobox.tsx'
import { announcementSearch } from './announcement-search.ts'

const valuesQuery = (uid: number, typeName: AnnouncementValueType) =>
  query(listAnnouncementValues, { params: { uid, typeName } })

export const announcementTypesQuery = (uid: number) => valuesQuery(uid, 'SYSTEM_ANNC_TYPE')
export const userTypesQuery = (uid: number) => valuesQuery(uid, 'SYSTEM_ANNC_USER_TYPE')
export const statusesQuery = (uid: number) => valuesQuery(uid, 'SYSTEM_ANNC_STATUS')

/** Whether a second person publishes what somebody submits. */
export const reviewRulesQuery = (uid: number) => query(getAnnouncementReviewRules, { params: { uid } })
export type ReviewRules = DataOf<typeof getAnnouncementReviewRules>

/** The lists that the server gives (ANNC-047). */
export interface AnnouncementValues {
  types: readonly AnnouncementValue[]
  userTypes: readonly AnnouncementValue[]
  statuses: readonly AnnouncementValue[]
}

/** The id of the value with a name; undefined for no name. */
export const idOf = (values: readonly AnnouncementValue[], code: string | undefined): number | undefined =>
  values.find(({ valueCd }) => valueCd === code)?.clsVldValId

/** The value with an id. */
export const valueOf = (values: readonly AnnouncementValue[], id: number): AnnouncementValue | undefined =>
  values.find(({ clsVldValId }) => clsVldValId === id)

/** Deleted announcements are left out unless they are asked for, or one announcement is. */
export function managedAnnouncementsQuery(
  uid: number,
  { types, userTypes, statuses }: AnnouncementValues,
  list: ValuesOf<typeof announcementSearch>,
) {
  const { filters } = list
  const isDuration = filters.effective === 'Duration'
  const isAboutDeleted = filters.deleted === 'shown' || filters.status === 'deleted'
  return pageQuery(listSystemAnnouncements, {
    params: { uid },
    query: {
      ...announcementSearch.query(list),
      type: idOf(types, filters.type),
      userType: idOf(userTypes, filters.userType),
      anncStatus: idOf(statuses, filters.status),
      deletedFlg: isAboutDeleted || filters.announcement !== undefined ? undefined : false,
      effectiveFromDt: isDuration ? filters.from : undefined,
      effectiveToDt: isDuration ? filters.to : undefined,
    },
  })
}

export async function loadAnnouncements({ uid, search, cause }: AdminEntry): Promise<void> {
  const [types, userTypes, statuses] = await Promise.all([
    queryClient.ensureQueryData(announcementTypesQuery(uid)),
    queryClient.ensureQueryData(userTypesQuery(uid)),
    queryClient.ensureQueryData(statusesQuery(uid)),
    queryClient.ensureQueryData(reviewRulesQuery(uid)),
  ])
  const list = managedAnnouncementsQuery(uid, { types, userTypes, statuses }, announcementSearch.read(search))
  await awaitFirstEntry(cause, queryClient.ensureQueryData(list))
}

export type TargetKind = 'systemIdList' | 'industryIdList' | 'departmentIdList' | 'employerIdList'

/** All options of a kind of target; the chosen industries narrow the clients. */
export async function targetOptions(uid: number, kind: TargetKind, industries: readonly number[]): Promise<Option[]> {
  const params = { uid }
  const option = (id: number, label: string): Option => ({ value: String(id), label })
  switch (kind) {
    case 'systemIdList':
      return (await queryClient.ensureQueryData(query(listAnnouncementSystems, { params }))).map((one) =>
        option(one.systemId, one.systemNm),
      )
    case 'industryIdList':
      return (await queryClient.ensureQueryData(query(listVerticalIndustries, { params }))).map((one) =>
        option(one.marketId, one.marketNm),
      )
    case 'departmentIdList':
      return (await queryClient.ensureQueryData(query(listDepartmentsForAdmin, { params }))).map((one) =>
        option(one.departmentId, one.departmentNm),
      )
    case 'employerIdList': {
      const clients = query(listClientsByIndustries, { params, query: { industries: [...industries] } })
      return (await queryClient.ensureQueryData(clients)).map((one) => option(one.clientId, one.clientNm))
    }
  }
}
