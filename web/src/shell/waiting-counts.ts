import { queryOptions, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { WaitingKind } from '@portico/contract/overview/overview.ts'
import { queryClient } from '../api/query.ts'
import { useSignedIn } from '../api/session.ts'

/** Larger numbers are shown as more than this; the server counts no further than one more. */
export const WAITING_SHOWN = 99

const NAME = 'getWaiting'

/** Without an answer nothing is shown. */
const waitingQuery = (uid: number) =>
  queryOptions({
    queryKey: [NAME, { params: { uid } }] as const,
    queryFn: async ({ signal }) => (await import('./load-waiting.ts')).loadWaiting(uid, signal),
    retry: false,
  })

/** Lists of what waits: whatever changes their rows changes the numbers. */
const lists: readonly unknown[] = [
  'listAccessRequests',
  'listAccessReviews',
  'listReviewItems',
  'listSystemAnnouncements',
  'listUndeliveredMails',
  'listUsers',
]

/** How much waits for the administrator, of each kind that they may list; asked for again when one of the lists is. */
export function useWaitingCounts(): ReadonlyMap<WaitingKind, number> {
  const { uid } = useSignedIn()
  const { data = [] } = useQuery(waitingQuery(uid))
  const pathname = useLocation({ select: (location) => location.pathname })
  useEffect(() => void queryClient.prefetchQuery(waitingQuery(uid)), [uid, pathname])
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'invalidate') return
        if (lists.includes(event.query.queryKey[0])) void queryClient.invalidateQueries({ queryKey: [NAME] })
      }),
    [],
  )
  return new Map(data.map(({ kindCd, waitingCnt }) => [kindCd, waitingCnt]))
}
