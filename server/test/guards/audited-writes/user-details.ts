import { type AuditedWrite, NOTHING_YET, ONLY_READS, inSteps } from '../audited-write.ts'

export const userDetailWrites: Readonly<Record<string, AuditedWrite>> = {
  updateUserCustomers: inSteps('user_updated'),
  checkEmailAddress: ONLY_READS,
  proposeUser: ONLY_READS,
  uploadUserImport: NOTHING_YET,
  correctUserImport: NOTHING_YET,
  commitUserImport: inSteps('users_imported'),
  commitValidRows: inSteps('users_imported'),
  exportUserImport: ONLY_READS,
  exportImportTemplate: ONLY_READS,
  createUser: inSteps('user_created'),
  updateUserDetail: inSteps('user_updated'),
  updateUserPermissions: inSteps('user_permissions_changed'),
  saveUserSystemAccounts: inSteps('system_accounts_changed'),
  emulatedLogin: inSteps('emulation_started'),
  emulatedLogout: inSteps('emulation_ended'),
}
