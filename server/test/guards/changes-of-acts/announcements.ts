import type { ActChanges } from '../act-changes.ts'

export const announcementChanges: ActChanges = {
  dismissAnnouncement: [
    '+ audit_events(external) announcement_dismissed announcement',
    '+ user_announcements(external, id)',
  ],
  undoDismissal: [
    '+ audit_events(external) announcement_dismissal_undone announcement',
    'user_announcements(external, id) dismissed_at past → null, dismissed_version 1 → null',
  ],
  addAnnouncement: [
    '+ announcements(admin) operational review all',
    '+ audit_events(admin) announcement_changed announcement',
    '+ jobs.job(other) announcement-sync',
  ],
  updateAnnouncement: [
    '+ audit_events(admin) announcement_changed announcement',
    '+ jobs.job(other) announcement-sync',
    'announcements(announcementId) title text → text, digest null → text, status published → review, changed_by null → admin, submitted_at null → now, submitted_by null → admin, effective_from text → text',
  ],
  'publishReviewedAnnouncement: of another author': [
    '+ audit_events(admin) announcement_reviewed announcement',
    '+ jobs.job(other) announcement-sync',
    'announcements(announcementId) status review → published, changed_by null → admin, published_at null → now, published_by null → admin',
  ],
  'sendBackAnnouncement: of another author': [
    '+ audit_events(admin) announcement_sent_back announcement',
    '+ jobs.job(other) announcement-sync',
    '+ jobs.job(other) deliver-mail',
    '+ outbox_mails(targetClient, external) waiting announcement-sent-back good_until later',
    'announcements(announcementId) changed_by null → admin, sent_back_at null → now, sent_back_by null → admin, sent_back_note null → text',
  ],
  deleteAnnouncement: [
    '+ audit_events(admin) announcement_changed announcement',
    '+ undo_offers(admin) expires_at later',
    'announcements(announcementId) status published → deleted, changed_by null → admin',
  ],
  'restoreAnnouncement: deleted': [
    '+ audit_events(admin) announcement_changed announcement (2 rows)',
    '+ jobs.job(other) announcement-sync',
    'announcements(announcementId) changed_by null → admin',
  ],
  measureAnnouncementReach: [],
  previewAnnouncement: [],
}
