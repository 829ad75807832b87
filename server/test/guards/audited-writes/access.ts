import { type AuditedWrite, ONLY_READS, inSteps } from '../audited-write.ts'

export const accessWrites: Readonly<Record<string, AuditedWrite>> = {
  requestAccess: { event: 'access_requested' },
  requestPermissionSet: { event: 'access_requested' },
  withdrawAccessRequest: { event: 'access_request_withdrawn' },
  decideAccessRequest: { event: 'access_request_declined' },
  planAccessChange: ONLY_READS,
  createPermissionSet: { event: 'permission_set_added' },
  planPermissionSet: ONLY_READS,
  updatePermissionSet: { event: 'permission_set_changed' },
  deletePermissionSet: { event: 'permission_set_deleted' },
  undoPermissionSet: inSteps('permission_set_changed'),
  givePermissionSet: { event: 'permission_set_given' },
  undoGivePermissionSet: inSteps('permission_set_taken'),
  takePermissionSet: inSteps('permission_set_taken'),
  exportPermissionSetHolders: inSteps('permission_set_exported'),
  startAccessChange: { event: 'access_change_started' },
  undoAccessChange: { event: 'access_change_undone' },
  startAccessReview: inSteps('access_review_started'),
  decideReviewItems: inSteps('access_review_decided'),
  undoReviewDecisions: inSteps('access_review_undone'),
  exportReviewItems: inSteps('access_review_exported'),
}
