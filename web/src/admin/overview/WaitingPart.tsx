import type { ReactNode } from 'react'
import { lazyPart } from '../../patterns/lazy-part.tsx'
import { LoadFailure } from '../../patterns/LoadFailure.tsx'
import { WaitingPlace } from './WaitingPlace.tsx'

interface WaitingPartProps {
  /** What stands below, shown with it: it takes one line or several. */
  children?: ReactNode
}

/** What waits for the administrator, loaded beside the page, which keeps its place. */
export const WaitingPart = lazyPart<WaitingPartProps>(async () => (await import('./WaitingList.tsx')).WaitingList, {
  Loading: WaitingPlace,
  Missing: ({ failure: { message, reload }, onRetry, children }) => (
    <>
      <LoadFailure message={message} onRetry={reload?.run ?? onRetry} />
      {children}
    </>
  ),
})
