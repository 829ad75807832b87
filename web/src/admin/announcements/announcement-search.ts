import {
  announcementAudiences,
  announcementKinds,
  announcementList,
  announcementStatuses,
  effectiveFilters,
} from '@portico/contract/announcement-admin.ts'
import {
  choiceFilter,
  dayFilter,
  idFilter,
  listSearch,
  type ListValues,
  textFilter,
} from '../../patterns/list-search.ts'

/** Search params of the announcements; `from` and `to` count with the filter Duration. */
export const announcementSearch = listSearch({
  filters: {
    title: textFilter(),
    type: choiceFilter(announcementKinds),
    userType: choiceFilter(announcementAudiences),
    status: choiceFilter(announcementStatuses),
    effective: choiceFilter(effectiveFilters),
    from: dayFilter(),
    to: dayFilter(),
    announcement: idFilter(),
  },
  columns: announcementList.columns,
  defaultSort: { key: announcementList.defaultSort.column, direction: announcementList.defaultSort.direction },
})

export type AnnouncementFilters = ReturnType<typeof announcementSearch.read>['filters']
export type AnnouncementSearch = ListValues<AnnouncementFilters, (typeof announcementList.columns)[number]>
