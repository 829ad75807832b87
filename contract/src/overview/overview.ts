import * as z from 'zod/mini'
import { OwnUid } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin, adminPages } from '../kit/guard.ts'

/** What can wait for an administrator, in display order. */
export const waitingKinds = [
  'accessRequests',
  'accessReviews',
  'announcements',
  'lockedUsers',
  'endingAccess',
  'failedMails',
  'failedJobs',
  'endingCertificates',
  'auditTrail',
] as const
export type WaitingKind = (typeof waitingKinds)[number]

/** Up to so many of each kind are counted. */
export const WAITING_MAX = 99

export const getWaiting = endpoint({
  name: 'getWaiting',
  method: 'GET',
  path: '/ccservices/secure/admin/rest/overview/admin-users/{uid}/waiting',
  guard: admin(adminPages),
  summary: 'How much waits for the administrator, of each kind whose screen they may open',
  params: OwnUid,
  data: z.array(
    z.object({
      kindCd: z.enum(waitingKinds),
      /** One more than WAITING_MAX: there are more. */
      waitingCnt: z.int().check(z.maximum(WAITING_MAX + 1)),
    }),
  ),
})
