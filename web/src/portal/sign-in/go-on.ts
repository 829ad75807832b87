import type { AnyRouter } from '@tanstack/react-router'
import { ownPath, paths } from '../../paths.ts'

/** True for the pages of this application at which a sign-in may go on. */
const isOwnStep = (address: string): boolean =>
  address === paths.secondFactor() || address === paths.enrolSecondFactor()

/**
 * Where a sign-in goes on (207, 309): to a page of this application, or by leaving it; the page stays as
 * it is until the browser has left. What was wanted first is kept.
 */
export function goOn(router: AnyRouter, address: string): void {
  const { state } = router.state.location
  if (isOwnStep(address)) return router.history.push(address, state)
  void import('./leave.ts').then(({ leaveFor }) => leaveFor(address, ownPath(state.returnTo)))
}
