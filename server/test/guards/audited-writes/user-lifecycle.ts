import { type AuditedWrite, inSteps } from '../audited-write.ts'

export const userLifecycleWrites: Readonly<Record<string, AuditedWrite>> = {
  handOverUser: inSteps('user_handed_over'),
  requestErasure: inSteps('erasure_requested'),
  takeBackErasure: inSteps('erasure_taken_back'),
  planHandOver: inSteps('user_hand_over_planned'),
  requestPersonExport: { event: 'person_exported' },
  downloadPersonExport: inSteps('person_export_downloaded'),
  requestOwnExport: { event: 'person_exported' },
  downloadOwnExport: inSteps('person_export_downloaded'),
}
