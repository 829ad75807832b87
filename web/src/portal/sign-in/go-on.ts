import type { AnyRouter } from '@tanstack/react-router'
import { paths } from '../../paths.ts'

/** True for the pages of this application at which a sign-in may go on. */
export const isOwnStep = (address: string): boolean =>
  address === paths.secondFactor() || address === paths.enrolSecondFactor()

/** Where a sign-in goes on (207, 309): to a page of this application, or by leaving it. What was wanted first is kept. */
export function goOn(router: AnyRouter, address: string): void {
  if (isOwnStep(address)) router.history.push(address, router.state.location.state)
  else location.assign(address)
}
