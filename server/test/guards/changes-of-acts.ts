import type { ActChanges } from './act-changes.ts'
import { accessChanges } from './changes-of-acts/access.ts'
import { accountChanges } from './changes-of-acts/account.ts'
import { announcementChanges } from './changes-of-acts/announcements.ts'
import { applicationChanges } from './changes-of-acts/applications.ts'
import { brandingChanges } from './changes-of-acts/branding.ts'
import { documentChanges } from './changes-of-acts/documents.ts'
import { integrationChanges } from './changes-of-acts/integrations.ts'
import { operationChanges } from './changes-of-acts/operations.ts'
import { referenceDataChanges } from './changes-of-acts/reference-data.ts'
import { signInChanges } from './changes-of-acts/sign-in.ts'
import { userDetailChanges } from './changes-of-acts/user-details.ts'
import { userLifecycleChanges } from './changes-of-acts/user-lifecycle.ts'
import { userChanges } from './changes-of-acts/users.ts'
import { joinEntries } from './join-entries.ts'

/**
 * What each act of server/test/guards/acts.ts changes, reviewed line by line, in a file for each group of areas. Everything
 * else stays. An act that takes another one back is compared with what was before both.
 */
export const changesOfActs: ActChanges = joinEntries(
  signInChanges,
  accountChanges,
  announcementChanges,
  documentChanges,
  brandingChanges,
  referenceDataChanges,
  applicationChanges,
  integrationChanges,
  userChanges,
  userDetailChanges,
  userLifecycleChanges,
  accessChanges,
  operationChanges,
)
