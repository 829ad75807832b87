import { type AuditedWrite, ONLY_READS, inSteps } from '../audited-write.ts'

export const announcementWrites: Readonly<Record<string, AuditedWrite>> = {
  dismissAnnouncement: { event: 'announcement_dismissed' },
  undoDismissal: {
    event: 'announcement_dismissal_undone',
    prepare: async (portal, { ids, users }) => {
      await portal.owner(
        `insert into user_announcements (user_id, announcement_id, dismissed_version, dismissed_at)
         values ($1, $2, 1, now()) on conflict (user_id, announcement_id) do nothing`,
        [users.external.id, ids['id']],
      )
      return {}
    },
  },
  addAnnouncement: { event: 'announcement_changed' },
  updateAnnouncement: { event: 'announcement_changed' },
  deleteAnnouncement: { event: 'announcement_changed' },
  restoreAnnouncement: inSteps('announcement_changed'),
  publishReviewedAnnouncement: inSteps('announcement_reviewed'),
  sendBackAnnouncement: inSteps('announcement_sent_back'),
  measureAnnouncementReach: ONLY_READS,
  previewAnnouncement: ONLY_READS,
}
