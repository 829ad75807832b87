import {
  announcementAudiences,
  announcementKinds,
  announcementList,
  announcementStatuses,
} from '@portico/contract/announcements/announcement-admin.ts'
import { choiceFilter, dayFilter, listSearch, type ValuesOf } from '../../patterns/list-search.ts'

/** `from` and `to` count with the filter Duration. */
export const announcementSearch = listSearch(announcementList, {
  title: 'titleText',
  type: choiceFilter(announcementKinds),
  userType: choiceFilter(announcementAudiences),
  status: choiceFilter(announcementStatuses),
  effective: 'effectiveCd',
  from: dayFilter(),
  to: dayFilter(),
  announcement: 'announcementId',
  deleted: choiceFilter(['shown']),
})

export type AnnouncementFilters = ValuesOf<typeof announcementSearch>['filters']
