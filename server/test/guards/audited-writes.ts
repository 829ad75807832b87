import type { AuditedWrite } from './audited-write.ts'
import { accessWrites } from './audited-writes/access.ts'
import { accountWrites } from './audited-writes/account.ts'
import { announcementWrites } from './audited-writes/announcements.ts'
import { applicationWrites } from './audited-writes/applications.ts'
import { brandingWrites } from './audited-writes/branding.ts'
import { documentWrites } from './audited-writes/documents.ts'
import { integrationWrites } from './audited-writes/integrations.ts'
import { operationWrites } from './audited-writes/operations.ts'
import { referenceDataWrites } from './audited-writes/reference-data.ts'
import { signInWrites } from './audited-writes/sign-in.ts'
import { userDetailWrites } from './audited-writes/user-details.ts'
import { userLifecycleWrites } from './audited-writes/user-lifecycle.ts'
import { userWrites } from './audited-writes/users.ts'
import { joinEntries } from './join-entries.ts'

/** Every call that writes, and the event that it leaves in the audit trail, in a file for each group of areas. */
export const auditedWrites: Readonly<Record<string, AuditedWrite>> = joinEntries(
  signInWrites,
  accountWrites,
  announcementWrites,
  documentWrites,
  brandingWrites,
  referenceDataWrites,
  applicationWrites,
  integrationWrites,
  userWrites,
  userDetailWrites,
  userLifecycleWrites,
  accessWrites,
  operationWrites,
)
