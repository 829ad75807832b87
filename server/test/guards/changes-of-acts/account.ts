import type { ActChanges } from '../act-changes.ts'

export const accountChanges: ActChanges = {
  updateProfile: ['+ audit_events(external) user_updated user', 'users(external) job_title null → text'],
  withdrawEmail: ['+ audit_events(external) user_updated user', 'users(external) pending_email text → null'],
  'saveOwnNotificationTypes: none': [
    '+ audit_events(external) user_updated user',
    '- user_notification_types(external) (3 rows)',
    'users(external) wants_mail true → false, wants_text true → false',
  ],
  sendEnhanceReq: [
    '+ attempt_counts(other)',
    '+ audit_events(external) enhancement_request_sent enhancement-request',
    '+ enhancement_requests(external, targetClient, sectionId) received',
    '+ jobs.job(other) deliver-mail',
    '+ outbox_mails(target) waiting enhancement-request good_until later',
  ],
  setFavorite: ['+ audit_events(external) favorite_changed section', '+ user_section_preferences(external, sectionId)'],
  changeEnhancementRequest: [
    '+ audit_events(admin, target) enhancement_request_changed enhancement-request',
    '+ jobs.job(other) deliver-mail',
    '+ outbox_mails(targetClient, target) waiting enhancement-answered good_until later',
    'enhancement_requests(enhancementRequestId) state received → planned, changed_by null → admin',
  ],
}
