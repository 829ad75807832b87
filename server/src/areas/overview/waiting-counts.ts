import { listAccessRequests } from '@portico/contract/access-requests/access-requests.ts'
import { listAccessReviews } from '@portico/contract/access-reviews/access-reviews.ts'
import { publishReviewedAnnouncement } from '@portico/contract/announcements/announcement-admin.ts'
import { getAuditVerification } from '@portico/contract/audit/audit.ts'
import { listSamlIdentityProviders } from '@portico/contract/federation/identity-providers.ts'
import { listJobSchedules } from '@portico/contract/jobs/jobs.ts'
import type { Guard } from '@portico/contract/kit/guard.ts'
import { listUndeliveredMails } from '@portico/contract/mail/mail.ts'
import { WAITING_MAX, type WaitingKind, waitingKinds } from '@portico/contract/overview/overview.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { runOne } from '../../db/run.ts'
import { passesAdminGuard } from '../../http/admin-guard.ts'
import { adminScope } from '../../http/authority.ts'
import type { Authority, Caller } from '../../http/caller.ts'
import { waitingRequests } from '../access-requests/public.ts'
import { waitingReviews } from '../access-reviews/public.ts'
import { announcementsToReview } from '../announcements/public.ts'
import { foundProblem } from '../audit/public.ts'
import { providersToRenew } from '../federation/public.ts'
import { failedJobs } from '../jobs/public.ts'
import { failedMails } from '../mail/public.ts'
import { activeUsersInCondition } from '../users/public.ts'

export interface WaitingDeps {
  db: Db
  /** Nobody reviews the announcements that they submitted themselves (decision F1). */
  requiresReview: boolean
}

/** The call that lists what waits, or decides it: who may not make it gets no number. */
const listedBy: Readonly<Record<WaitingKind, { guard: Guard }>> = {
  accessRequests: listAccessRequests,
  accessReviews: listAccessReviews,
  announcements: publishReviewedAnnouncement,
  lockedUsers: listUsers,
  endingAccess: listUsers,
  failedMails: listUndeliveredMails,
  failedJobs: listJobSchedules,
  endingCertificates: listSamlIdentityProviders,
  auditTrail: getAuditVerification,
}

/** Selects what waits, under the row-level security of the caller's scope. */
const selections = (
  caller: Caller,
  authority: Authority,
  requiresReview: boolean,
): Readonly<Record<WaitingKind, RawBuilder<unknown>>> => ({
  accessRequests: waitingRequests(authority),
  accessReviews: waitingReviews(authority),
  announcements: announcementsToReview(authority.userId, requiresReview),
  lockedUsers: activeUsersInCondition(adminScope(caller), 'locked'),
  endingAccess: activeUsersInCondition(adminScope(caller), 'accessEnds'),
  failedMails,
  failedJobs: failedJobs(),
  endingCertificates: providersToRenew,
  auditTrail: foundProblem,
})

const isListedFor = async (caller: Caller, kind: WaitingKind): Promise<boolean> => {
  const { guard } = listedBy[kind]
  return guard.kind === 'admin' && (await passesAdminGuard(guard, caller))
}

/** Counts what waits for the caller in one statement: of each kind that they may list, up to WAITING_MAX and one more. */
export async function countWaiting(
  { db, requiresReview }: WaitingDeps,
  caller: Caller,
): Promise<{ kindCd: WaitingKind; waitingCnt: number }[]> {
  const areListed = await Promise.all(waitingKinds.map((kind) => isListedFor(caller, kind)))
  const kinds = waitingKinds.filter((_, index) => areListed[index])
  if (kinds.length === 0) return []
  const selected = selections(caller, await caller.authority(), requiresReview)
  const counts = kinds.map(
    (kind) =>
      sql`(select count(*)::integer from (${selected[kind]} limit ${sql.lit(WAITING_MAX + 1)}) found) as ${sql.ref(kind)}`,
  )
  const counted = await db.read(adminScope(caller), (tx) =>
    runOne(tx, sql<Record<WaitingKind, number>>`select ${sql.join(counts)}`),
  )
  return kinds.map((kind) => ({ kindCd: kind, waitingCnt: counted[kind] }))
}
