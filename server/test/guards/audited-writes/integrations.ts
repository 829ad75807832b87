import { type AuditedWrite, ONLY_READS, inSteps } from '../audited-write.ts'

export const integrationWrites: Readonly<Record<string, AuditedWrite>> = {
  saveDirectoryAttributes: { event: 'directory_attributes_changed' },
  tryDirectoryAttributes: inSteps('directory_person_tried'),
  planGroupAccess: ONLY_READS,
  exportGroupPlan: inSteps('directory_group_plan_exported'),
  exportDirectoryPeople: inSteps('directory_people_exported'),
  decideDirectoryConflict: { event: 'directory_conflict_decided' },
  saveGroupAccess: { event: 'directory_group_changed' },
  undoGroupAccess: inSteps('directory_group_changed'),
  createServiceAccount: { event: 'service_account_changed' },
  updateServiceAccount: { event: 'service_account_changed' },
  rotateServiceToken: { event: 'service_token_changed' },
  revokeServiceAccount: { event: 'service_account_changed' },
  createWebhook: { event: 'webhook_changed' },
  updateWebhook: { event: 'webhook_changed' },
  deleteWebhook: { event: 'webhook_changed' },
  rotateWebhookSecret: { event: 'webhook_changed' },
  testWebhook: { none: 'A test is in the delivery log.' },
  replayWebhook: { event: 'webhook_changed' },
  resendWebhookDelivery: { event: 'webhook_changed' },
}
