import { QueryObserver } from '@tanstack/react-query'
import { getWaiting, type WaitingKind } from '@portico/contract/overview/overview.ts'
import { invalidate, query, queryClient } from '../api/query.ts'

/** What waits for the administrator. Without an answer nothing is shown. */
export const waitingQuery = (uid: number) => ({ ...query(getWaiting, { params: { uid } }), retry: false })

/** Lists of what waits: whatever changes their rows changes the numbers. */
const lists: readonly unknown[] = [
  'listAccessChanges',
  'listAccessRequests',
  'listAccessReviews',
  'listReviewItems',
  'listSystemAnnouncements',
  'listUndeliveredMails',
  'listUsers',
  'listJobSchedules',
  'listSamlIdentityProviders',
  'getAuditVerification',
]

/**
 * Calls `onChange` with how much waits for the administrator, of each kind that was counted, until `signal` is aborted;
 * the numbers are asked for again when one of the lists is.
 */
export function watchWaiting(
  uid: number,
  onChange: (counts: ReadonlyMap<WaitingKind, number>) => void,
  signal: AbortSignal,
): void {
  if (signal.aborted) return
  const observer = new QueryObserver(queryClient, waitingQuery(uid))
  const report = ({ data = [] }: ReturnType<typeof observer.getCurrentResult>) =>
    onChange(new Map(data.flatMap(({ kindCd, waitingCnt }) => (waitingCnt === null ? [] : [[kindCd, waitingCnt]]))))
  const stopObserving = observer.subscribe(report)
  // An answer that is there already is no change.
  report(observer.getCurrentResult())
  let isDue = false
  // The pages of a list change one after the other.
  const askOnce = () => {
    if (isDue) return
    isDue = true
    queueMicrotask(() => {
      isDue = false
      void invalidate(getWaiting)
    })
  }
  const stopFollowing = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate') return
    if (lists.includes(event.query.queryKey[0])) askOnce()
  })
  signal.addEventListener('abort', () => {
    stopObserving()
    stopFollowing()
  })
}
