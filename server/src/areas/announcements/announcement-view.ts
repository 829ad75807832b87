import type { UserAnnouncement } from '@portico/contract/announcements/announcements.ts'
import type { AnnouncementRow } from './announcement-list.ts'

/**
 * An announcement with wire names. Before it is dismissed there is no row for the user, and the announcement's id is
 * used: ids of user rows start far above, so that the two never collide.
 */
export function userAnnouncement(row: AnnouncementRow): UserAnnouncement {
  return {
    userAnnouncementId: row.user_announcement_id ?? row.announcement_id,
    announcementId: row.announcement_id,
    displayFlg: !row.is_dismissed,
    titleText: row.title,
    messageText: row.message_html,
    type: row.kind === 'promotional' ? 'Promotional' : 'Operational',
    effectiveFromDt: row.effective_from,
    effectiveToDt: row.effective_to,
    recordAddDt: row.created_at,
  }
}
