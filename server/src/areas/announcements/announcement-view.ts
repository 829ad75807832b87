import type { UserAnnouncement } from '@portico/contract/announcements/announcements.ts'
import { languageOfCode } from '@portico/contract/texts/languages.ts'
import type { AnnouncementRow } from './announcement-list.ts'

/**
 * An announcement with wire names. Before it is dismissed there is no row for the user, and the announcement's id is
 * used: ids of user rows start far above, so that the two never collide.
 */
export function userAnnouncement(row: AnnouncementRow): UserAnnouncement {
  return {
    userAnnouncementId: row.userAnnouncementId ?? row.announcementId,
    announcementId: row.announcementId,
    displayFlg: !row.isDismissed,
    titleText: row.title,
    messageText: row.messageHtml,
    languageCd: languageOfCode(row.language),
    type: row.kind === 'promotional' ? 'Promotional' : 'Operational',
    effectiveFromDt: row.effectiveFrom,
    effectiveToDt: row.effectiveTo,
    recordAddDt: row.createdAt,
  }
}
