import { listAnnouncements } from '@portico/contract/announcements/announcements.ts'
import { query, queryClient } from '../../api/query.ts'

export const announcementsQuery = () => query(listAnnouncements)

/** Updates the dismissed state of an announcement in the cache. */
export function patchAnnouncement(announcementId: number, displayFlg: boolean): void {
  queryClient.setQueryData(announcementsQuery().queryKey, (all) =>
    all?.map((one) => (one.announcementId === announcementId ? { ...one, displayFlg } : one)),
  )
}
