import { lazy, Suspense, useSyncExternalStore } from 'react'
import { pendingCheck } from './human-check.ts'

/** Loaded only when a service's check is required. */
const HumanCheckModal = lazy(() => import('./HumanCheckModal.tsx').then((m) => ({ default: m.HumanCheckModal })))

/** Shows the check that a call before sign-in requires; for pages that make such calls. */
export function HumanCheck() {
  const check = useSyncExternalStore(pendingCheck.subscribe, pendingCheck.read)
  return (
    check && (
      <Suspense>
        <HumanCheckModal check={check} />
      </Suspense>
    )
  )
}
