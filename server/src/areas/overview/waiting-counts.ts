import { listAccessChanges } from '@portico/contract/access-changes/access-changes.ts'
import { listAccessRequests } from '@portico/contract/access-requests/access-requests.ts'
import { listAccessReviews } from '@portico/contract/access-reviews/access-reviews.ts'
import { publishReviewedAnnouncement } from '@portico/contract/announcements/announcement-admin.ts'
import { getAuditVerification } from '@portico/contract/audit/audit.ts'
import { listSamlIdentityProviders } from '@portico/contract/federation/identity-providers.ts'
import { listJobSchedules } from '@portico/contract/jobs/jobs.ts'
import type { Guard } from '@portico/contract/kit/guard.ts'
import { listUndeliveredMails } from '@portico/contract/mail/mail.ts'
import { type WaitingKind, waitingKinds } from '@portico/contract/overview/overview.ts'
import { WAITING_MAX } from '@portico/contract/overview/waiting-max.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { DatabaseUnavailable } from '../../db/database-unavailable.ts'
import { queue, runOne } from '../../db/run.ts'
import type { Scope } from '../../db/scope.ts'
import { ttlCache } from '../../db/ttl-cache.ts'
import { mayCall } from '../../http/admin-guard.ts'
import { adminScope } from '../../http/authority.ts'
import type { Authority, Caller } from '../../http/caller.ts'
import { stoppedChanges } from '../access-changes/public.ts'
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
  stoppedChanges: listAccessChanges,
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
  stoppedChanges: stoppedChanges(authority.userId),
  failedMails,
  failedJobs: failedJobs(),
  endingCertificates: providersToRenew,
  auditTrail: foundProblem,
})

/** Milliseconds that all counts together may take, and one that is counted by itself. */
const TOGETHER_TIMEOUT_MS = 2_000
const ALONE_TIMEOUT_MS = 1_000

/** Kinds that took a reader too long are not counted again for up to this time. */
const PAUSE_MS = 30_000

type Counts = Partial<Record<WaitingKind, number>>
export type CountWaiting = (caller: Caller) => Promise<{ kindCd: WaitingKind; waitingCnt: number | null }[]>

/**
 * Returns what counts what waits for a caller: of each kind that they may list, up to WAITING_MAX and one more. One
 * statement counts all kinds. Where it takes too long each is counted by itself, and those that still take too long have
 * no number.
 */
export function waitingCounter({ db, requiresReview }: WaitingDeps): CountWaiting {
  const costlyKinds = ttlCache({ ttlMs: PAUSE_MS, maxEntries: 1_000 }, (_userId: number) =>
    Promise.resolve(new Set<WaitingKind>()),
  )
  return async (caller) => {
    const areListed = await Promise.all(waitingKinds.map((kind) => mayCall(listedBy[kind], caller)))
    const kinds = waitingKinds.filter((_, index) => areListed[index])
    if (kinds.length === 0) return []
    const selected = selections(caller, await caller.authority(), requiresReview)
    const count = (those: readonly WaitingKind[], timeoutMs: number) =>
      countKinds(db, adminScope(caller), { selected, kinds: those, timeoutMs })
    const costly = await costlyKinds.read(caller.user.id)
    const counted = await unlessTooSlow(() =>
      count(
        kinds.filter((kind) => !costly.has(kind)),
        TOGETHER_TIMEOUT_MS,
      ),
    )
    const counts = counted ?? {}
    // One after the other: a costly kind takes one connection, not several.
    if (!counted)
      for (const kind of kinds.filter((each) => !costly.has(each))) {
        const alone = await unlessTooSlow(() => count([kind], ALONE_TIMEOUT_MS))
        if (alone) Object.assign(counts, alone)
        else costly.add(kind)
      }
    return kinds.map((kind) => ({ kindCd: kind, waitingCnt: counts[kind] ?? null }))
  }
}

interface CountedKinds {
  selected: Readonly<Record<WaitingKind, RawBuilder<unknown>>>
  kinds: readonly WaitingKind[]
  timeoutMs: number
}

async function countKinds(db: Db, scope: Scope, { selected, kinds, timeoutMs }: CountedKinds): Promise<Counts> {
  if (kinds.length === 0) return {}
  const counts = kinds.map(
    (kind) =>
      sql`(select count(*)::integer from (${selected[kind]} limit ${sql.lit(WAITING_MAX + 1)}) found) as ${sql.ref(kind)}`,
  )
  return db.read(scope, (tx) => {
    queue(tx, sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`)
    return runOne(tx, sql<Counts>`select ${sql.join(counts)}`)
  })
}

/** Returns undefined when a statement took too long and was canceled; every other failure is thrown. */
async function unlessTooSlow(work: () => Promise<Counts>): Promise<Counts | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DatabaseUnavailable && isCanceled(error.cause)) return undefined
    throw error
  }
}

const isCanceled = (cause: unknown): boolean => cause instanceof Error && Reflect.get(cause, 'code') === '57014'
