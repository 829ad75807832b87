import { useSyncExternalStore } from 'react'
import { pendingCheck } from './human-check.ts'
import { lazyPart } from '../../patterns/lazy-part.tsx'

/** Loaded only when a service's check is required. */
const HumanCheckModal = lazyPart(() => import('./HumanCheckModal.tsx').then((module) => module.HumanCheckModal))

/** Shows the check that a call before sign-in requires; for pages that make such calls. */
export function HumanCheck() {
  const check = useSyncExternalStore(pendingCheck.subscribe, pendingCheck.read)
  return check && <HumanCheckModal check={check} />
}
