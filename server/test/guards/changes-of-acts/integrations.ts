import type { ActChanges } from '../act-changes.ts'

export const integrationChanges: ActChanges = {
  createServiceAccount: [
    '+ audit_events(admin) service_account_changed service-account',
    '+ audit_events(admin) service_token_changed service-account',
    '+ service_accounts(admin) ends_at later',
    '+ service_token_callers(other)',
    '+ service_tokens(admin) expires_at later',
  ],
  updateServiceAccount: [
    '+ audit_events(admin) service_account_changed service-account',
    'service_accounts(admin) name text → text, changed_by null → admin',
    'service_token_callers(other) name text → text',
  ],
  rotateServiceToken: [
    '+ audit_events(admin) service_token_changed service-account (2 rows)',
    '+ service_token_callers(other)',
    '+ service_tokens(admin) expires_at later',
    'service_token_callers(other) is_live true → false',
    'service_tokens(admin) expires_at later → now',
  ],
  revokeServiceAccount: [
    '+ audit_events(admin) service_account_changed service-account',
    'service_accounts(admin) changed_by null → admin, revoked_at null → now',
    'service_token_callers(other) is_live true → false, is_revoked false → true',
    'service_tokens(admin) revoked_at null → now',
  ],
  createWebhook: ['+ audit_events(admin) webhook_changed webhook', '+ webhooks(admin) events'],
  updateWebhook: [
    '+ audit_events(admin) webhook_changed webhook',
    '+ jobs.job(other) deliver-events',
    'webhook_deliveries(other) next_attempt_at past → now',
    'webhooks(admin) name text → text, address text → text, changed_by null → admin',
  ],
  deleteWebhook: [
    '+ audit_events(admin) webhook_changed webhook',
    '+ jobs.job(other) webhook-purge',
    '- webhooks(admin) events',
  ],
  rotateWebhookSecret: ['+ audit_events(admin) webhook_changed webhook', 'webhooks(admin) sealed_secret text → text'],
  testWebhook: ['+ webhook_deliveries(other) failed event next_attempt_at later'],
  replayWebhook: [
    '+ audit_events(admin) webhook_changed webhook',
    '+ jobs.job(other) deliver-events',
    'webhooks(admin) replay_until null → 0, replay_position null → 0',
  ],
  resendWebhookDelivery: [
    '+ audit_events(admin) webhook_changed webhook',
    '+ jobs.job(other) deliver-events',
    '+ webhook_deliveries(other) user_updated waiting again',
    'webhook_deliveries(other) next_attempt_at past → now',
  ],
  saveDirectoryAttributes: [
    '+ audit_events(admin) directory_attributes_changed client',
    '+ scim_mappings(clientId, admin)',
  ],
  tryDirectoryAttributes: [],
  planGroupAccess: [],
  exportGroupPlan: ['+ audit_events(admin) directory_group_plan_exported directory-group'],
  exportDirectoryPeople: ['+ audit_events(admin) directory_people_exported'],
  decideDirectoryConflict: [
    '+ audit_events(admin) directory_conflict_decided directory-conflict',
    'scim_conflicts(conflictId) decision null → refuse, decided_at null → now, decided_by null → admin',
  ],
  saveGroupAccess: [
    '+ audit_events(admin) directory_group_changed directory-group',
    '+ scim_group_grants(sid, admin)',
    '+ undo_offers(admin) expires_at later',
    'scim_groups(groupId) access_version 1 → 2',
  ],
  'undoGroupAccess: changed': [
    '+ audit_events(admin) directory_group_changed directory-group (2 rows)',
    'scim_groups(groupId) access_version 1 → 3',
  ],
}
