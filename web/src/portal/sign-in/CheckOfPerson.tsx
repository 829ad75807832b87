import { lazy, Suspense, useSyncExternalStore } from 'react'
import { waitingCheck } from './human-check.ts'

/** Only where a service checks, and only when it is asked for. */
const HumanCheckModal = lazy(() => import('./HumanCheckModal.tsx').then((m) => ({ default: m.HumanCheckModal })))

/** Shows the check that a call before sign-in waits for; for pages that make such calls. */
export function CheckOfPerson() {
  const check = useSyncExternalStore(waitingCheck.subscribe, waitingCheck.read)
  return (
    check && (
      <Suspense>
        <HumanCheckModal check={check} />
      </Suspense>
    )
  )
}
